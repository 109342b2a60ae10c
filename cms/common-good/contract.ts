import { z } from 'zod'
import { moneyProblem, readAmount } from '../admin/shell/money.ts'
import { textLine } from '../http/fields.ts'
import { cashLimits, longestNote } from './rules.ts'

/** Random, made when the form is opened: a repeated request books nothing. */
const formKey = z.string().regex(/^[0-9a-f]{24}$/, 'Load the page again.')
const noDay = 'Write a date.'
const noNote = 'Write what it is for.'
const noReason = 'Write the reason.'

/** Minor units, or a typed amount such as `4.95`. */
const amount = z
  .union([z.number(), z.string().max(40)], { error: 'Write an amount, for example 4.95.' })
  .transform((value, context) => {
    const read = typeof value === 'string' ? readAmount(value) : { cents: value }
    const problem = moneyProblem(value, cashLimits)
    if (!problem && 'cents' in read && read.cents) return read.cents
    context.addIssue({ code: 'custom', message: problem ?? 'Write an amount other than 0.' })
    return z.NEVER
  })

/** `POST /api/common-good/cash`: counted cash that went into the Common Good; below zero, out of it. */
export const cashRequest = z.object({
  key: formKey,
  amount,
  note: textLine('What it is for', longestNote, noNote).refine(Boolean, noNote),
  /** `YYYY-MM-DD` on the venue's calendar, not in the future. */
  day: z.iso.date(noDay),
})
export type CashRequest = z.output<typeof cashRequest>

/** `POST /api/common-good/reverse` moves back what a transfer moved. */
export const reversalRequest = z.object({
  key: formKey,
  transfer: z.int().positive(),
  reason: textLine('The reason', longestNote, noReason).refine(Boolean, noReason),
})
export type ReversalRequest = z.output<typeof reversalRequest>

/** Replies to both with the new transfer. `repeated`: an earlier request had booked it. */
export type BookedReply = { transfer: number; repeated: boolean }
