import type { PayloadRequest } from 'payload'
import { z } from 'zod'
import { call } from '../../http/call.ts'
import { member } from '../access.ts'
import { handleRequest, type ProofReply, proofCodeRequest } from '../contract.ts'
import { invalidMemberInput } from '../errors.ts'
import { proveByCode, proveByPasskey, sendProofCode } from './prove.ts'

/** The page on which a session is confirmed without JavaScript. */
export const confirmPage = '/common-room/member/confirm'

/** The caller is looked up again, so that the reply includes the new proof. */
async function proofReply(req: PayloadRequest) {
  const { proofLeftMs } = await member(req)
  return { body: { proof_left_ms: proofLeftMs } satisfies ProofReply }
}

/** Confirming a session, which sensitive calls require. */
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
    body: z.object({}),
    form: {
      success: () => `${confirmPage}?done=sent#code`,
      failure: ({ reason }) => `${confirmPage}?problem=${reason}`,
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
      // Mail programs and people put spaces between digits.
      read: (form) => ({ code: String(form.get('code') ?? '').replace(/\s/g, '') }),
      success: () => `${confirmPage}?done=confirmed`,
      failure: ({ reason }) => `${confirmPage}?problem=${reason}&form=code#code`,
    },
    handle: async ({ req, caller, body }) => {
      await proveByCode(req, caller, body.code)
      return proofReply(req)
    },
  }),
]
