import Stripe from 'stripe'
import { env } from '../../platform/runtime/env.ts'
import { log } from '../../platform/runtime/log/log.ts'
import { paymentError } from './errors.ts'
import type { CardProvider } from './provider.ts'
import type { ServiceRefund } from './rules.ts'

const { StripeError, StripeIdempotencyError } = Stripe.errors
const timeoutMs = 10_000
// While a dispute is undecided, and after the venue has lost it, the venue does not have the amount. While a dispute is
// only an inquiry (statuses `warning_…`), the venue keeps the amount.
const heldBackStatuses: readonly string[] = ['needs_response', 'under_review', 'lost']

const idOf = (reference: string | { id: string } | null | undefined): string | null =>
  typeof reference === 'string' ? reference : (reference?.id ?? null)

let cachedProvider: CardProvider | null | undefined

/** Card payments by Stripe Checkout. Null if the environment contains no keys. */
export function cardProvider(): CardProvider | null {
  if (cachedProvider !== undefined) return cachedProvider
  const { STRIPE_SECRET_KEY: key, STRIPE_WEBHOOK_SECRET: secret, STRIPE_API: api } = env()
  cachedProvider = key && secret ? connectStripe({ key, secret, api }) : null
  return cachedProvider
}

/** @throws HttpError `no_card_payments` (404): the environment contains no keys of the payment service */
export function requireCardProvider(): CardProvider {
  const provider = cardProvider()
  if (!provider) throw paymentError('no_card_payments')
  return provider
}

/** Whether members and guests can pay by card. */
export const hasCardPayments = (): boolean => cardProvider() !== null

/**
 * @param options.secret verifies the signatures of Stripe's webhook events
 * @param options.api origin of the API
 */
export function connectStripe({
  key,
  secret,
  api,
}: {
  key: string
  secret: string
  api: string
}): CardProvider {
  const { hostname: host, port, protocol } = new URL(api)
  const options: Stripe.StripeConfig = {
    host,
    protocol: protocol === 'http:' ? 'http' : 'https',
    ...(port && { port }),
    timeout: timeoutMs,
    maxNetworkRetries: 1,
    telemetry: false,
  }
  return stripeProvider(new Stripe(key, options), secret)
}

/** The field of a refund's metadata with our id. With it, a refund is found whose reply was lost. */
const refundField = 'common_room_refund'

const toRefund = ({
  id,
  amount,
  status,
  failure_reason,
  metadata,
}: Stripe.Refund): ServiceRefund => {
  const own = Number(metadata?.[refundField])
  const isFailed = status === 'failed' || status === 'canceled'
  return {
    id,
    own: Number.isInteger(own) && own > 0 ? own : null,
    amountCents: amount,
    state: isFailed ? 'failed' : status === 'succeeded' ? 'succeeded' : 'pending',
    failure: isFailed ? (failure_reason ?? status) : null,
  }
}

