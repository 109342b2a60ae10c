import { z } from 'zod'
import { birthdayOrders } from '../csv/birthday-orders.ts'
import { interests, subscriberStates } from '../rules.ts'
import type { Verdict } from './judge.ts'

/**
 * - `receiving`: the file comes over the line
 * - `reading`: it is looked through; nothing changes by that
 * - `refused`: it can’t be read
 * - `ready`: it is known what would happen
 * - `doing`: it happens
 * - `done`
 */
export type ImportState = 'receiving' | 'reading' | 'refused' | 'ready' | 'doing' | 'done'

/** `POST /api/newsletter/imports?name=&birthdays=`: the file itself as the body → `{id}`. */
export const importRequest = z.object({
  name: z.string().trim().min(1).max(200),
  birthdays: z.enum(birthdayOrders).default('day/month'),
})
export type ImportMade = { id: number }

/** `POST /api/newsletter/imports/{id}/begin` → how it stands. */
export const beginRequest = z.object({
  /** What is done about those whose consent the file does not state. */
  unstated: z.enum(['ask', 'leave_out']),
})

/** `GET /api/newsletter/imports/{id}`; `POST …/{id}/drop` throws an import away. */
export type ImportStanding = {
  id: number
  name: string
  by: string
  /** ISO 8601. */
  at: string
  state: ImportState
  refusal: string | null
  /** From 0 to 1, of what it does now. */
  progress: number
  rows: number
  counts: Record<Verdict, number>
  /** The columns that are used, by what each is; and the headers of the others. */
  columns: { header: string; as: string }[]
  unused: string[]
  reasons: { reason: string; count: number }[]
  unstated: 'ask' | 'leave_out' | null
}

// What a form leaves open it sends as nothing.
const open = z.literal('').transform(() => undefined)

/** `GET /api/newsletter/export`: the list as CSV. */
export const exportRequest = z.object({
  state: z.union([open, z.enum(subscriberStates)]).optional(),
  interest: z.union([open, z.enum(interests)]).optional(),
  /** Whether it begins with a byte order mark, by which Excel knows UTF-8. */
  mark: z.enum(['0', '1']).default('1'),
})
