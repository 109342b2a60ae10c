import type { PayloadRequest } from 'payload'
import { databaseOf } from '../../database/sql.ts'
import { endpoint, reply } from '../../http/endpoint.ts'
import { findMember, requireMember } from '../access.ts'
import { isDomainAllowed } from '../allowed-domains.ts'
import {
  type AutoLinkReply,
  type CodeReply,
  emailRequest,
  handleRequest,
  type LinkReply,
  signOutRequest,
  startLinkRequest,
  type UserReply,
  verifyLinkRequest,
  verifyRequest,
} from '../contract.ts'
import { sessionCookie, withCookies } from '../cookies.ts'
import { asked } from '../parse.ts'
import { checkMembership, startLink, verifyLink } from '../passkeys/link.ts'
import { endSession, endSessionsOf, sessionOfCookie } from './sessions.ts'
import { refresh, requestCode, type SignedInReply, verifyCode } from './sign-in.ts'
import { signingKeys } from './signing-keys.ts'

const signedIn = ({ body, cookies }: SignedInReply) => withCookies(reply(body), cookies)

/** Source: spec section 7, "Auth", and of the functions those of membership; the contract says what each call takes and answers. */
export const membershipEndpoints = [
  endpoint('post', '/check-membership', async (req) => {
    const { userHandle } = await asked(req, handleRequest)
    const { body, cookies } = await checkMembership(req, userHandle)
    return withCookies(reply(body), cookies)
  }),
  endpoint('post', '/auth/code', async (req) => {
    const { email } = await asked(req, emailRequest)
    const cookie = await requestCode(req, email)
    return withCookies(reply({ ok: true } satisfies CodeReply), [cookie])
  }),
  endpoint('post', '/auth/verify', async (req) => {
    const { email, token } = await asked(req, verifyRequest)
    return signedIn(await verifyCode(req, { email, code: token }))
  }),
  endpoint('post', '/auth/refresh', async (req) => signedIn(await refresh(req))),
  endpoint('post', '/auth/sign-out', async (req) => {
    const { everywhere } = await asked(req, signOutRequest)
    const db = databaseOf(req.payload)
    // Whoever comes with a token that has run out is let go by the cookie.
    const own = (await findMember(req).catch(() => null)) ?? (await sessionOfCookie(db, req))
    if (own) await (everywhere ? endSessionsOf(db, own.id) : endSession(db, own.session))
    return withCookies(reply({ ok: true }), [sessionCookie(null)])
  }),
  endpoint('get', '/auth/user', async (req) => {
    const { id, email } = await requireMember(req)
    return reply({ user: { id, email } } satisfies UserReply)
  }),
  endpoint('get', '/auth/keys', keys),
  endpoint('head', '/auth/keys', keys),
  endpoint('post', '/is_email_domain_allowed', async (req) => {
    const { email } = await asked(req, emailRequest)
    return reply(await isDomainAllowed(req.payload, email))
  }),
  endpoint('post', '/start-membership-link', async (req) => {
    await startLink(req, await asked(req, startLinkRequest))
    return reply({ success: true })
  }),
  endpoint('post', '/verify-membership-link', async (req) => {
    const { body, cookies } = await verifyLink(req, await asked(req, verifyLinkRequest))
    const linked: LinkReply = { success: true, linked: true, ...body }
    return withCookies(reply(linked), cookies)
  }),
  endpoint('post', '/auto-link-push-subscription', async (req) => {
    await requireMember(req)
    // No browser has nudges yet that could be linked.
    return reply({ linked: false } satisfies AutoLinkReply)
  }),
]

async function keys({ payload }: PayloadRequest): Promise<Response> {
  const { set } = await signingKeys(payload)
  return reply(set, { headers: { 'cache-control': 'public, max-age=60' } })
}
