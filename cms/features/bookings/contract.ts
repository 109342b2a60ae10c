import { z } from 'zod'
import type { TimeSlot } from '../members/profile/rules.ts'
import { type VenueArea, venueAreas } from '../venue/rules.ts'
import { limits } from './rules.ts'
import type { AreaState, DayState } from './times/availability.ts'

const dayProblem = 'Choose a day of the calendar.'
export const dayField = z.iso.date(dayProblem)
const areaField = z
  .enum(venueAreas, 'There is no such area. Choose one of the list, or leave it out.')
  .optional()
const partyProblem = 'Say how many of you come, as a number.'
export const partyNumber = z
  .int(partyProblem)
  .min(1, 'At least one person has to come.')
  .max(limits.party, 'For so many people, please call us: we’ll find you room.')
const partyField = z
  .string(partyProblem)
  .regex(/^\d{1,4}$/, partyProblem)
  .transform(Number)
  .pipe(partyNumber)
const needField = z.enum(['0', '1']).default('0').transform(Number).pipe(z.coerce.boolean())

/** Needs of the party: `1` or `0`. */
const needs = { step_free: needField, high_chair: needField, outdoors: needField }

/** `GET /api/book/availability?day=2026-12-04&party=4`, also with `area=Cafe`; without it, of all areas. */
export const availabilityRequest = z.object({
  ...{ day: dayField, party: partyField, area: areaField },
  ...needs,
})
export type AvailabilityReply = {
  day: string
  party: number
  /** Empty: nothing can be booked on the site. */
  areas: {
    area: VenueArea
    state: Exclude<AreaState, 'none'>
    largest_party: number
    /** Why it is closed for some of the day; empty if it isn't. */
    closed_text: string
    slots: {
      slot: TimeSlot
      /** `at` in ISO 8601, `time` on the venue's clock. */
      times: { at: string; time: string; free: boolean }[]
    }[]
  }[]
}

/** `GET /api/book/month?month=2026-12&party=4`, with the other parameters of `availability`. */
export const monthRequest = z.object({
  month: z.string().regex(/^20\d\d-(0[1-9]|1[0-2])$/, 'Choose a month.'),
  ...{ party: partyField, area: areaField },
  ...needs,
})
export type MonthReply = { month: string; party: number; days: { day: string; state: DayState }[] }
