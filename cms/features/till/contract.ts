import { z } from 'zod'
import { moneyProblem, readAmount } from '../../platform/admin/shell/money.ts'
import {
  dayFrom2000,
  optionalField,
  plainText,
  rowId,
  textLine,
} from '../../platform/http/texts/fields.ts'
import { amountField, formKeyField } from '../../platform/http/texts/money-fields.ts'
import { venueAreas } from '../venue/rules.ts'
import {
  bankLimits,
  countedLimits,
  drawers,
  maxAnswerLength,
  maxNoteLength,
  maxReceiptLength,
  paymentLimits,
  tills,
  topUpLimits,
} from './rules.ts'

const required = (label: string, maxLength: number, missing: string) =>
  textLine(label, maxLength, missing).refine(Boolean, missing)
/**
 * A typed number in its plainest spelling: without characters that nobody sees, and with ordinary letters and digits.
 * U+2800 is a Braille cell without dots.
 */
const plainReference = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/[\p{Default_Ignorable_Code_Point}\u2800]/gu, '')
    .trim()
/** Characters that look like a colon, and that NFKC leaves as they are. */
const colonLookalikes =
  /[\u02D0\u02D1\u02F8\u0589\u05C3\u0703-\u0709\u0903\u0A83\u1361\u16EC\u1803\u1809\u205A\u205D\u2236\u2237\u2982\uA4FD\uA789]/gu
/** Staff can't type references that mean something to the program, such as `event:7`. */
const isAllowedReference = (text: string | null) =>
  !text || !/event\s*:|[\p{L}\p{M}_]\s*:+\s*\p{N}/iu.test(text.replace(colonLookalikes, ':'))
const reservedReference = 'Numbers like event:7 are the program’s own. Write it without the colon.'
/** The plainest spelling of a text can be longer than the text. */
const referenceLine = (label: string, missing?: string) =>
  textLine(label, maxReceiptLength, missing)
    .transform(plainReference)
    .refine(
      ({ length }) => length <= maxReceiptLength,
      `${label} may have at most ${maxReceiptLength} characters.`,
    )
const missingReceipt = 'Write the receipt number.'
const till = z.enum(tills, 'Choose cash or card.')

/** `POST /api/till/top-up`: tops up a member's credit with money that was paid at a till. */
export const topUpRequest = z.object({
  key: formKeyField,
  member: rowId,
  amount: amountField(topUpLimits),
  till,
  receipt: referenceLine('The receipt number', missingReceipt)
    .refine((text) => /[\p{L}\p{N}]/u.test(text), missingReceipt)
    .refine(isAllowedReference, reservedReference),
})
export type TopUpRequest = z.output<typeof topUpRequest>

/** `POST /api/till/payment`: takes a payment from a member's credit. */
export const paymentRequest = z.object({
  key: formKeyField,
  member: rowId,
  amount: amountField(paymentLimits),
  area: z.enum(venueAreas, 'Choose where it was bought.'),
  reference: optionalField(referenceLine('The reference')).refine(
    isAllowedReference,
    reservedReference,
  ),
})
export type PaymentRequest = z.output<typeof paymentRequest>

/** `POST /api/till/reverse` reverses a transfer, and if it is a payment, also its round-up. */
export const reversalRequest = z.object({
  key: formKeyField,
  transfer: z.int().positive(),
  reason: required('The reason', maxNoteLength, 'Write the reason.'),
})
export type ReversalRequest = z.output<typeof reversalRequest>

/** `POST /api/till/find`: finds the member whose card shows exactly this code or number. */
export const findRequest = z.object({
  card: textLine('The code', 200, 'Scan the card, or type its number.'),
})
export type FoundReply = { member: number }

/**
 * `transfer`: the id of the new transfer. `repeated`: an earlier request had booked it. `round_up_cents`: what went to
 * the Common Good in addition to the payment. `available_cents`: the member's credit afterwards.
 */
export type BookedReply = { transfer: number; repeated: boolean }
export type PaidReply = BookedReply & { round_up_cents: number; available_cents: number }
export type ToppedUpReply = BookedReply & { available_cents: number }

/** An amount as a number of minor units, or as text such as `4.95`. It may be zero or negative. */
const counted = z
  .union([z.number(), z.string().max(40)], { error: 'Write what was counted, for example 104.95.' })
  .transform((value, context) => {
    const read = typeof value === 'string' ? readAmount(value) : { cents: value }
    const problem = moneyProblem(value, countedLimits)
    if (!problem && 'cents' in read && read.cents !== null) return read.cents
    context.addIssue({ code: 'custom', message: problem ?? 'Write what was counted.' })
    return z.NEVER
  })

/** `POST /api/till/closing`. Refused if `booked` or `after` is outdated. */
export const closingRequest = z.object({
  key: formKeyField,
  till,
  counted,
  /** The amount booked since the last closing, as the form showed it, in minor units. */
  booked: z.int(),
  /** The id of the till's last closing; 0 if there is none. */
  after: z.int().nonnegative(),
  /** Required if `counted` differs from `booked`. */
  note: optionalField(textLine('The note', maxNoteLength)),
})
export type ClosingRequest = z.output<typeof closingRequest>
/** `POST /api/till/bank`: books what was taken from a drawer to the bank, or what a terminal paid out. */
export const bankRequest = z.object({
  key: formKeyField,
  till,
  amount: amountField(bankLimits),
  /** The number of the bank's slip or statement. */
  slip: referenceLine('The number', 'Write the number of the slip or statement.').refine(
    isAllowedReference,
    reservedReference,
  ),
})
export type BankRequest = z.output<typeof bankRequest>
export type BankReply = BookedReply & { left_cents: number }

export type ClosingReply = { closing: number; difference_cents: number; repeated: boolean }

/** `GET /api/till/export`: the entries of a range of days (`YYYY-MM-DD`) as CSV. */
export const exportQuery = z.object({
  from: dayFrom2000('Write the first day.'),
  to: dayFrom2000('Write the last day.'),
})
export type ExportQuery = z.output<typeof exportQuery>

/**
 * `POST /api/till/count`: closes a drawer without knowing what was booked. Refused if something was booked or closed
 * after the form was shown.
 */
export const countRequest = z.object({
  key: formKeyField,
  till: z.enum(drawers, 'Choose the drawer.'),
  counted,
  /** The id of the newest transfer of the drawer, as the form got it; 0 if there is none. */
  seen: z.int().nonnegative(),
  /** The id of the drawer's last closing; 0 if there is none. */
  after: z.int().nonnegative(),
  note: optionalField(textLine('The note', maxNoteLength)),
})
export type CountRequest = z.output<typeof countRequest>
/** What was booked and counted. Only a saved count has this reply. */
export type CountReply = ClosingReply & { booked_cents: number; counted_cents: number }

const noAnswer = 'Write an answer.'
/** `POST /api/till/cases/answer`: mails the answer to the member. */
export const answerRequest = z.object({
  case: rowId,
  answer: plainText
    .max(maxAnswerLength, `The answer may have at most ${maxAnswerLength} characters.`)
    .transform((text) => text.trim())
    .refine(Boolean, noAnswer),
})
export type AnswerRequest = z.output<typeof answerRequest>

/** `POST /api/till/cases/close`: ends a case without a mail. */
export const closeCaseRequest = z.object({ case: rowId })
