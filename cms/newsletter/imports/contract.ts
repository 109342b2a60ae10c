import { z } from 'zod'
import { idField } from '../../http/fields.ts'
import { birthdayOrders } from '../csv/birthday-orders.ts'
import { interests, subscriberStates } from '../rules.ts'
import type { ImportState, Verdict } from './rules.ts'

export const importParams = z.object({ id: idField('There is no such import.') })

const unnamed = 'Say what the file is called.'

/** `POST /api/newsletter/imports?name=&birthdays=`: the file as the body. */
export const importRequest = z.object({
  name: z.string(unnamed).trim().min(1, unnamed).max(200, unnamed),
  birthdays: z
    .enum(birthdayOrders, `Say how the file writes birthdays: ${birthdayOrders.join(' or ')}.`)
    .default('day/month'),
})
export type ImportMade = { id: number }

/** `POST /api/newsletter/imports/{id}/begin`, answered with `ImportStatus`. */
export const beginRequest = z.object({
  /** What happens to people for whom the file states no consent. */
  unstated: z.enum(['ask', 'leave_out'], 'Say `unstated`: ask or leave_out.'),
})

/** `GET /api/newsletter/imports/{id}` */
export type ImportStatus = {
  id: number
  name: string
  by: string
  /** ISO 8601. */
  at: string
  state: ImportState
  refusal: string | null
  /** The progress of the current state, from 0 to 1. */
  progress: number
  rows: number
  counts: Record<Verdict, number>
  /** The recognised columns with their fields, and the headers of the unused columns. */
  columns: { header: string; as: string }[]
  unused: string[]
  /**
   * The most frequent reasons with the first rows of each, numbered as in a spreadsheet. `cell` names the column and
   * its invalid text, see `UnfitRowError`; null if the reason is not about one cell.
   */
  reasons: { reason: string; count: number; rows: { number: number; cell: string | null }[] }[]
  unstated: 'ask' | 'leave_out' | null
}
export type ImportSummary = Omit<ImportStatus, 'counts' | 'reasons'>

// A form sends an empty string where nothing is chosen.
const notChosen = z.literal('').transform(() => undefined)

/** `GET /api/newsletter/export`, answered with a CSV file. */
export const exportRequest = z.object({
  state: z.union([notChosen, z.enum(subscriberStates)]).optional(),
  interest: z.union([notChosen, z.enum(interests)]).optional(),
  /** `1`: the file begins with a byte order mark, which Excel needs to detect UTF-8. */
  mark: z.enum(['0', '1']).default('1'),
})
