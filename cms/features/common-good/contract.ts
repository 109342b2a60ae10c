import { z } from 'zod'
import { type MoneyLimits, moneyProblem, readAmount } from '../../platform/admin/shell/money.ts'
import { dayFrom2000, optionalField, rowId, textLine } from '../../platform/http/texts/fields.ts'
import {
  cashLimits,
  causeLimits,
  maxMessageLength,
  maxNameLength,
  maxNoteLength,
  payoutAccounts,
} from './rules.ts'

/** Random idempotency key, made by the form. A repeated request has the same key and books nothing. */
const formKeyField = z.string().regex(/^[0-9a-f]{24}$/, 'Load the page again.')
const noDay = 'Write a date.'
const noNote = 'Write what it is for.'
const noReason = 'Write the reason.'

/** An amount as a number of minor units, or as text such as `4.95`. The output is in minor units. */
const amountWithin = (limits: MoneyLimits) =>
  z
    .union([z.number(), z.string().max(40)], { error: 'Write an amount, for example 4.95.' })
    .transform((value, context) => {
      const read = typeof value === 'string' ? readAmount(value) : { cents: value }
      const problem = moneyProblem(value, limits)
      if (!problem && 'cents' in read && read.cents) return read.cents
      context.addIssue({ code: 'custom', message: problem ?? 'Write an amount other than 0.' })
      return z.NEVER
    })

/** `POST /api/common-good/cash`: counted cash that was put into the Common Good, or taken out (negative amount). */
export const cashRequest = z.object({
  key: formKeyField,
  amount: amountWithin(cashLimits),
  note: textLine('What it is for', maxNoteLength, noNote).refine(Boolean, noNote),
  /** `YYYY-MM-DD` on the venue's calendar, not in the future. */
  day: dayFrom2000(noDay),
})
export type CashRequest = z.output<typeof cashRequest>

/** `POST /api/common-good/reverse` reverses a transfer. */
export const reversalRequest = z.object({
  key: formKeyField,
  transfer: z.int().positive(),
  reason: textLine('The reason', maxNoteLength, noReason).refine(Boolean, noReason),
})
export type ReversalRequest = z.output<typeof reversalRequest>

/** The reply to a `CashRequest` or `ReversalRequest` that moved money. `repeated`: an earlier request booked the transfer. */
export type BookedReply = { transfer: number; repeated: boolean }

/**
 * The reply, with status 202, if money would leave the Common Good that one person may not take out alone: nothing moved,
 * and somebody else has to approve the request. `repeated`: an earlier request had stored it.
 */
export type RequestedReply = { request: number; repeated: boolean }

/** `POST /api/common-good/requests/approve` replies with a `BookedReply`; `…/refuse` with `{ok: true}`. */
export const requestDecision = z.object({ request: rowId })

/** `POST /api/common-good/fund` moves money from the Common Good to a cause. The reply is a `BookedReply`. */
export const fundingRequest = z.object({
  key: formKeyField,
  cause: rowId,
  amount: amountWithin(causeLimits),
})
export type FundingRequest = z.output<typeof fundingRequest>

/** `POST /api/common-good/payouts` requests a payout. `receipt` is the id of a picture. */
export const payoutRequest = z.object({
  key: formKeyField,
  cause: rowId,
  amount: amountWithin(causeLimits),
  note: textLine('What it is for', maxNoteLength, noNote).refine(Boolean, noNote),
  receipt: z.int32('Choose a photo of the receipt.').positive(),
  /** The ledger account from which the money is paid. */
  account: z.enum(payoutAccounts, 'Choose where the money leaves.').default('till:cash'),
})
export type PayoutRequest = z.output<typeof payoutRequest>
export type PayoutReply = { payout: number; repeated: boolean }

/** `POST /api/common-good/payouts/approve` replies with a `BookedReply`; `…/refuse` with `{ok: true}`. */
export const decisionRequest = z.object({ payout: rowId })

/** `POST /api/common-good/payouts/reversals` requests that an approved payout is reversed. */
export const payoutReversalRequest = z.object({
  key: formKeyField,
  payout: rowId,
  reason: textLine('The reason', maxNoteLength, noReason).refine(Boolean, noReason),
})
export type PayoutReversalRequest = z.output<typeof payoutReversalRequest>
export type PayoutReversalReply = { reversal: number; repeated: boolean }

/** `POST /api/common-good/payouts/reversals/approve` replies with a `BookedReply`; `…/refuse` with `{ok: true}`. */
export const reversalDecision = z.object({ reversal: rowId })

const noMessage = 'Write a message.'

/** `POST /api/common-good/message`: a member's message about a contribution. Replies with `{ok: true}`. */
export const messageRequest = z.object({
  text: textLine('The message', maxMessageLength, noMessage).refine(Boolean, noMessage),
  name: optionalField(textLine('The name', maxNameLength)),
  /** The gift or round-up that the message is about. Default: the newest one without a message. */
  transfer: z.coerce.number().pipe(z.int().positive()).optional(),
})

/** `POST /api/common-good/message/report`, also as an HTML form. */
export const reportRequest = z.object({ message: z.coerce.number().pipe(rowId) })

/** `POST /api/common-good/message/decide`, by staff. */
export const messageDecision = z.object({ message: rowId, state: z.enum(['shown', 'hidden']) })
