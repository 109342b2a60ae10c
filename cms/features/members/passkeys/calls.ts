import type { PayloadRequest } from 'payload'
import { databaseOf } from '../../../platform/database/query.ts'
import { anyone, type CallLimit, call } from '../../../platform/http/call.ts'
import { embeddableHeaders } from '../../../platform/http/server/security-headers.ts'
import { relatedOrigins } from '../../../platform/webauthn/relying-party.ts'
import { member, optionalMember, provedMember } from '../access.ts'
import { handleRequest, startLinkRequest } from '../contract.ts'
import { invalidMemberInput, memberError } from '../errors.ts'
import { authOptions, authVerify } from './authenticate.ts'
import {
  authOptionsRequest,
  authVerifyRequest,
  createSessionRequest,
  type RelatedOriginsReply,
  registerOptionsRequest,
  registerVerifyRequest,
  removeRequest,
  renameRequest,
  verifyLinkRequest,
} from './contract.ts'
import { createSession, requestPasskeyReplacement } from './create-session.ts'
import { startLink, verifyLink } from './link.ts'
import { passkeysOf, removePasskey, renamePasskey } from './own-passkeys.ts'
import { registerOptions, registerVerify } from './register.ts'

/**
 * Limits the ceremonies of one client. The limit is high, because all guests of a venue may share one IP
 * address.
 */
const ceremonyLimit: CallLimit = {
  name: 'ceremonies',
  limit: { max: 300, windowMs: 5 * 60_000, fixed: true },
  error: memberError('too_often'),
}
const invalid = invalidMemberInput

const passkeysReply = async ({ payload }: PayloadRequest, { id }: { id: number }) => ({
  body: await passkeysOf(databaseOf(payload), id),
})

/** Calls for ceremonies, and for linking passkeys to members. Source: spec section 7, "Function invocations". */
export const passkeyCalls = [
  call({
    method: 'get',
    path: '/webauthn-related-origins',
    pagePath: '/.well-known/webauthn',
    access: anyone,
    handle: () => ({
      body: { origins: relatedOrigins() } satisfies RelatedOriginsReply,
      // Browsers read this for pages of other sites.
      headers: { 'cache-control': 'public, max-age=60', ...embeddableHeaders },
    }),
  }),
  call({
    method: 'post',
    path: '/webauthn-register-options',
    access: optionalMember,
    limits: [ceremonyLimit],
    body: registerOptionsRequest,
    invalid,
    handle: ({ req, caller, body }) => registerOptions(req, caller, body),
  }),
  call({
    method: 'post',
    path: '/webauthn-register-verify',
    access: optionalMember,
    body: registerVerifyRequest,
    invalid,
    handle: async ({ req, caller, body }) => ({ body: await registerVerify(req, caller, body) }),
  }),
  call({
    method: 'post',
    path: '/webauthn-auth-options',
    onSecretHost: true,
    access: anyone,
    limits: [ceremonyLimit],
    body: authOptionsRequest,
    invalid,
    handle: ({ req, body }) => authOptions(req, body),
  }),
  call({
    method: 'post',
    path: '/webauthn-auth-verify',
    onSecretHost: true,
    access: anyone,
    body: authVerifyRequest,
    invalid,
    handle: ({ req, body }) => authVerify(req, body),
  }),
  call({
    method: 'post',
    path: '/webauthn-create-session',
    onSecretHost: true,
    access: anyone,
    body: createSessionRequest,
    invalid,
    handle: ({ req, body }) => createSession(req, body),
  }),
  call({
    method: 'post',
    path: '/clear-webauthn-data',
    access: optionalMember,
    body: handleRequest,
    invalid,
    handle: async ({ req, caller, body }) => ({
      body: { success: true },
      cookies: [await requestPasskeyReplacement(req, caller, body.userHandle)],
    }),
  }),
  call({
    method: 'post',
    path: '/start-membership-link',
    access: anyone,
    body: startLinkRequest,
    invalid,
    handle: async ({ req, body }) => {
      await startLink(req, body)
      return { body: { success: true } }
    },
  }),
  call({
    method: 'post',
    path: '/verify-membership-link',
    access: anyone,
    body: verifyLinkRequest,
    invalid,
    handle: ({ req, body }) => verifyLink(req, body),
  }),
  call({
    method: 'get',
    path: '/member/passkeys',
    access: member,
    handle: ({ req, caller }) => passkeysReply(req, caller),
  }),
  call({
    method: 'post',
    path: '/member/passkeys/rename',
    access: member,
    body: renameRequest,
    invalid,
    handle: async ({ req, caller, body }) => {
      await renamePasskey(req, caller, body)
      return passkeysReply(req, caller)
    },
  }),
  call({
    method: 'post',
    path: '/member/passkeys/remove',
    access: provedMember,
    body: removeRequest,
    invalid,
    handle: async ({ req, caller, body }) => {
      await removePasskey(req, caller, body.id)
      return passkeysReply(req, caller)
    },
  }),
]
