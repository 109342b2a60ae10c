import { databaseOf } from '../../../platform/database/query.ts'
import { anyone, call } from '../../../platform/http/call.ts'
import { secretPathOf, secretRoot } from '../../../platform/http/rules.ts'
import { member } from '../access.ts'
import { isDomainAllowed } from '../allowed-domains.ts'
import {
  type CodeReply,
  emailRequest,
  signInLinkRequest,
  signOutRequest,
  type UserReply,
  verifyRequest,
} from '../contract.ts'
import { sessionCookie } from '../cookies.ts'
import { invalidMemberInput, memberError } from '../errors.ts'
import { endSession, endSessionsOf, findSessionOfCookie } from './sessions.ts'
import { refresh, requestCode, signInWithLink, verifyCode } from './sign-in.ts'
import { loadSigningKeys } from './signing-keys.ts'

const page = '/common-room/sign-in'

/**
 * The pages of a form: those of the secret kitchens, if the form's field `back` names one of theirs.
 * @returns `inside`: the page after signing in
 */
function pagesOf(form: FormData): { signIn: string; inside: string } {
  const back = secretPathOf(form.get('back'))
  return back
    ? { signIn: `${secretRoot}/sign-in`, inside: back }
    : { signIn: page, inside: '/common-room/main' }
}

/** The sign-in page of a form with a message; it leads back to the same page. */
function signInPage(form: FormData, message: Record<string, string>): string {
  const { signIn, inside } = pagesOf(form)
  const query = new URLSearchParams(message)
  if (signIn !== page && inside !== secretRoot) query.set('back', inside)
  return `${signIn}?${query}`
}

/** Calls for signing in with an emailed code or link, and for signing out. Source: spec section 7, "Auth". */
export const sessionCalls = [
  call({
    method: 'post',
    path: '/auth/code',
    onSecretHost: true,
    access: anyone,
    body: emailRequest,
    invalid: invalidMemberInput,
    form: {
      success: ({ result, form }) => {
        const { link } = result.body as CodeReply
        return link
          ? signInPage(form, { done: 'sent_link' })
          : `${signInPage(form, { done: 'sent' })}#code`
      },
      failure: ({ reason }, { form }) => signInPage(form, { problem: reason }),
    },
    handle: async ({ req, body }) => {
      const { cookie, isLink } = await requestCode(req, body.email)
      const reply: CodeReply = isLink ? { ok: true, link: true } : { ok: true }
      return { cookies: [cookie], body: reply }
    },
  }),
  call({
    method: 'post',
    path: '/auth/link',
    onSecretHost: true,
    access: anyone,
    body: signInLinkRequest,
    invalid: () => memberError('invalid_link'),
    form: {
      success: ({ form }) => pagesOf(form).inside,
      failure: ({ reason }, { form }) => signInPage(form, { problem: reason }),
    },
    handle: ({ req, body }) => signInWithLink(req, body.token),
  }),
  call({
    method: 'post',
    path: '/auth/verify',
    onSecretHost: true,
    access: anyone,
    body: verifyRequest,
    invalid: invalidMemberInput,
    form: {
      // Removes the spaces that mail programs and people put between digits. Without an address, the code belongs to
      // the address to which this browser last requested a code.
      read: (form) => ({
        email: form.get('email'),
        token: String(form.get('token') ?? '').replace(/\s/g, ''),
        type: 'email',
      }),
      success: ({ form }) => pagesOf(form).inside,
      failure: ({ reason }, { form }) =>
        `${signInPage(form, { problem: reason, form: 'code' })}#code`,
    },
    handle: ({ req, body }) => verifyCode(req, { email: body.email, code: body.token }),
  }),
  call({
    method: 'post',
    path: '/auth/refresh',
    onSecretHost: true,
    access: anyone,
    handle: ({ req }) => refresh(req),
  }),
  call({
    method: 'post',
    path: '/auth/sign-out',
    onSecretHost: true,
    access: anyone,
    body: signOutRequest,
    form: {
      success: ({ form }) => signInPage(form, { done: 'signed_out' }),
      failure: ({ reason }, { form }) => signInPage(form, { problem: reason }),
    },
    handle: async ({ req, body }) => {
      const db = databaseOf(req.payload)
      // An outdated cookie also ends its session. An access token without the cookie does not.
      const current = await findSessionOfCookie(db, req)
      if (current)
        await (body.everywhere ? endSessionsOf(db, current.id) : endSession(db, current.session))
      return { body: { ok: true }, cookies: [sessionCookie(null)] }
    },
  }),
  call({
    method: 'get',
    path: '/auth/user',
    onSecretHost: true,
    access: member,
    handle: ({ caller: { id, email } }) => ({ body: { user: { id, email } } satisfies UserReply }),
  }),
  call({
    method: 'get',
    path: '/auth/keys',
    pagePath: '/.well-known/jwks.json',
    access: anyone,
    handle: async ({ req }) => ({
      body: (await loadSigningKeys(req.payload)).jwks,
      headers: { 'cache-control': 'public, max-age=60' },
    }),
  }),
  call({
    method: 'post',
    path: '/is_email_domain_allowed',
    onSecretHost: true,
    access: anyone,
    body: emailRequest,
    invalid: invalidMemberInput,
    handle: async ({ req, body }) => ({ body: await isDomainAllowed(req.payload, body.email) }),
  }),
]
