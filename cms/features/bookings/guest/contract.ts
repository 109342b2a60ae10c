import { z } from 'zod'
import {
  emailField,
  optionalField,
  phoneField,
  textLine,
} from '../../../platform/http/texts/fields.ts'
import type { PublicReservation } from '../../reservations/contract.ts'
import { linkRequest } from '../../reservations/contract.ts'
import { venueAreas } from '../../venue/rules.ts'
import { dayField, partyNumber } from '../contract.ts'
import { lateMinutes, limits, occasions } from '../rules.ts'

const yes = z.boolean().default(false)
const need = z.boolean().optional()
const timeFields = {
  area: z.enum(venueAreas, 'There is no such area.'),
  day: dayField,
  at: z.iso.datetime('Choose a time of the day.').transform((text) => new Date(text)),
  party: partyNumber,
  ...{ step_free: yes, high_chair: yes, outdoors: yes },
}

/** `POST /api/book/hold`. `waits`: the time is full, and the party waits for a table. */
export const holdRequest = z.object({ ...timeFields, waits: yes })
export type HoldReply = { hold: string; held_until: string | null }

const missingName = 'Please tell us your name.'
/** `POST /api/book/reserve`: makes a hold a booking. Members need not send name, address and telephone. */
export const reserveRequest = z.object({
  hold: z.string().max(100),
  name: textLine('The name', limits.name, missingName).refine(Boolean, missingName).optional(),
  email: emailField('Please enter a valid email.').optional(),
  phone: z.preprocess((value) => (value === '' ? null : value), phoneField.nullish()),
  notes: optionalField(textLine('The note', limits.notes)),
  occasion: z.preprocess((value) => value || null, z.enum(occasions).nullable()),
  allergies: optionalField(textLine('The text', limits.allergies)),
  ...{ step_free: yes, high_chair: yes },
  /** The deposit that the page showed, in minor units. A larger one is not taken from a member’s credit. */
  deposit: z.int().nonnegative().optional(),
})
export type ReserveReply = { rsvp: PublicReservation }

/** `POST /api/book/let-go`: frees a hold. */
export const letGoRequest = z.object({ hold: z.string().max(100) })

/**
 * `POST /api/book/move`: another time, area or number of people. `version`, `table_version`: those of the reservation and
 * of the booking that the page showed; staff change the latter.
 */
export const moveRequest = linkRequest.extend({
  ...timeFields,
  ...{ step_free: need, high_chair: need, outdoors: need },
  version: z.int().positive().optional(),
  table_version: z.int().positive().optional(),
})

/** `POST /api/book/late`: how many minutes. */
export const lateRequest = linkRequest.extend({
  minutes: z.int().refine((value) => (lateMinutes as readonly number[]).includes(value)),
})
