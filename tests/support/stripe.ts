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
type RefundStatus = 'pending' | 'requires_action' | 'succeeded' | 'failed' | 'canceled'
type Refund = {
  id: string
  amount: number
  status: RefundStatus
  failure_reason?: string
  metadata: Record<string, string>
}
type Session = {
  id: string
  amount: number
  currency: string
  paid: boolean
  /** Complete, but not paid yet, as with a bank transfer. */
  processing?: boolean
  expired?: boolean
  /** The sum of the refunds that have not failed. */
  refunded: number
  refunds?: Refund[]
  disputes: Dispute[]
  /** The form that created the session. */
  form: URLSearchParams
}

/** An error reply of the API. */
class Refusal {
  readonly code: string
  readonly type: string
  constructor(code: string, type = 'invalid_request_error') {
    this.code = code
    this.type = type
  }
}

const readForm = async (request: IncomingMessage) => {
  let body = ''
  for await (const part of request) body += part
  return new URLSearchParams(body)
}

/**
 * A local server with the part of Stripe's API that the program uses: Checkout sessions with their payment intents and
 * charges, refunds and disputes. Tests pay, refund and open disputes, and send signed webhook events as Stripe does.
 * Source: https://docs.stripe.com/api, https://docs.stripe.com/webhooks#verify-manually
 */
