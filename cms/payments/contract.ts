import { z } from 'zod'
import { amountField, formKeyField } from '../http/money-fields.ts'
import { cardLimits } from './rules.ts'

/** `POST /api/payments/checkout`, also as an HTML form: begins a payment by card. */
export const checkoutRequest = z.object({ key: formKeyField, amount: amountField(cardLimits) })
export type CheckoutRequest = z.output<typeof checkoutRequest>
/** `url`: the payment service's page where the member pays. An HTML form gets a page that leads there instead. */
export type CheckoutReply = { url: string }
