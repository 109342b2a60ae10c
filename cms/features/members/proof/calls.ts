import type { PayloadRequest } from 'payload'
import { call } from '../../../platform/http/call.ts'
import { member } from '../access.ts'
import { handleRequest, type ProofReply, proofCodeRequest, proofMailRequest } from '../contract.ts'
import { invalidMemberInput } from '../errors.ts'
import { proveByCode, proveByPasskey, sendProofCode } from './prove.ts'

/** The page on which a session is confirmed without JavaScript. */
export const confirmPage = '/common-room/member/confirm'

/**
 * The path of the confirm page, with the outcome of a form and the page that follows the proof as parameters.
 */
const pageAfter = (outcome: Record<string, string>, next?: FormDataEntryValue | null) => {
  const query = new URLSearchParams(outcome)
  if (typeof next === 'string') query.set('next', next)
  return `${confirmPage}?${query}`
}

/** The caller is looked up again, so that the reply includes the new proof. */
async function proofReply(req: PayloadRequest) {
  const { proofLeftMs } = await member(req)
  return { body: { proof_left_ms: proofLeftMs } satisfies ProofReply }
}

/** Calls that confirm a session with a proof. Sensitive calls require a proof. */
export const proofCalls = [
  call({
    method: 'get',
    path: '/member/proof',
    access: member,
    handle: ({ caller }) => ({ body: { proof_left_ms: caller.proofLeftMs } satisfies ProofReply }),
  }),
  call({
    method: 'post',
    path: '/member/proof/passkey',
    access: member,
    body: handleRequest,
    invalid: invalidMemberInput,
    handle: async ({ req, caller, body }) => {
      await proveByPasskey(req, caller, body.userHandle)
      return proofReply(req)
    },
  }),
  call({
    method: 'post',
    path: '/member/proof/code',
    access: member,
    body: proofMailRequest,
    form: {
      success: ({ body }) => `${pageAfter({ done: 'sent' }, body.next)}#code`,
      failure: ({ reason }, { form }) => pageAfter({ problem: reason }, form.get('next')),
    },
    handle: async ({ req, caller }) => ({
      cookies: [await sendProofCode(req, caller)],
      body: { ok: true },
    }),
  }),
  call({
    method: 'post',
    path: '/member/proof/verify',
    access: member,
    body: proofCodeRequest,
    invalid: invalidMemberInput,
    form: {
      // Removes the spaces that mail programs and people put between digits.
      read: (form) => ({
        ...Object.fromEntries(form),
        code: String(form.get('code') ?? '').replace(/\s/g, ''),
      }),
      success: ({ body }) => body.next ?? pageAfter({ done: 'confirmed' }),
      failure: ({ reason }, { form }) =>
        `${pageAfter({ problem: reason, form: 'code' }, form.get('next'))}#code`,
    },
    handle: async ({ req, caller, body }) => {
      await proveByCode(req, caller, body.code)
      return proofReply(req)
    },
  }),
]
