import { z } from 'zod'
import { optionalField, textLine } from '../../../platform/http/texts/fields.ts'
import { venueAreas } from '../../venue/rules.ts'
import { type EventStatus, limits, maxPriceCents, paymentKinds } from '../rules.ts'

const local = z.string().max(20)
const seen = z.string().max(4000)
const reason = optionalField(textLine('The reason', limits.note))
const cents = z.int('Write a price, for example 4.95.').min(0).max(maxPriceCents)
const tell = z
  .boolean()
  .nullish()
  .transform((value) => value ?? null)

export const idParams = z.object({
  id: z.coerce
    .number()
    .int()
    .min(1)
    .max(2 ** 31 - 1),
})

/** `POST /api/event-list/preview`: the form of a record, saved or not. `event` is 0 for a new record. */
export const previewRequest = z.object({
  event: z.int32().min(0),
  start: local.nullish(),
  end: local.nullish(),
  doors: local.nullish(),
  later_hour: z.boolean().nullish(),
  rule: z.string().max(300).nullish(),
  left_out: z.array(local).max(1000).nullish(),
  areas: z.array(z.enum(venueAreas)).max(venueAreas.length).nullish(),
  capacity: z.number().nullish(),
})
export type PreviewRequest = z.input<typeof previewRequest>

type Overlap = {
  id: number
  event: number
  title: string
  /** `Thu 3 Dec, 19:30–22:00` */
  when: string
  where: string
  isDraft: boolean
}
export type PreviewReply = {
  problems: { field: string; message: string }[]
  /** The next dates in words. */
  dates: string[]
  /** The next dates of a series, with those that are left out, so that staff can choose. */
  choices: { original: string; when: string; isLeftOut: boolean }[]
  /** The number of dates to come. */
  coming: number
  /** Whether the series has no end. */
  isEndless: boolean
  /** Whether a start is in an hour that the clocks show twice. */
  isTwice: boolean
  /** Dates with a skipped start: `Sun 28 Mar starts at 02:30, because the clocks skip 01:30.` */
  remarks: string[]
  overlaps: Overlap[]
  areMoreOverlaps: boolean
  /**
   * Dates with guests that get another time or place: people, and the mails about it. Staff decide whether these are
   * sent.
   */
  moved: { dates: number; guests: number; mails: number }
  /** The same for dates that would be cancelled. */
  cancelled: { dates: number; guests: number; mails: number }
}

/** `GET /api/event-list/:id/dates` */
export type DatesReply = {
  dates: {
    id: number
    /** `Thu 3 Dec, 19:30–22:00` */
    when: string
    status: EventStatus
    isOver: boolean
    /** Whether the date has values of its own. */
    isChanged: boolean
    going: number
    waiting: number
    capacity: number | null
    /** How many guests get a mail about a change, and about a cancellation. */
    mails: number
    cancel_mails: number
  }[]
}

export const recordActions = ['publish', 'draft', 'postpone', 'cancel'] as const
export type RecordAction = (typeof recordActions)[number]
/** `POST /api/event-list/:id/status`. `seen`: the `updatedAt` of the version that the form showed. */
export const statusRequest = z.object({
  action: z.enum(recordActions),
  seen: seen.nullable(),
  reason,
})
export type StatusReply = { state: EventStatus; updatedAt: string; message: string }

/**
 * `POST /api/event-dates/:id`: the form of one date. `seen`: the version that the form showed, see `versionOf`.
 * `tell`: whether guests are notified of another time or place; null if staff have not decided.
 */
export const dateRequest = z.object({
  seen,
  tell,
  title: textLine('The title', limits.title, 'Write a title.').refine(Boolean, 'Write a title.'),
  summary: textLine('The summary', limits.summary, 'Write a summary.').refine(
    Boolean,
    'Write a summary.',
  ),
  start: local,
  end: local,
  doors: optionalField(local),
  capacity: z.int('Write a whole number.').min(1).max(limits.capacity).nullable(),
  max_party: z.int('Write a whole number.').min(1).max(limits.party),
  // What is left out stays.
  areas: z
    .array(z.enum(venueAreas))
    .min(1, 'Choose where it is.')
    .max(venueAreas.length)
    .optional(),
  body: z
    .string()
    .max(limits.body, `The text may have at most ${limits.body} characters.`)
    .optional(),
  /** A picture’s id; null: none. */
  picture: z.int32().positive().nullish(),
  payment: z.enum(paymentKinds, 'Choose how guests pay.').optional(),
  price_cents: cents.optional(),
  member_price_cents: cents.optional(),
})
export type DateRequest = z.input<typeof dateRequest>
/** `POST /api/event-dates/:id/cancel`, `/postpone`, `/set`, `/leave-out` */
export const seenRequest = z.object({ seen, reason })
/** `told`: how many guests were notified. */
export type DateReply = { message: string; told: number }
/** `POST /api/event-dates/:id/split` replies with the id of the record that the date now belongs to. */
export type SplitReply = { event: number }
