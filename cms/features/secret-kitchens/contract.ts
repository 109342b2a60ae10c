import { z } from 'zod'
import { plainLine, plainText, rowId, textLine } from '../../platform/http/texts/fields.ts'
import { formKeyField } from '../../platform/http/texts/money-fields.ts'
import { linkRequest, type PublicReservation } from '../reservations/contract.ts'
import { venueAreas } from '../venue/rules.ts'
import { allergens, type DropState, dropAudiences, limits, paymentWays } from './rules.ts'

const party = z
  .int('Say how many portions, as a number.')
  .min(1, 'Claim one portion at least.')
  .max(limits.each, `One claim has ${limits.each} portions at most.`)

/** `GET /api/secret-kitchens/mine?drop=`: the server’s clock, and what the caller has of a drop. */
export const mineRequest = z.object({ drop: z.coerce.number().pipe(rowId) })
export type MineReply = {
  /** The clock of the server, ISO 8601, as are all times. */
  now: string
  state: DropState
  opens_at: string
  draw_at: string
  /** Portions that nobody has. */
  left: number
  is_member: boolean
  /** Whether the caller can claim, once it is open. */
  may_claim: boolean
  /** Portions of the caller in the draw; null without an entry, and after the draw. */
  entered: number | null
  claim: PublicReservation | null
  /** Whether the bell rings for this drop, and for every drop. */
  bell: { drop: boolean; every: boolean }
}

/** `GET /api/secret-kitchens/me`: for pages that are the same for everybody. */
export type MeReply = Pick<MineReply, 'is_member' | 'bell'>

/** `POST /api/secret-kitchens/claim`: takes part in the draw, or holds portions, or waits for some. */
export const claimRequest = z.object({ drop: rowId, portions: party.default(1) })
/** `entered`: the first claims are drawn at `draw_at`. `claimed`: `claim` says what the member has. */
export type ClaimReply =
  | { result: 'entered'; now: string; draw_at: string }
  | { result: 'claimed'; now: string; claim: PublicReservation }

/** `POST /api/secret-kitchens/take`: says when it is collected and how it is paid. `key`: random for each form. */
export const takeRequest = linkRequest.extend({
  key: formKeyField,
  slot: z.string().max(5, 'Choose when you collect it.'),
  payment: z.enum(paymentWays, 'Say how you pay.'),
})
/** `url`: the payment service’s page. */
export type TakeReply = { url: string } | { rsvp: PublicReservation }

/** `POST /api/secret-kitchens/slot`: another time to collect a claim. */
export const slotRequest = linkRequest.extend({ slot: takeRequest.shape.slot })

/** `POST /api/secret-kitchens/bell`. Without a drop: for every drop. */
export const bellRequest = z.object({ drop: rowId.nullish(), on: z.boolean() })
export type BellReply = { bell: MineReply['bell'] }

const time = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Write a time, for example 18:30.')

/** `POST /api/secret-kitchen-list/save`: a drop as the kitchen writes it. Times are on the venue’s clock. */
export const saveRequest = z.object({
  /** Null: a new draft. */
  id: rowId.nullable(),
  version: z.int().positive().nullish(),
  title: textLine('The title', limits.titleLength, 'Give it a title.').refine(
    Boolean,
    'Give it a title.',
  ),
  kitchen: textLine('The kitchen', limits.kitchenLength).refine(Boolean, 'Say who cooks.'),
  story: plainText.pipe(z.string().max(limits.storyLength, 'That story is too long.')),
  picture: rowId.nullable(),
  allergens: z.array(z.enum(allergens)).max(allergens.length),
  allergen_note: plainLine.pipe(textLine('The note', limits.noteLength)).default(''),
  area: z.enum(venueAreas),
  day: z.iso.date('Choose a day.'),
  slots: z
    .array(time)
    .min(1, 'Give at least one time to collect it.')
    .max(limits.slots, `Give ${limits.slots} times at most.`)
    .transform((slots) => [...new Set(slots)].sort()),
  /** How long the last slot lasts, in minutes. */
  last_minutes: z.int().min(5).max(240).default(30),
  portions: z.int('Write how many portions.').min(1, 'At least one portion.').max(limits.portions),
  each: z.int().min(1).max(limits.each),
  price_cents: z.int('Write a price.').min(0).max(limits.priceCents),
  opens: z.string().regex(/^20\d\d-\d\d-\d\dT([01]\d|2[0-3]):[0-5]\d$/, 'Say when it opens.'),
  audience: z.enum(dropAudiences),
  linked: z.boolean(),
  after_text: plainText.pipe(z.string().max(limits.storyLength)).default(''),
  moments: z.array(rowId).max(40).default([]),
})
export type SaveRequest = z.output<typeof saveRequest>

/** `announce`, `draw`, `cancel`, `finish` and `delete` name the drop only. */
export const dropRequest = z.object({ drop: rowId })
/** `POST /api/secret-kitchen-list/sold-out`: one tap says that nothing is left, the next that there is. */
export const soldOutRequest = dropRequest.extend({ sold_out: z.boolean() })
/** `POST /api/secret-kitchen-list/portions`: how many there are after all. */
export const portionsRequest = dropRequest.extend({
  portions: saveRequest.shape.portions,
  version: z.int().positive(),
})
/** `POST /api/secret-kitchen-list/collect`: a claim was collected, or was not after all. */
export const collectRequest = z.object({ claim: rowId, collected: z.boolean() })
/** `POST /api/secret-kitchen-list/remove`: takes a claim away. */
export const removeRequest = z.object({ claim: rowId })
/** `POST /api/secret-kitchen-list/message`: to all who have portions. `key`: random for each form. */
export const messageRequest = dropRequest.extend({
  key: formKeyField,
  text: plainText.pipe(
    z
      .string()
      .trim()
      .min(1, 'Write what they should know.')
      .max(limits.messageLength, 'That message is too long.'),
  ),
})

/** `GET /api/secret-kitchen-list/board?drop=`: by default the drop that comes next. */
export const boardRequest = z.object({ drop: z.coerce.number().pipe(rowId).optional() })
