import { z } from 'zod'
import { emailField, rowId, textLine } from '../../platform/http/texts/fields.ts'
import { amountField, formKeyField } from '../../platform/http/texts/money-fields.ts'
import { type NewsKind, type NewsWays, newsWays } from './news/rules.ts'
import {
  giftLimits,
  maxMessageLength,
  maxReportLength,
  type SendState,
  sendLimits,
} from './rules.ts'

const invalidEmail = 'Please enter a valid email.'
const noReport = 'Write what is wrong.'

/** `POST /api/credit/gift`. */
export const giftRequest = z.object({
  key: formKeyField,
  amount: amountField(giftLimits),
  /**
   * A public message is stored by the feature that provides `giftMessages`; without such a feature it is dropped. A
   * message that is not public becomes a note for staff.
   */
  message: textLine('The message', maxMessageLength).default(''),
  /** Whether the message may be shown on the public page. */
  public: z.boolean().default(false),
})
export type GiftRequest = z.output<typeof giftRequest>
/** `gift` is the id of the transfer. `repeated`: an earlier request with the same key made the gift. */
export type GiftReply = { gift: number; repeated: boolean }

/** `POST /api/credit/round-up`. The reply repeats the body of the request. */
export const roundUpRequest = z.object({ on: z.boolean() })

/**
 * `POST /api/credit/news`: how the member wants to be told about each kind of news. `GET /api/credit/news` replies with
 * the present choices.
 */
const newsWay = z.enum(newsWays)
export const newsRequest = z.object({
  top_up: newsWay,
  payment: newsWay,
  send: newsWay,
  claim: newsWay,
} satisfies Record<NewsKind, typeof newsWay>)
export type NewsReply = NewsWays

/** `POST /api/credit/sends`: sends credit to an address; whoever reads the mail can claim it. Requires a proof. */
export const sendRequest = z.object({
  key: formKeyField,
  email: emailField(invalidEmail),
  amount: amountField(sendLimits),
})
export type SendRequest = z.output<typeof sendRequest>
/** The reply is the same whether the address is a member's or not. */
export type SendReply = { send: number; repeated: boolean }

/** `POST /api/credit/sends/take-back`. */
export const takeBackRequest = z.object({ id: rowId })

/**
 * `POST /api/credit/claim`: with the token of the mailed link, or with the id of a send to the member's own address.
 * The reply to both contains the amount in minor units. A repeated request gets the same reply.
 */
export const claimRequest = z.union([
  z.object({ token: z.string().regex(/^[0-9a-f]{40}$/) }),
  z.object({ id: rowId }),
])
export type ClaimRequest = z.output<typeof claimRequest>
export type EndedSendReply = { send: number; amount_cents: number }

/** `POST /api/credit/report`: asks staff to look at an entry of the member's own statement. */
export const reportRequest = z.object({
  transfer: z.int().positive(),
  text: textLine('The text', maxReportLength, noReport).refine(Boolean, noReport),
})
export type ReportRequest = z.output<typeof reportRequest>

/**
 * Sent credit as its sender sees it. `email` is null once the address was deleted: some time after the send ended, or
 * with the member who had it. Times in ISO 8601.
 */
export type OwnSend = {
  id: number
  email: string | null
  amount_cents: number
  state: SendState
  created_at: string
  expires_at: string
  ended_at: string | null
}

/** Sent credit as the person who can claim it sees it. `sender` is null if the sender is no longer a member. */
export type ClaimableSend = {
  id: number
  sender: string | null
  amount_cents: number
  currency: string
  expires_at: string
}
