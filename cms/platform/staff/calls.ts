import { accessFor, anyone, type CallLimit, call, invalidAs } from '../http/call.ts'
import { HttpError } from '../http/errors.ts'
import { withMinimumDuration } from '../http/server/minimum-duration.ts'
import { env } from '../runtime/env.ts'
import { anyStaff, provedStaff, requireProof } from './access.ts'
import {
  choosePasswordRequest,
  emailRequest,
  firstAdminForm,
  forgotRequest,
  invitationRequest,
  ownProof,
  passwordRequest,
  personOf,
  sendLinkRequest,
  signInRequest,
  signOutRequest,
} from './contract.ts'
import { sessionCookie } from './cookie.ts'
import { createFirstAdmin } from './first-admin.ts'
import {
  inviteStaff,
  requestPasswordLink,
  sendPasswordLink,
  signInOrSendLink,
} from './invitations.ts'
import { changeOwnEmail, changeOwnPassword } from './own-account.ts'
import { passkeyCalls } from './passkeys/calls.ts'
import { choosePassword } from './password-links.ts'
import { may } from './permissions.ts'
import { proveSession } from './proof.ts'
import { sessionExpiry, signOut, signOutEverywhere } from './sessions.ts'

/** The call of the form that creates the first admin. The first start prints a one-time link to this form. */
export const firstAdminCalls = [
  call({
    method: 'post',
    path: '/first-admin',
    access: anyone,
    body: firstAdminForm,
    form: {
      success: () => '/cms',
      failure: ({ code, field }, { form }) => {
        // The URL contains a code of the problem, not its text, so that a forged link cannot show its own message.
        // `name` and `email` fill the form again.
        const problem = field || (code === 'conflict' ? 'conflict' : 'token')
        const sent = (name: string) => String(form.get(name) ?? '').slice(0, 254)
        const query = new URLSearchParams({ problem, name: sent('name'), email: sent('email') })
        const token = encodeURIComponent(String(form.get('token') ?? ''))
        return `/admin/first/${token}?${query}`
      },
    },
    handle: async ({ req, body }) => ({
      body: { ok: true },
      cookies: await createFirstAdmin(req, env().SECRET, body),
    }),
  }),
]

const refuse = (path: string, error: () => HttpError) =>
  call({
    method: 'post',
    path,
    access: accessFor('public', () => {
      throw error()
    }),
    handle: () => ({}),
  })

/** This limit only reduces database queries. Tokens have 256 bits and cannot be guessed. */
const passwordLinkLimit: CallLimit = {
  name: 'password links',
  limit: { max: 30, windowMs: 10 * 60_000 },
  error: new HttpError('too_many_requests', 'Too many tries. Please wait ten minutes.'),
}

/**
 * Calls under `/api/users`. Payload matches them before its own calls with the same paths. They replace
 * all of Payload's calls that read or write passwords and sessions.
 */
export const accountCalls = [
  // Payload's public form must not create the first admin. The one-time link or the command line does that.
  refuse(
    '/first-register',
    () => new HttpError('forbidden', 'Use the link printed when the server first started.'),
  ),
  // Staff accounts have no confirmation by mail. Payload's call would fail because a column is missing.
  refuse('/verify/:id', () => new HttpError('not_found', 'There is no such call.')),
  call({
    method: 'post',
    path: '/',
    access: provedStaff('staff.manage'),
    body: invitationRequest,
    // Payload's form sends all fields as JSON in one part of a multipart body.
    form: {
      read: (form) => JSON.parse(String(form.get('_payload') ?? '{}')),
      success: () => null,
      failure: () => null,
    },
    handle: async ({ req, body }) => {
      const doc = await inviteStaff(req, body)
      return { status: 201, body: { doc, message: `The invitation goes to ${doc.email}.` } }
    },
  }),
  call({
    method: 'post',
    path: '/send-password-link',
    access: provedStaff('staff.manage'),
    body: sendLinkRequest,
    handle: async ({ req, body }) => {
      await sendPasswordLink(req, body.id)
      return { body: { ok: true } }
    },
  }),
  call({
    method: 'post',
    path: '/forgot-password',
    access: anyone,
    limits: [passwordLinkLimit],
    body: forgotRequest,
    handle: async ({ req, body: { email } }) => {
      await withMinimumDuration(() => requestPasswordLink(req, email))
      return { status: 202, body: { ok: true } }
    },
  }),
  call({
    method: 'post',
    path: '/login',
    access: anyone,
    body: signInRequest,
    handle: async ({ req, body }) => {
      const { account, cookies } = await signInOrSendLink(req, body)
      return { body: { user: personOf(account) }, cookies }
    },
  }),
  call({
    method: 'post',
    path: '/logout',
    access: anyone,
    handle: async ({ req }) => ({ body: { ok: true }, cookies: [await signOut(req)] }),
  }),
  // Payload's admin sends this request to extend the session. Sessions are never extended: the reply only says
  // when the current session ends.
  call({
    method: 'post',
    path: '/refresh-token',
    access: anyStaff,
    handle: async ({ req }) => ({ body: { user: req.user, exp: await sessionExpiry(req) } }),
  }),
  call({
    method: 'post',
    path: '/reset-password',
    access: anyone,
    limits: [passwordLinkLimit],
    body: choosePasswordRequest,
    handle: async ({ req, body }) => {
      const { account, cookies } = await choosePassword(req, body)
      return { body: { user: personOf(account) }, cookies }
    },
  }),
  call({
    method: 'post',
    path: '/change-password',
    access: anyStaff,
    body: passwordRequest,
    handle: async ({ req, caller, body }) => {
      const cookie = await changeOwnPassword(req, caller, body)
      return { body: { ok: true }, cookies: [cookie] }
    },
  }),
  call({
    method: 'post',
    path: '/change-email',
    access: anyStaff,
    body: emailRequest,
    handle: async ({ req, caller, body }) => ({
      body: { ok: true },
      cookies: await changeOwnEmail(req, caller, body),
    }),
  }),
  call({
    method: 'post',
    path: '/confirm',
    access: anyStaff,
    body: ownProof,
    handle: async ({ req, caller, body }) => {
      const cookie = await proveSession(req, caller, body)
      return { body: { ok: true }, cookies: [cookie] }
    },
  }),
  // Succeeds if the session has a proof. If the call is refused, the admin interface asks for a proof.
  call({
    method: 'get',
    path: '/proof',
    access: provedStaff('staff.manage'),
    handle: () => ({ body: { ok: true } }),
  }),
  call({
    method: 'post',
    path: '/sign-out-everywhere',
    access: anyStaff,
    body: signOutRequest,
    invalid: invalidAs('Send the `id` of an account, or leave `id` out to end your own sessions.'),
    handle: async ({ req, caller, body: { id = caller.id } }) => {
      const isOwn = id === caller.id
      if (!isOwn && !may(caller.role, 'staff.manage')) {
        throw new HttpError('forbidden', 'Only admins sign others out.')
      }
      if (!isOwn) await requireProof(req)
      const count = await signOutEverywhere(req, id)
      return { body: { count }, cookies: isOwn ? [sessionCookie(null)] : [] }
    },
  }),
  ...passkeyCalls,
]
