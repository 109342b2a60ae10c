import { env } from '../env.ts'
import { anyone, call, invalidAs } from '../http/call.ts'
import { HttpError } from '../http/errors.ts'
import { staff } from './access.ts'
import { firstAdminForm, signOutRequest } from './contract.ts'
import { createFirstAdmin } from './first-admin.ts'
import { hasRole } from './roles.ts'
import { expiredSessionCookie, signOutEverywhere } from './sessions.ts'

/** The form behind the one-time link that is printed at the first start. */
export const staffCalls = [
  call({
    method: 'post',
    path: '/first-admin',
    access: anyone,
    body: firstAdminForm,
    form: {
      success: () => '/cms',
      failure: ({ code, field }, { form }) => {
        // The page has a text for each problem, so the address cannot put other texts on it.
        const problem = field || (code === 'conflict' ? 'conflict' : 'token')
        const sent = (name: string) => String(form.get(name) ?? '').slice(0, 254)
        const query = new URLSearchParams({ problem, name: sent('name'), email: sent('email') })
        const token = encodeURIComponent(String(form.get('token') ?? ''))
        return `/admin/first/${token}?${query}`
      },
    },
    handle: async ({ req, body }) => ({
      body: { ok: true },
      cookies: [await createFirstAdmin(req, env().SECRET, body)],
    }),
  }),
]

const refuse = (path: string, error: () => HttpError) =>
  call({
    method: 'post',
    path,
    access: () => {
      throw error()
    },
    handle: () => ({}),
  })

/** Calls under `/api/users`. Payload matches them before its own calls with the same paths. */
export const accountCalls = [
  // The first admin is created by the one-time link or the command line, never by an open form.
  refuse(
    '/first-register',
    () => new HttpError('forbidden', 'Use the link printed when the server first started.'),
  ),
  // Staff accounts are not confirmed by mail; Payload's call would fail on a missing column.
  refuse('/verify/:id', () => new HttpError('not_found', 'There is no such call.')),
  // Without a mail server mails are shown in the admin, and this link would give away a password.
  refuse(
    '/forgot-password',
    () =>
      new HttpError(
        'not_found',
        'No mail is sent from here. Ask an admin for a link to a new password.',
      ),
  ),
  call({
    method: 'post',
    path: '/sign-out-everywhere',
    access: (req) => {
      if (hasRole(req, 'editor')) return staff('editor')(req)
      throw new HttpError('unauthorized', 'You need to be logged in.')
    },
    body: signOutRequest,
    invalid: invalidAs('Say whom by `id`, or nothing.'),
    handle: async ({ req, caller, body: { id = caller.id } }) => {
      const isOwn = id === caller.id
      if (!isOwn && caller.role !== 'admin') {
        throw new HttpError('forbidden', 'Only admins sign others out.')
      }
      const count = await signOutEverywhere(req, id)
      return { body: { count }, cookies: isOwn ? [expiredSessionCookie(req.payload)] : [] }
    },
  }),
]
