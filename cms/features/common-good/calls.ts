import { anyone, type CallLimit, call } from '../../platform/http/call.ts'
import type { HttpError } from '../../platform/http/errors.ts'
import { staff } from '../../platform/staff/access.ts'
import { optionalMember } from '../members/access.ts'
import { memberError } from '../members/errors.ts'
import { fundCause } from './causes.ts'
import {
  type BookedReply,
  cashRequest,
  decisionRequest,
  fundingRequest,
  messageDecision,
  messageRequest,
  type PayoutReply,
  type PayoutReversalReply,
  payoutRequest,
  payoutReversalRequest,
  type RequestedReply,
  reportRequest,
  requestDecision,
  reversalDecision,
  reversalRequest,
} from './contract.ts'
import { commonGoodError } from './errors.ts'
import { decideMessage, leaveMessage, reportMessage } from './messages.ts'
import { messageStates } from './pages.ts'
import {
  approvePayoutReversal,
  refusePayoutReversal,
  requestPayoutReversal,
} from './payout-reversals.ts'
import { approvePayout, refusePayout, requestPayout } from './payouts.ts'
import { approveRequest, refuseRequest } from './second-person.ts'
import { bookCash, combinedTotalCents, reverseMovement } from './service.ts'

const messagePage = '/common-good/message'

/** The limit is this high because all visitors of the venue may share one address. */
const messageLimit: CallLimit = {
  name: 'common good messages',
  limit: { max: 40, windowMs: 10 * 60_000 },
  error: commonGoodError('too_often'),
}
const reportLimit: CallLimit = {
  name: 'common good reports',
  limit: { max: 10, windowMs: 60 * 60_000 },
  error: commonGoodError('too_often'),
}

function problemPage({ reason, field }: HttpError): string {
  const known = messageStates.problem.find((each) => each === (field ? 'invalid' : reason))
  return `${messagePage}?problem=${known ?? 'failure'}`
}

export const commonGoodCalls = [
  /** Source: spec section 7, get-common-good-totals. */
  call({
    method: 'post',
    path: '/get-common-good-totals',
    access: anyone,
    handle: async ({ req }) => ({
      body: { combined_total_cents: await combinedTotalCents(req.payload) },
    }),
  }),
  call({
    method: 'post',
    path: '/common-good/cash',
    access: staff('money.take'),
    body: cashRequest,
    handle: async ({ req, caller, body }) =>
      bookedOrRequested(await bookCash(req, caller.id, body)),
  }),
  call({
    method: 'post',
    path: '/common-good/reverse',
    access: staff('money.approve'),
    body: reversalRequest,
    handle: async ({ req, caller, body }) =>
      bookedOrRequested(await reverseMovement(req, caller.id, body)),
  }),
  call({
    method: 'post',
    path: '/common-good/requests/approve',
    access: staff('money.approve'),
    body: requestDecision,
    handle: async ({ req, caller, body }) =>
      bookedReply(await approveRequest(req, caller.id, body.request)),
  }),
  call({
    method: 'post',
    path: '/common-good/requests/refuse',
    access: staff('money.approve'),
    body: requestDecision,
    handle: async ({ req, caller, body }) => {
      await refuseRequest(req, caller.id, body.request)
      return { body: { ok: true } }
    },
  }),
  call({
    method: 'post',
    path: '/common-good/fund',
    access: staff('money.approve'),
    body: fundingRequest,
    handle: async ({ req, caller, body }) => bookedReply(await fundCause(req, caller.id, body)),
  }),
  call({
    method: 'post',
    path: '/common-good/payouts',
    access: staff('payouts.request'),
    body: payoutRequest,
    handle: async ({ req, caller, body }) => {
      const { id, isRepeat } = await requestPayout(req, caller.id, body)
      const reply: PayoutReply = { payout: id, repeated: isRepeat }
      return { body: reply }
    },
  }),
  call({
    method: 'post',
    path: '/common-good/payouts/approve',
    access: staff('money.approve'),
    body: decisionRequest,
    handle: async ({ req, caller, body: { payout } }) => {
      const { transfer, isRepeat } = await approvePayout(req, caller.id, payout)
      return bookedReply({ id: transfer, isRepeat })
    },
  }),
  call({
    method: 'post',
    path: '/common-good/payouts/refuse',
    access: staff('money.approve'),
    body: decisionRequest,
    handle: async ({ req, caller, body: { payout } }) => {
      await refusePayout(req, caller.id, payout)
      return { body: { ok: true } }
    },
  }),
  call({
    method: 'post',
    path: '/common-good/payouts/reversals',
    access: staff('payouts.request'),
    body: payoutReversalRequest,
    handle: async ({ req, caller, body }) => {
      const { id, isRepeat } = await requestPayoutReversal(req, caller.id, body)
      const reply: PayoutReversalReply = { reversal: id, repeated: isRepeat }
      return { body: reply }
    },
  }),
  call({
    method: 'post',
    path: '/common-good/payouts/reversals/approve',
    access: staff('money.approve'),
    body: reversalDecision,
    handle: async ({ req, caller, body: { reversal } }) => {
      const { transfer, isRepeat } = await approvePayoutReversal(req, caller.id, reversal)
      return bookedReply({ id: transfer, isRepeat })
    },
  }),
  call({
    method: 'post',
    path: '/common-good/payouts/reversals/refuse',
    access: staff('money.approve'),
    body: reversalDecision,
    handle: async ({ req, caller, body: { reversal } }) => {
      await refusePayoutReversal(req, caller.id, reversal)
      return { body: { ok: true } }
    },
  }),
  call({
    method: 'post',
    path: '/common-good/message',
    // Not `member`: if `access` refuses a call, `form.failure` is not called, so a signed-out visitor without
    // JavaScript would not be redirected to a page.
    access: optionalMember,
    body: messageRequest,
    limits: [messageLimit],
    form: { success: () => `${messagePage}?done=sent`, failure: problemPage },
    handle: async ({ req, caller, body }) => {
      if (!caller) throw memberError('signed_out')
      await leaveMessage(req, caller.id, body)
      return { status: 201, body: { ok: true } }
    },
  }),
  call({
    method: 'post',
    path: '/common-good/message/report',
    access: anyone,
    body: reportRequest,
    limits: [reportLimit],
    form: { success: () => `${messagePage}?done=reported`, failure: problemPage },
    handle: async ({ req, body: { message } }) => {
      await reportMessage(req, message)
      return { body: { ok: true } }
    },
  }),
  call({
    method: 'post',
    path: '/common-good/message/decide',
    access: staff('causes.manage'),
    body: messageDecision,
    handle: async ({ req, body }) => {
      await decideMessage(req, body)
      return { body: { ok: true } }
    },
  }),
]

const bookedReply = ({ id, isRepeat }: { id: number; isRepeat: boolean }) => {
  const body: BookedReply = { transfer: id, repeated: isRepeat }
  return { body }
}

const bookedOrRequested = (reply: { id: number; isRepeat: boolean } | RequestedReply) =>
  'request' in reply ? { status: 202, body: reply } : bookedReply(reply)