export async function startStripe() {
  const sessions = new Map<string, Session>()
  const byIdempotencyKey = new Map<string, { form: string; result: Session | Refund }>()
  let refundStatus: RefundStatus = 'succeeded'
  const requests: string[] = []
  let failure: Failure | null = null

  const intentOf = ({ id }: Session) => id.replace('cs_', 'pi_')
  const chargeOf = ({ id }: Session) => id.replace('cs_', 'ch_')
  const charge = (session: Session) => ({
    id: chargeOf(session),
    object: 'charge',
    payment_intent: intentOf(session),
    amount: session.amount,
    amount_refunded: session.refunded,
    currency: session.currency,
    disputed: session.disputes.length > 0,
    refunded: session.refunded === session.amount,
    refunds: list((session.refunds ?? []).map((each) => refundJson(session, each)).reverse()),
  })
  const refundJson = (session: Session, { failure_reason, ...refund }: Refund) => ({
    ...refund,
    object: 'refund',
    charge: chargeOf(session),
    currency: session.currency,
    payment_intent: intentOf(session),
    ...(failure_reason && { failure_reason }),
  })
  const addRefund = (session: Session, refund: Omit<Refund, 'id'>) => {
    const added = { id: `re_${randomUUID().replaceAll('-', '')}`, ...refund }
    session.refunds = [...(session.refunds ?? []), added]
    sumRefunds(session)
    return added
  }
  const sumRefunds = (session: Session) => {
    session.refunded = (session.refunds ?? [])
      .filter(({ status }) => status !== 'failed' && status !== 'canceled')
      .reduce((sum, { amount }) => sum + amount, 0)
  }
  const checkoutJson = (session: Session, expanded = false) => ({
    id: session.id,
    object: 'checkout.session',
    amount_total: session.amount,
    currency: session.currency,
    mode: 'payment',
    status: session.paid || session.processing ? 'complete' : session.expired ? 'expired' : 'open',
    payment_status: session.paid ? 'paid' : 'unpaid',
    client_reference_id: session.form.get('client_reference_id'),
    payment_intent:
      !session.paid && !session.processing
        ? null
        : expanded
          ? {
              id: intentOf(session),
              object: 'payment_intent',
              latest_charge: session.paid ? charge(session) : null,
            }
          : intentOf(session),
    url: session.paid ? null : `https://checkout.stripe.com/c/pay/${session.id}`,
  })
  const list = (data: object[]) => ({ object: 'list', data, has_more: false })
  /** Repeats the result of the first request with a key. Another request with the key is refused. */
  function onceFor<Result extends Session | Refund>(
    key: string | undefined,
    form: URLSearchParams,
    make: () => Result | Refusal,
  ): Result | Refusal {
    const earlier = key ? byIdempotencyKey.get(key) : undefined
    if (earlier && earlier.form !== form.toString()) {
      return new Refusal('idempotency_key_in_use', 'idempotency_error')
    }
    if (earlier) return earlier.result as Result
    const result = make()
    if (key && !(result instanceof Refusal)) {
      byIdempotencyKey.set(key, { form: form.toString(), result })
    }
    return result
  }
  const create = (form: URLSearchParams): Session | Refusal => {
    const expiresAt = form.get('expires_at')
    if (expiresAt && Number(expiresAt) * 1000 < Date.now() + 30 * 60_000) {
      return new Refusal('parameter_invalid_integer')
    }
    const price = 'line_items[0][price_data]'
    const session: Session = {
      id: `cs_${randomUUID().replaceAll('-', '')}`,
      amount: Number(form.get(`${price}[unit_amount]`)),
      currency: form.get(`${price}[currency]`) ?? '',
      paid: false,
      refunded: 0,
      disputes: [],
      form,
    }
    sessions.set(session.id, session)
    return session
  }
  const refund = (form: URLSearchParams): Refund | Refusal | null => {
    const paid = [...sessions.values()].find(
      (each) => intentOf(each) === form.get('payment_intent'),
    )
    if (!paid?.paid) return null
    const rest = paid.amount - paid.refunded
    const amount = form.has('amount') ? Number(form.get('amount')) : rest
    if (!rest) return new Refusal('charge_already_refunded')
    if (!(amount > 0 && amount <= rest)) return new Refusal('amount_too_large')
    if (paid.disputes.some(({ status }) => !status.startsWith('warning_') && status !== 'won')) {
      return new Refusal('charge_disputed')
    }
    const metadata = Object.fromEntries(
      [...form].flatMap(([name, value]) => {
        const [, field] = /^metadata\[(.+)\]$/.exec(name) ?? []
        return field ? [[field, value]] : []
      }),
    )
    return addRefund(paid, { amount, status: refundStatus, metadata })
  }
  function answer(
    method: string,
    { pathname, searchParams }: URL,
    form: URLSearchParams,
    key?: string,
  ): object | Refusal | null {
    const all = [...sessions.values()]
    if (pathname === '/v1/disputes') {
      const found = all.find((each) => chargeOf(each) === searchParams.get('charge'))
      return list(found?.disputes ?? [])
    }
    if (pathname === '/v1/checkout/sessions') {
      if (method === 'POST') {
        const session = onceFor(key, form, () => create(form))
        return session instanceof Refusal ? session : checkoutJson(session)
      }
      const intent = searchParams.get('payment_intent')
      return list(all.filter((each) => intentOf(each) === intent).map((each) => checkoutJson(each)))
    }
    if (pathname === '/v1/refunds') {
      const paid = all.find((each) => intentOf(each) === form.get('payment_intent'))
      if (!paid?.paid) return null
      const made = onceFor(key, form, () => refund(form) ?? new Refusal('resource_missing'))
      if (made instanceof Refusal) return made
      const current = paid.refunds?.find((each) => each.id === made.id) ?? made
      return refundJson(paid, current)
    }
    const [id = '', action] = pathname.split('/').slice(4)
    const session = sessions.get(id)
    if (session && action === 'expire') {
      if (session.paid || session.processing || session.expired) {
        return new Refusal('checkout_session_not_open')
      }
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
      const refusal = body instanceof Refusal ? body : null
      const status = failed?.status ?? (isAuthorized ? (refusal ? 400 : body ? 200 : 404) : 401)
      const details = { type: 'invalid_request_error', message: 'refused', ...refusal, ...failed }
      response.writeHead(status, { 'content-type': 'application/json' })
      response.end(JSON.stringify((!refusal && body) || { error: details }))
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
      if (find(id).expired) throw new Error('Nobody can pay a session that has expired.')
      const session = Object.assign(find(id), { paid: true, processing: false }, changes)
      return stripeEvent('checkout.session.completed', checkoutJson(session))
    },
    /** Forgets all idempotency keys, as Stripe does after a day. */
    forgetKeys: () => byIdempotencyKey.clear(),
    /** Completes a session whose payment takes days. @returns the webhook event that Stripe sends */
    complete(id: string) {
      const session = Object.assign(find(id), { processing: true })
      return stripeEvent('checkout.session.completed', checkoutJson(session))
    },
    /** Refunds an amount, as somebody does at Stripe. @returns the webhook event that Stripe sends */
    refund(id: string, amount: number) {
      const session = find(id)
      addRefund(session, { amount, status: 'succeeded', metadata: {} })
      return stripeEvent('charge.refunded', charge(session))
    },
    /** The state of refunds that are requested from now on. */
    setRefundStatus: (status: RefundStatus) => {
      refundStatus = status
    },
    /** Ends the newest refund of a session. @returns the webhook event that Stripe sends */
    endRefund(id: string, status: 'succeeded' | 'failed', failure_reason = 'lost_or_stolen_card') {
      const session = find(id)
      const newest = session.refunds?.at(-1)
      if (!newest) throw new Error(`The session ${id} has no refund.`)
      Object.assign(newest, { status }, status === 'failed' && { failure_reason })
      sumRefunds(session)
      const type = status === 'failed' ? 'refund.failed' : 'refund.updated'
      return stripeEvent(type, refundJson(session, newest))
    },
    /** Opens the payment's dispute, or changes it. @returns the webhook event that Stripe sends */
    dispute(id: string, status: string, amount = find(id).amount) {
      const session = find(id)
      const dispute = { id: `dp_${id}`, object: 'dispute', amount, status }
      session.disputes = [dispute]
      const type = status === 'needs_response' ? 'created' : 'closed'
      return stripeEvent(`charge.dispute.${type}`, {
        ...dispute,
        charge: chargeOf(session),
        payment_intent: intentOf(session),
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
