import { z } from 'zod'
import { rowId, textLine } from '../../platform/http/texts/fields.ts'
import { amountField, formKeyField } from '../../platform/http/texts/money-fields.ts'
import { maxAmountCents } from '../ledger/rules.ts'
import { cardLimits, maxReasonLength } from './rules.ts'

/** `POST /api/payments/checkout`, also as an HTML form: begins a payment by card. */
export const checkoutRequest = z.object({ key: formKeyField, amount: amountField(cardLimits) })
export type CheckoutRequest = z.output<typeof checkoutRequest>
/** `url`: the payment service's page where the member pays. An HTML form gets a page that leads there instead. */
export type CheckoutReply = { url: string }

const noReason = 'Write the reason.'
/** `POST /api/payments/refund`: pays back an amount of a card payment. `key`: see `formKeyField`. */
export const refundRequest = z.object({
  key: formKeyField,
  payment: rowId,
  amount: amountField({ min: 1, max: maxAmountCents, required: true }),
  reason: textLine('The reason', maxReasonLength, noReason).refine(Boolean, noReason),
})
/** `refund`: its number. `repeated`: an earlier request had the same key. */
export type RefundReply = { refund: number; repeated: boolean }

/** `POST /api/payments/refunds/close`: a failed refund was looked after in another way. */
export const closeRefundRequest = z.object({ refund: rowId })
