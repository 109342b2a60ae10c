import { z } from 'zod'
import { beerStyles } from '../venue/rules.ts'
import { tileKinds } from './rules.ts'

const styles = beerStyles as readonly [string, ...string[]]

/** `POST /api/dashboard/beer-styles`: all styles that the member has tried. Those that are missing are not tried. */
export const stylesRequest = z.object({
  styles: z
    .array(z.enum(styles, 'Choose beer styles from the list.'), 'Choose beer styles from the list.')
    .max(beerStyles.length * 2)
    .transform((chosen) => beerStyles.filter((style) => chosen.includes(style))),
  /** The period that the page showed, for the way back of a form. */
  period: z.string().max(10).optional(),
})
export type StylesReply = { styles: string[] }

/** The page on which a form was: My Home or the Common Room. */
const on = z.enum(['home', 'room']).default('home')

/** `POST /api/member-home/order`: moves a tile to a place, counted from 0. Sent twice, it changes nothing more. */
export const orderRequest = z.object({
  tile: z.enum(tileKinds, 'Choose one of your tiles.'),
  to: z.coerce
    .number()
    .int()
    .min(0)
    .max(tileKinds.length - 1),
  /** Which of the two buttons was pressed: it has the focus again. */
  by: z.enum(['-1', '1']).default('-1'),
  on,
})
export type OrderReply = { tiles: string[] }

/** `POST /api/member-home/nudges-read`: nudges up to `until`, the time of the page (ISO 8601), are read. */
export const readRequest = z.object({ until: z.iso.datetime({ offset: true }), on })

/** `POST /api/member-home/nudge-opened`: the member followed the link of a nudge. */
export const openedRequest = z.object({ nudge: z.number().int().min(1).max(2_147_483_647) })

/** `GET /api/dashboard/file?period=`: `all`, or like `Period.key`. */
export const fileQuery = z.object({ period: z.string().max(10).default('all') })

/** `GET /api/dashboard/picture`: `name` and `money` say what the picture may show. */
export const pictureQuery = z.object({
  year: z.string().regex(/^20\d\d$/, 'Choose a year.'),
  format: z.enum(['png', 'svg']).default('png'),
  name: z.string().optional(),
  money: z.string().optional(),
  /** Whether the file is saved instead of shown. */
  save: z.string().optional(),
})
