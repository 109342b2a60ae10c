import { z } from 'zod'
import { idField } from '../../../platform/http/texts/fields.ts'
import { type BirthdayOrder, birthdayOrders } from '../csv/birthday-orders.ts'
import type { Column } from '../csv/columns.ts'
import { interests, subscriberStates } from '../rules.ts'
import type { ImportState, Verdict } from './rules.ts'
import {
  type ConsentColumn,
  importSettings,
  leftOutColumns,
  type StoredSettings,
} from './settings.ts'
import type { UndecidedColumn } from './undecided-columns.ts'

export const importParams = z.object({ id: idField('There is no such import.') })

const unnamed = 'Say what the file is called.'

/**
 * `POST /api/newsletter/imports?name=&birthdays=`: the file as the body. Without `birthdays` the order of day and month
 * is found out from the file.
 */
export const importRequest = z.object({
  name: z.string(unnamed).trim().min(1, unnamed).max(200, unnamed),
  birthdays: z
    .enum(birthdayOrders, `Say how the file writes birthdays: ${birthdayOrders.join(' or ')}.`)
    .optional(),
})
export type ImportMade = { id: number }

/**
 * `POST /api/newsletter/imports/{id}/settings`, answered with `ImportStatus`: the rows are evaluated again. Settings that
 * are left out get their defaults.
 */
export const settingsRequest = importSettings

/**
 * `POST /api/newsletter/imports/{id}/begin`, answered with `ImportStatus`. An import that would add or ask anybody is refused
 * with `columns_undecided` and the `columns` until each column that may say who has left is assigned or left out.
 */
export const beginRequest = z.object({
  /** What happens to people for whom the file states no consent. */
  unstated: z.enum(['ask', 'leave_out'], 'Say `unstated`: ask or leave_out.'),
  /** Further columns that are left out, see `ImportStatus.undecided`. */
  left_out: leftOutColumns.default([]),
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
  /** The cells that are left out although their rows are taken, in the form of `reasons`. */
  omitted: ImportStatus['reasons']
  /** All columns, each with the texts of some of its cells. */
  layout: { header: string; as: Column | null; samples: string[] }[]
  /** The order of day and month; null if the file fits both, so that staff must state it. */
  birthdays: BirthdayOrder | null
  settings: StoredSettings
  /** The columns that are not used and may say who has left, until staff have assigned them or left them out. */
  undecided: UndecidedColumn[]
  /** The titles above the header, which are not read; and whether the file has a header. */
  skipped: string[]
  hasHeader: boolean
  /** The columns that may hold the times of consents, with the number of people without a consent who have one. */
  consentColumns: { column: ConsentColumn; header: string; count: number }[]
}
export type ImportSummary = Pick<
  ImportStatus,
  | 'id'
  | 'name'
  | 'by'
  | 'at'
  | 'state'
  | 'refusal'
  | 'progress'
  | 'rows'
  | 'columns'
  | 'unused'
  | 'unstated'
>

// A form sends an empty string where nothing is chosen.
const notChosen = z.literal('').transform(() => undefined)

/** `GET /api/newsletter/export`, answered with a CSV file. */
export const exportRequest = z.object({
  state: z.union([notChosen, z.enum(subscriberStates)]).optional(),
  interest: z.union([notChosen, z.enum(interests)]).optional(),
  /** `1`: the file begins with a byte order mark, which Excel needs to detect UTF-8. */
  mark: z.enum(['0', '1']).default('1'),
})
