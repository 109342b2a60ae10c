import type { PayloadRequest } from 'payload'
import { type Access, accessFor, call } from '../../platform/http/call.ts'
import type { HttpError } from '../../platform/http/errors.ts'
import { costs } from '../../platform/http/server/client-budgets.ts'
import { staff } from '../../platform/staff/access.ts'
import { member } from '../members/access.ts'
import type { Caller } from '../members/contract.ts'
import { bookPayment } from './booking.ts'
import { checkoutRequest, closeRefundRequest, refundRequest } from './contract.ts'
import { paymentError } from './errors.ts'
import { pageTo } from './page-to.ts'
import type { CardProvider } from './provider.ts'
import { closeFailed, refundByStaff } from './refunds/request.ts'
import { beginPayment } from './service.ts'
import { requireCardProvider } from './stripe.ts'

const payer: Access<{ caller: Caller; provider: CardProvider }> = accessFor(
  'member',
  async (req) => {
    const provider = requireCardProvider()
    return { caller: await member(req), provider }
  },
)

/** The payment service, which signs its messages. @returns the Checkout session that a message is about */
const paymentService: Access<{ provider: CardProvider; session: string | null }> = accessFor(
  'service',
  async (req) => {
    const provider = requireCardProvider()
    const signature = req.headers.get('stripe-signature')
    // The body is read only if there is a signature.
    if (!signature) throw paymentError('not_signed', { securityEvent: 'token_forged' })
    return { provider, session: await provider.sessionOfEvent(await bodyOf(req), signature) }
  },
)

const bodyOf = async (req: PayloadRequest): Promise<Buffer> =>
  Buffer.from((await req.arrayBuffer?.()) ?? new ArrayBuffer())

/** Returns the URL of the ledger page that shows an error and the typed amount in the form. */
function problemPage({ reason, field }: HttpError, { form }: { form: FormData }): string {
  const problem = reason === 'bad_request' ? `invalid_${field}` : reason
  const query = new URLSearchParams({ problem, form: 'card' })
  const typed = form.get('amount')
  if (typeof typed === 'string' && typed.length <= 40) query.set('amount', typed)
  return `/common-room/member/ledger?${query}#card`
}

export const paymentCalls = [
  call({
    method: 'post',
    path: '/payments/checkout',
    access: payer,
    body: checkoutRequest,
    form: {
      success: () => null,
      failure: problemPage,
    },
    handle: async ({ req, caller: { caller, provider }, body, isForm }) => {
      const { url } = await beginPayment(req, provider, caller, body)
      return isForm ? pageTo(url) : { body: { url } }
    },
  }),
  call({
    method: 'post',
    path: '/payments/stripe',
    cost: costs.request,
    maxBodyBytes: 1024 * 1024,
    access: paymentService,
    handle: async ({ req, caller: { provider, session } }) => {
      if (session) await bookPayment(req, provider, session)
      return { body: { received: true } }
    },
  }),
  call({
    method: 'post',
    path: '/payments/refund',
    access: staff('money.approve'),
    body: refundRequest,
    handle: async ({ req, caller, body: { amount, ...body } }) => {
      requireCardProvider()
      return { body: await refundByStaff(req, caller.id, { ...body, amountCents: amount }) }
    },
  }),
  call({
    method: 'post',
    path: '/payments/refunds/close',
    access: staff('money.approve'),
    body: closeRefundRequest,
    handle: async ({ req, caller, body }) => {
      await closeFailed(req, caller.id, body.refund)
      return { body: { ok: true } }
    },
  }),
]
