import { z } from 'zod'
import { optionalField, rowId, textLine } from '../../platform/http/texts/fields.ts'
import { venueAreas } from '../venue/rules.ts'
import {
  audiences,
  maxAltLength,
  maxCaptionLength,
  maxReasonLength,
  reactionKinds,
} from './rules.ts'

const yes = z.preprocess(
  (value) => value === true || ['1', 'on', 'true'].includes(String(value)),
  z.boolean(),
)
const id = z.coerce.number<unknown>().pipe(rowId)
const eventField = z.preprocess(
  (value) => (value === '' || value == null ? null : value),
  id.nullable(),
)
const words = {
  caption: textLine('The caption', maxCaptionLength).default(''),
  alt: textLine('The description', maxAltLength).default(''),
  area: z.enum(venueAreas, 'Choose where it was.'),
  event: eventField.default(null),
  audience: z.enum(audiences, 'Choose who sees it.'),
}

/** The fields of the form `POST /api/moments/upload`, besides its `file`s. */
export const uploadFields = z.object({
  key: z.string().regex(/^[0-9a-f-]{16,40}$/, 'Load the page again.'),
  ...words,
  agreed: yes,
})
export type UploadFields = z.output<typeof uploadFields>

export type UploadReply = { moments: number[] }

/** `POST /api/moments/edit` */
export const editRequest = z.object({ moment: id, ...words, agreed: yes })
export type EditRequest = z.output<typeof editRequest>

/** `POST /api/moments/remove` */
export const removeRequest = z.object({ moment: id })

/** `POST /api/moments/react`; `on` says whether the member has this reaction afterwards. */
export const reactRequest = z.object({ moment: id, kind: z.enum(reactionKinds), on: yes })

/** `POST /api/moments/take-down` and `POST /api/moments/report` */
/** `from`: the page that follows a form without scripts. */
const from = z.literal('wall').optional()
export const takeDownRequest = z.object({ moment: id, from })
export const reportRequest = z.object({
  moment: id,
  from,
  text: optionalField(textLine('The reason', maxReasonLength)).transform((text) => text ?? ''),
})

/** What staff saw of the moment (`seenOf`). */
const seen = z.string().regex(/^[\w-]{22}$/, 'Load the page again.')

/** `POST /api/moments/decide`: staff show or hide a moment. */
export const decideRequest = z.object({ moment: id, state: z.enum(['shown', 'hidden']), seen })

/** `POST /api/moments/choose`: staff put a public moment on the pages of its area and event, or take it off. */
export const chooseRequest = z.object({ moment: id, chosen: z.boolean(), seen })

export const fileParams = z.object({
  moment: id,
  file: z.string().regex(/^\d{1,4}-(avif|webp)$/, 'There is no such file.'),
})
export const momentParams = z.object({ moment: id })