const stripeProvider = (stripe: Stripe, secret: string): CardProvider => ({
  async begin({
    payment,
    key: formKey,
    amountCents,
    currency,
    email,
    description,
    rule,
    expiresAt,
    paidUrl,
    cancelUrl,
  }) {
    const create = (address: { customer_email?: string }, idempotencyKey: string) =>
      stripe.checkout.sessions.create(
        {
          mode: 'payment',
          ...address,
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
          ...(rule && { custom_text: { submit: { message: rule } } }),
          ...(expiresAt && {
            expires_at: Math.floor(expiresAt.getTime() / 1000),
            // Others, such as bank transfers, can succeed days later.
            payment_method_types: ['card' as const],
          }),
        },
        { idempotencyKey },
      )
    // Two installations may share one Stripe account and both have a payment with this id. The form's key tells
    // their payments apart.
    const key = `common-room:${payment}:${formKey}`
    const { id, url } = await translateStripeErrors(() =>
      create(email === null ? {} : { customer_email: email }, key).catch((error) => {
        // Stripe accepts fewer addresses than mail servers do. The address only prefills a field, so it can be left
        // out.
        if (!(error instanceof StripeError) || error.param !== 'customer_email') throw error
        return create({}, `${key}:without-address`)
      }),
    )
    if (!url) throw paymentError('service_refused')
    return { session: id, url }
  },

  async read(session) {
    const found = await translateStripeErrors(() =>
      stripe.checkout.sessions.retrieve(session, {
        expand: ['payment_intent.latest_charge.refunds'],
      }),
    )
    const intent = typeof found.payment_intent === 'string' ? null : found.payment_intent
    const charge = typeof intent?.latest_charge === 'string' ? null : intent?.latest_charge
    const { data: disputes } = charge?.disputed
      ? await translateStripeErrors(() => stripe.disputes.list({ charge: charge.id, limit: 100 }))
      : { data: [] }
    // Stripe adds at most ten refunds to a charge.
    const { data: refunds } =
      charge?.refunds?.has_more && charge
        ? await translateStripeErrors(() => stripe.refunds.list({ charge: charge.id, limit: 100 }))
        : (charge?.refunds ?? { data: [] })
    return {
      isPaid: found.payment_status === 'paid',
      // A session that is complete can be unpaid, for example while it waits for a bank transfer.
      isOpen: found.status !== 'expired' && found.payment_status !== 'paid',
      amountCents: found.payment_status === 'paid' ? (found.amount_total ?? 0) : 0,
      currency: (found.currency ?? '').toUpperCase(),
      // The amount of a failed refund is the venue’s again.
      refundedCents: charge?.refunds
        ? refunds
            .map(toRefund)
            .reduce(
              (sum, { state, amountCents }) => sum + (state === 'failed' ? 0 : amountCents),
              0,
            )
        : (charge?.amount_refunded ?? 0),
      disputedCents: disputes
        .filter(({ status }) => heldBackStatuses.includes(status))
        .reduce((sum, { amount }) => sum + amount, 0),
      refunds: refunds.map(toRefund),
    }
  },

  expire: (session) =>
    translateStripeErrors(async () => {
      const { status } = await stripe.checkout.sessions.retrieve(session)
      if (status === 'open') await stripe.checkout.sessions.expire(session)
    }),

  refund: (session) =>
    translateStripeErrors(async () => {
      const { payment_intent } = await stripe.checkout.sessions.retrieve(session)
      const intent = idOf(payment_intent)
      if (!intent) return
      const idempotencyKey = `common-room:${session}:refund`
      await stripe.refunds.create({ payment_intent: intent }, { idempotencyKey })
    }),

  refundPart: (session, { refund, key, amountCents }) =>
    translateStripeErrors(async () => {
      const { payment_intent } = await stripe.checkout.sessions.retrieve(session)
      const intent = idOf(payment_intent)
      if (!intent) throw paymentError('service_refused')
      const idempotencyKey = `common-room:${session}:refund:${refund}:${key}`
      const metadata = { [refundField]: String(refund) }
      try {
        return toRefund(
          await stripe.refunds.create(
            { payment_intent: intent, amount: amountCents, metadata },
            { idempotencyKey },
          ),
        )
      } catch (error) {
        if (!(error instanceof StripeError) || !isFinal(error.statusCode)) throw error
        return { refused: error.code ?? error.type }
      }
    }),

  async sessionOfEvent(body, signature) {
    const { type, data } = rethrowAsNotSigned(() =>
      stripe.webhooks.constructEvent(body, signature, secret),
    )
    if (type.startsWith('checkout.session.')) return (data.object as Stripe.Checkout.Session).id
    if (!/^(charge|refund)\./.test(type)) return null
    // Charges, refunds and disputes contain only the payment intent. Stripe can find the session of an intent.
    const intent = idOf(
      (data.object as Stripe.Charge | Stripe.Refund | Stripe.Dispute).payment_intent,
    )
    if (!intent) return null
    const { data: sessions } = await translateStripeErrors(() =>
      stripe.checkout.sessions.list({ payment_intent: intent, limit: 1 }),
    )
    return sessions[0]?.id ?? null
  },
})

/**
 * Whether a later request can succeed, because there was no reply, a request with the same key was still running, there
 * were too many requests, or Stripe failed.
 */
const isTemporary = (status: number | undefined) =>
  status === undefined || status === 409 || status === 429 || status >= 500

/** Whether Stripe refuses the request itself, so that repeating it is useless. */
const isFinal = (status: number | undefined) => status === 400 || status === 402

/**
 * Translates and logs Stripe's errors. Their messages are left out, because they quote the request, which can contain
 * an address.
 * @throws HttpError `service_unavailable`, `service_refused`; `key_reused`: an earlier request with the key had other
 *   contents
 */
async function translateStripeErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof StripeError)) throw error
    const { type, code, param, statusCode, requestId } = error
    const cause = new Error(`Stripe: ${type}, status ${statusCode ?? 'none'}`)
    const reason =
      error instanceof StripeIdempotencyError
        ? 'key_reused'
        : isTemporary(statusCode)
          ? 'service_unavailable'
          : 'service_refused'
    log.error({ err: cause, code, param, request: requestId }, 'a request to Stripe failed')
    throw paymentError(reason, { cause })
  }
}

function rethrowAsNotSigned<T>(verify: () => T): T {
  try {
    return verify()
  } catch (cause) {
    throw paymentError('not_signed', { cause, securityEvent: 'token_forged' })
  }
}
