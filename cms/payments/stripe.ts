import Stripe from 'stripe'
import { env } from '../env.ts'
import { paymentError } from './errors.ts'
import type { CardProvider } from './provider.ts'

const timeoutMs = 10_000
// While they are decided, and when they are lost, the amount is not the venue's. Inquiries hold nothing back.
const heldBack: readonly string[] = ['needs_response', 'under_review', 'lost']

const idOf = (reference: string | { id: string } | null | undefined): string | null =>
  typeof reference === 'string' ? reference : (reference?.id ?? null)

let current: { stripe: Stripe; secret: string } | null | undefined

/** The connection to Stripe; null without keys in the environment. */
function connection() {
  if (current !== undefined) return current
  const { STRIPE_SECRET_KEY: key, STRIPE_WEBHOOK_SECRET: secret, STRIPE_API } = env()
  const { hostname: host, port, protocol } = new URL(STRIPE_API)
  const options: Stripe.StripeConfig = {
    ...{ host, protocol: protocol === 'http:' ? 'http' : 'https', ...(port && { port }) },
    ...{ timeout: timeoutMs, maxNetworkRetries: 1, telemetry: false },
  }
  current = key && secret ? { stripe: new Stripe(key, options), secret } : null
  return current
}

/** Whether members can pay by card. */
export const hasCardPayments = (): boolean => connection() !== null

/** Card payments by Stripe Checkout; null without keys in the environment. */
export function cardProvider(): CardProvider | null {
  const connected = connection()
  return connected && stripeProvider(connected)
}

const stripeProvider = ({ stripe, secret }: { stripe: Stripe; secret: string }): CardProvider => ({
  async begin({ payment, amountCents, currency, email, description, paidUrl, cancelUrl }) {
    const { id, url } = await stripe.checkout.sessions.create(
      {
        mode: 'payment',
        customer_email: email,
        client_reference_id: String(payment),
        line_items: [
          {
            quantity: 1,
            price_data: {
              currency: currency.toLowerCase(),
              unit_amount: amountCents,
              product_data: { name: description },
            },
          },
        ],
        success_url: paidUrl,
        cancel_url: cancelUrl,
      },
      { idempotencyKey: `common-room:${payment}` },
    )
    if (!url) throw new Error('Stripe returned no page for the payment.')
    return { session: id, url }
  },

  async read(session) {
    const found = await stripe.checkout.sessions.retrieve(session, {
      expand: ['payment_intent.latest_charge'],
    })
    const intent = typeof found.payment_intent === 'string' ? null : found.payment_intent
    const charge = typeof intent?.latest_charge === 'string' ? null : intent?.latest_charge
    const disputes = charge?.disputed
      ? (await stripe.disputes.list({ charge: charge.id, limit: 100 })).data
      : []
    return {
      isPaid: found.payment_status === 'paid',
      amountCents: found.payment_status === 'paid' ? (found.amount_total ?? 0) : 0,
      currency: (found.currency ?? '').toUpperCase(),
      refundedCents: charge?.amount_refunded ?? 0,
      disputedCents: disputes
        .filter(({ status }) => heldBack.includes(status))
        .reduce((sum, { amount }) => sum + amount, 0),
    }
  },

  async sessionOfEvent(body, signature) {
    const { type, data } = verified(() => stripe.webhooks.constructEvent(body, signature, secret))
    if (type.startsWith('checkout.session.')) return (data.object as Stripe.Checkout.Session).id
    if (!/^(charge|refund)\./.test(type)) return null
    // Charges, refunds and disputes name the payment intent, from which Stripe knows the session.
    const intent = idOf(
      (data.object as Stripe.Charge | Stripe.Refund | Stripe.Dispute).payment_intent,
    )
    if (!intent) return null
    const { data: sessions } = await stripe.checkout.sessions.list({
      payment_intent: intent,
      limit: 1,
    })
    return sessions[0]?.id ?? null
  },
})

function verified<T>(verify: () => T): T {
  try {
    return verify()
  } catch (cause) {
    throw paymentError('not_signed', { cause, event: 'token_forged' })
  }
}
