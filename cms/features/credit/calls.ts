import { databaseOf } from '../../platform/database/query.ts'
import { call } from '../../platform/http/call.ts'
import type { HttpError } from '../../platform/http/errors.ts'
import { member, optionalMember, requireProof } from '../members/access.ts'
import { memberError } from '../members/errors.ts'
import {
  claimRequest,
  type EndedSendReply,
  type GiftReply,
  giftRequest,
  type NewsReply,
  newsRequest,
  reportRequest,
  roundUpRequest,
  type SendReply,
  sendRequest,
  takeBackRequest,
} from './contract.ts'
import { findNewsWays } from './news/queries.ts'
import { defaultWays } from './news/rules.ts'
import { ledgerPath } from './pages.ts'
import { readView } from './rules.ts'
import { checkSend, claimSend, sendCredit, takeBack } from './sends.ts'
import { chooseNews, give, reportEntry, switchRoundUp } from './service.ts'
import { statementFile } from './statement-file.ts'

/**
 * The URL of the ledger page after a form was sent. The query contains the outcome, the fragment names the form's
 * section.
 */
const pageAfter = (outcome: Record<string, string | number>, section: string) =>
  `${ledgerPath}?${new URLSearchParams(Object.entries(outcome).map(([name, value]) => [name, String(value)]))}#${section}`

/**
 * Returns a function that makes the URL of the ledger page with an error and the typed amount in this section's form.
 */
const problemUrlIn = (section: string) => (error: HttpError, sent?: { form: FormData }) => {
  const typed = sent?.form.get('amount')
  const problem = error.reason === 'bad_request' ? `invalid_${error.field}` : error.reason
  const amount = typeof typed === 'string' && typed.length <= 40 ? { [section]: typed } : {}
  return pageAfter({ ...amount, problem, form: section }, section)
}

/** Calls with which members use their credit. Each `post` works as an HTML form too. */
export const creditCalls = [
  call({
    method: 'get',
    path: '/credit/statement',
    access: member,
    handle: async ({ req, caller }) =>
      statementFile(req.payload, caller, readView(req.searchParams)),
  }),
  call({
    method: 'post',
    path: '/credit/gift',
    access: member,
    body: giftRequest,
    form: {
      read: (form) => ({ ...Object.fromEntries(form), public: form.has('public') }),
      success: ({ result }) => pageAfter({ given: (result.body as GiftReply).gift }, 'give'),
      failure: problemUrlIn('give'),
    },
    handle: async ({ req, caller, body }) => ({ body: await give(req, caller, body) }),
  }),
  call({
    method: 'post',
    path: '/credit/round-up',
    access: member,
    body: roundUpRequest,
    form: {
      read: (form) => ({ on: form.get('on') === 'true' }),
      success: () => `${ledgerPath}#round_up`,
      failure: problemUrlIn('round_up'),
    },
    handle: async ({ req, caller, body }) => {
      await switchRoundUp(req, caller, body.on)
      return { body }
    },
  }),
  call({
    method: 'get',
    path: '/credit/news',
    access: member,
    handle: async ({ req, caller }) => {
      const chosen = await findNewsWays(databaseOf(req.payload), caller.id)
      return { body: { ...defaultWays, ...chosen } satisfies NewsReply }
    },
  }),
  call({
    method: 'post',
    path: '/credit/news',
    access: member,
    body: newsRequest,
    handle: async ({ req, caller, body }) => {
      await chooseNews(req, caller, body)
      return { body: body satisfies NewsReply }
    },
  }),
  call({
    method: 'post',
    path: '/credit/sends',
    // The proof is required in `handle`, because `failure` is not called if `access` refuses. `failure` redirects a
    // member without JavaScript to the page where they give a proof.
    access: member,
    body: sendRequest,
    form: {
      success: ({ result }) => pageAfter({ sent: (result.body as SendReply).send }, 'send'),
      failure: (error, sent) =>
        error.reason === 'proof_required'
          ? `/common-room/member/confirm?${new URLSearchParams({ next: ledgerPath })}`
          : problemUrlIn('send')(error, sent),
    },
    handle: async ({ req, caller, body }) => {
      if (caller.proofLeftMs === 0) await checkSend(databaseOf(req.payload), caller, body)
      return { body: await sendCredit(req, requireProof(caller), body) }
    },
  }),
  call({
    method: 'post',
    path: '/credit/sends/take-back',
    access: member,
    body: takeBackRequest,
    form: {
      read: (form) => ({ id: Number(form.get('id')) }),
      success: ({ result }) => pageAfter({ back: (result.body as EndedSendReply).send }, 'send'),
      failure: problemUrlIn('send'),
    },
    handle: async ({ req, caller, body }) => ({ body: await takeBack(req, caller, body.id) }),
  }),
  call({
    method: 'post',
    path: '/credit/claim',
    access: optionalMember,
    body: claimRequest,
    form: {
      read: (form) =>
        form.has('token') ? { token: form.get('token') } : { id: Number(form.get('id')) },
      success: ({ result }) =>
        pageAfter({ claimed: (result.body as EndedSendReply).send }, 'waiting'),
      failure: (error, { form }) => {
        const page = form.has('token')
          ? `/common-room/claim/${encodeURIComponent(String(form.get('token')))}`
          : ledgerPath
        return error.reason === 'signed_out'
          ? `/common-room?${new URLSearchParams({ back: page })}`
          : `${page}?problem=${error.reason}#waiting`
      },
    },
    handle: async ({ req, caller, body }) => {
      if (!caller) throw memberError('signed_out')
      return { body: await claimSend(req, caller, body) }
    },
  }),
  call({
    method: 'post',
    path: '/credit/report',
    access: member,
    body: reportRequest,
    form: {
      read: (form) => ({ transfer: Number(form.get('transfer')), text: form.get('text') }),
      success: () => pageAfter({ done: 'reported' }, 'statement'),
      failure: problemUrlIn('statement'),
    },
    handle: async ({ req, caller, body }) => {
      await reportEntry(req, caller, body)
      return { body: { ok: true } }
    },
  }),
]
