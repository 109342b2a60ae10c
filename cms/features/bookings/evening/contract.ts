import { z } from 'zod'
import {
  emailField,
  optionalField,
  phoneField,
  rowId,
  textLine,
} from '../../../platform/http/texts/fields.ts'
import { formKeyField } from '../../../platform/http/texts/money-fields.ts'
import { type VenueArea, venueAreas } from '../../venue/rules.ts'
import { type BookingSource, limits, occasions } from '../rules.ts'
import { eveningLimits, type SheetStatus, sheetActions } from './rules.ts'

const day = z.iso.date('Choose a day of the calendar.').refine((each) => each >= '2000-01-01')
const clock = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Write a time, such as 19:30.')
const tables = z
  .array(rowId)
  .max(12, 'Choose twelve tables at most.')
  .transform((ids) => [...new Set(ids)])
const party = z
  .int('Say how many come, as a number.')
  .min(1, 'At least one person has to come.')
  .max(limits.party, `A party is ${limits.party} people at most.`)

/** `GET /api/evening/sheet?day=2026-12-04`; without a day, that of now. */
export const sheetRequest = z.object({ day: day.optional() })
/** `GET /api/evening/search?text=lovelace`: coming bookings and those of the last days. */
export const searchRequest = z.object({ text: z.string().max(eveningLimits.search) })

/**
 * `POST /api/evening/change`. `version`: that of the booking which the sheet showed. A repeated request changes nothing
 * and succeeds.
 */
export const changeRequest = z.object({
  booking: rowId,
  version: z.int().positive(),
  action: z.enum(sheetActions),
  /** For `move`; for `seat` only if the party has no table yet. */
  tables: tables.optional(),
  /** For `move`: the new time of the evening, `19:30`. */
  time: clock.optional(),
  /** For `late`; 0: in time. */
  minutes: z.int().min(0).max(eveningLimits.lateMinutes).optional(),
  /** After a warning: give them a table at which somebody still sits. */
  anyway: z.boolean().optional(),
})
export type ChangeRequest = z.output<typeof changeRequest>
export type ChangeReply = { booking: { id: number; version: number; status: SheetStatus } }

/** `POST /api/evening/add`: guests who call, or who came without a booking. */
export const addRequest = z.object({
  key: formKeyField,
  source: z.enum(['phone', 'walk_in']),
  area: z.enum(venueAreas),
  party,
  /** Empty: the best free table. */
  tables: tables.default([]),
  name: optionalField(textLine('The name', 120)),
  phone: optionalField(phoneField),
  email: optionalField(emailField('Write an email address, or none.')),
  /** For bookings by telephone. */
  day: day.optional(),
  time: clock.optional(),
  /** For guests who wait: after how many minutes they probably get a table. */
  quoted_minutes: z.int().min(1).max(eveningLimits.quoteMinutes).nullable().default(null),
  notes: optionalField(textLine('The note', limits.notes)),
  allergies: optionalField(textLine('The allergies', limits.allergies)),
  occasion: z.enum(occasions).nullable().default(null),
  high_chair: z.boolean().default(false),
  step_free: z.boolean().default(false),
  /** After a warning: enter it nevertheless. */
  anyway: z.boolean().default(false),
})
export type AddRequest = z.output<typeof addRequest>

/** `POST /api/evening/block`: closes tables for a part of an evening. */
export const blockRequest = z.object({
  ...{ day, from: clock, to: clock },
  tables: tables.refine((ids) => ids.length > 0, 'Choose a table.'),
  reason: textLine('The reason', limits.reason, 'Write the reason.').refine(
    Boolean,
    'Write the reason.',
  ),
})
export const unblockRequest = z.object({ closure: rowId })
/** `GET /api/evening/hits?closure=7` */
export const hitsRequest = z.object({ closure: z.coerce.number().pipe(rowId) })
/** `POST /api/evening/tell`: mails the guests of bookings that a closure hits. */
export const tellRequest = z.object({ closure: rowId, bookings: z.array(rowId).min(1).max(200) })
/** `guests`: how many get a mail now, and had none before; `without`: how many have no address, and have to be called. */
export type TellReply = { guests: number; without: number }

export type SheetBooking = {
  id: number
  version: number
  area: VenueArea
  day: string
  /** On the venue's clock. */
  time: string
  ends: string
  at: string
  party: number
  name: string | null
  phone: string | null
  source: BookingSource
  status: SheetStatus
  tables: number[]
  late_minutes: number
  /** For those who wait: when they probably get a table, and the path of the page that shows their place. */
  quoted_for: string | null
  waiting_path: string | null
  notes: string | null
  occasion: string | null
  allergies: string | null
  high_chair: boolean
  step_free: boolean
  is_desk: boolean
  is_member: boolean
  is_new: boolean
  has_birthday: boolean
  /** To how many other bookings of the last twelve months they did not come. */
  no_shows: number
}

export type SheetArea = {
  area: VenueArea
  tables: { id: number; name: string; min: number; max: number }[]
  /** The desks of members. Nobody is moved to them. */
  desks: { id: number; name: string }[]
  /** `capacity`: null if any number of people may arrive. */
  times: { time: string; covers: number; capacity: number | null }[]
}
export type SheetClosure = {
  id: number
  area: VenueArea | null
  tables: number[]
  from: string
  to: string
  reason: string
  /** How many bookings it hits, and how many of their guests were told by mail, the last at `told_at`. */
  hits: number
  told: number
  told_at: string | null
}
export type SheetReply = {
  day: string
  today: string
  /** The time of the sheet, on the venue's clock and in ISO 8601. */
  time: string
  now: string
  /** When the night ends, from which on the sheet is not kept without a network. */
  until: string
  areas: SheetArea[]
  bookings: SheetBooking[]
  closures: SheetClosure[]
}
export type AddReply = { booking: { id: number; version: number; waiting_path: string | null } }
export type BlockReply = { closure: { id: number; hits: number } }
export type HitsReply = {
  hits: (Pick<
    SheetBooking,
    'id' | 'version' | 'area' | 'time' | 'party' | 'name' | 'phone' | 'status'
  > & {
    has_address: boolean
    /** When the guest was told by mail, on the venue’s clock. */
    told_at: string | null
    proposals: { area: VenueArea; times: string[] }[]
  })[]
}
export type SearchReply = { found: SheetBooking[] }
