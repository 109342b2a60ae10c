import { createHmac, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Reply } from './request.ts'
import type { Server } from './server.ts'

export const stripeKeys = {
  STRIPE_SECRET_KEY: 'sk_test_4eC39HqLyjWDarjtT1zdp7dc',
  STRIPE_WEBHOOK_SECRET: 'whsec_5WbX5kEWLlfzsGNjH64I8lOOqUB6e8FH',
}

/** How each request fails. Without a status, the connection is closed. */
type Failure = { status?: number; type?: string; param?: string; message?: string }
type Dispute = { id: string; amount: number; status: string }
type Session = {
  id: string
  amount: number
  currency: string
  paid: boolean
  expired?: boolean
  refunded: number
  disputes: Dispute[]
  /** The form that created the session. */
  form: URLSearchParams
}

const readForm = async (request: IncomingMessage) => {
  let body = ''
  for await (const part of request) body += part
  return new URLSearchParams(body)
}

/**
 * A local server with the part of Stripe's API that the program uses: Checkout sessions with their payment intents and
 * charges, and disputes. Tests pay, refund and open disputes, and send signed webhook events as Stripe does.
 * Source: https://docs.stripe.com/api, https://docs.stripe.com/webhooks#verify-manually
 */
export async function startStripe() {
  const sessions = new Map<string, Session>()
  const byIdempotencyKey = new Map<string, Session>()
  const refundKeys = new Set<string>()
  const requests: string[] = []
  let failure: Failure | null = null

  const intentOf = ({ id }: Session) => id.replace('cs_', 'pi_')
  const chargeOf = ({ id }: Session) => id.replace('cs_', 'ch_')
  const charge = (session: Session) => ({
    ...{ id: chargeOf(session), object: 'charge', payment_intent: intentOf(session) },
    ...{ amount: session.amount, amount_refunded: session.refunded, currency: session.currency },
    ...{ disputed: session.disputes.length > 0, refunded: session.refunded === session.amount },
  })
  const checkoutJson = (session: Session, expanded = false) => ({
    ...{ id: session.id, object: 'checkout.session', amount_total: session.amount },
    ...{ currency: session.currency, mode: 'payment' },
    status: session.paid ? 'complete' : session.expired ? 'expired' : 'open',
    payment_status: session.paid ? 'paid' : 'unpaid',
    client_reference_id: session.form.get('client_reference_id'),
    payment_intent: !session.paid
      ? null
      : expanded
        ? { id: intentOf(session), object: 'payment_intent', latest_charge: charge(session) }
        : intentOf(session),
    url: session.paid ? null : `https://checkout.stripe.com/c/pay/${session.id}`,
  })
  const list = (data: object[]) => ({ object: 'list', data, has_more: false })
  const create = (form: URLSearchParams, key: string | undefined) => {
    const earlier = key && byIdempotencyKey.get(key)
    if (earlier) return earlier
    const price = 'line_items[0][price_data]'
    const session: Session = {
      id: `cs_${randomUUID().replaceAll('-', '')}`,
      amount: Number(form.get(`${price}[unit_amount]`)),
      currency: form.get(`${price}[currency]`) ?? '',
      ...{ paid: false, refunded: 0, disputes: [], form },
    }
    sessions.set(session.id, session)
    if (key) byIdempotencyKey.set(key, session)
    return session
  }
  function answer(
    method: string,
    { pathname, searchParams }: URL,
    form: URLSearchParams,
    key?: string,
  ): object | null {
    const all = [...sessions.values()]
    if (pathname === '/v1/disputes') {
      const found = all.find((each) => chargeOf(each) === searchParams.get('charge'))
      return list(found?.disputes ?? [])
    }
    if (pathname === '/v1/checkout/sessions') {
      if (method === 'POST') return checkoutJson(create(form, key))
      const intent = searchParams.get('payment_intent')
      return list(all.filter((each) => intentOf(each) === intent).map((each) => checkoutJson(each)))
    }
    if (pathname === '/v1/refunds') {
      const paid = all.find((each) => intentOf(each) === form.get('payment_intent'))
      if (!paid?.paid) return null
      if (!key || !refundKeys.has(key)) paid.refunded = paid.amount
      if (key) refundKeys.add(key)
      return { id: `re_${paid.id}`, object: 'refund', status: 'succeeded' }
    }
    const [id = '', action] = pathname.split('/').slice(4)
    const session = sessions.get(id)
    if (session && action === 'expire') {
      if (session.paid || session.expired) return null
      session.expired = true
    }
    return session ? checkoutJson(session, searchParams.has('expand[0]')) : null
  }
  const server = createServer((request, response) => {
    void readForm(request).then((form) => {
      const url = new URL(request.url ?? '/', 'http://stripe')
      requests.push(`${request.method} ${url.pathname}`)
      const isAuthorized =
        request.headers.authorization === `Bearer ${stripeKeys.STRIPE_SECRET_KEY}`
      const key = request.headers['idempotency-key']
      const failed = failure && (!failure.param || form.has(failure.param)) ? failure : null
      if (failed && !failed.status) return void request.socket.destroy()
      const body =
        isAuthorized &&
        !failed &&
        answer(request.method ?? '', url, form, key ? String(key) : undefined)
      const status = failed?.status ?? (isAuthorized ? (body ? 200 : 404) : 401)
      const error = { error: { type: 'invalid_request_error', message: 'refused', ...failed } }
      response.writeHead(status, { 'content-type': 'application/json' })
      response.end(JSON.stringify(body || error))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))

  const find = (id: string): Session => {
    const session = sessions.get(id)
    if (!session) throw new Error(`There is no session ${id}.`)
    return session
  }
  return {
    /** The environment of a program that uses this server. */
    env: {
      ...stripeKeys,
      STRIPE_API: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    },
    requests,
    sessions,
    /** Makes all requests fail until it is called with null. With `param`, only requests with this field fail. */
    setFailure: (next: Failure | null) => {
      failure = next
    },
    stop: () => new Promise((resolve) => server.close(resolve)),
    /** The id of the session in the URL of a Checkout page. */
    sessionAt: (url: string) => url.split('/').at(-1) ?? '',
    /** Pays a session. @returns the webhook event that Stripe sends */
    pay(id: string, changes: Partial<Session> = {}) {
      const session = Object.assign(find(id), { paid: true }, changes)
      return stripeEvent('checkout.session.completed', checkoutJson(session))
    },
    /** Refunds an amount. @returns the webhook event that Stripe sends */
    refund(id: string, amount: number) {
      const session = find(id)
      session.refunded += amount
      return stripeEvent('charge.refunded', charge(session))
    },
    /** Opens the payment's dispute, or changes it. @returns the webhook event that Stripe sends */
    dispute(id: string, status: string, amount = find(id).amount) {
      const session = find(id)
      const dispute = { id: `dp_${id}`, object: 'dispute', amount, status }
      session.disputes = [dispute]
      const type = status === 'needs_response' ? 'created' : 'closed'
      return stripeEvent(`charge.dispute.${type}`, {
        ...dispute,
        ...{ charge: chargeOf(session), payment_intent: intentOf(session) },
      })
    },
  }
}

/** A webhook event of Stripe, as JSON. */
export const stripeEvent = (type: string, object: object) =>
  JSON.stringify({ id: `evt_${randomUUID()}`, object: 'event', type, data: { object } })

type Signing = { secret?: string; ageSeconds?: number; signature?: string }

/** Sends a webhook event as Stripe does, with its signature. */
export function sendStripeEvent(
  server: Pick<Server, 'send'>,
  body: string,
  { secret = stripeKeys.STRIPE_WEBHOOK_SECRET, ageSeconds = 0, signature }: Signing = {},
): Promise<Reply> {
  const at = Math.floor(Date.now() / 1000) - ageSeconds
  const v1 = createHmac('sha256', secret).update(`${at}.${body}`).digest('hex')
  return server.send('/api/payments/stripe', {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'stripe-signature': signature ?? `t=${at},v1=${v1}`,
    },
    body,
  })
}
