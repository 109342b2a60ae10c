import { generateExpiredPayloadCookie } from 'payload'
import { env } from '../env.ts'
import { endpoint, formOf, reply } from '../http/endpoint.ts'
import { HttpError } from '../http/errors.ts'
import { firstAdminForm, signOutRequest } from './contract.ts'
import { createFirstAdmin } from './first-admin.ts'
import { signOutEverywhere } from './sessions.ts'

/** The form behind the one-time link that is printed at the first start. */
export const staffEndpoints = [
  endpoint('post', '/first-admin', async (req) => {
    const form = await formOf(req)
    const parsed = firstAdminForm.safeParse(Object.fromEntries(form))
    const token = String(form.get('token') ?? '')
    // The page has the words for each; an address that somebody made up can't put others there.
    const back = (problem: string) => {
      const typed = ['name', 'email'].map((each) => [
        each,
        String(form.get(each) ?? '').slice(0, 254),
      ])
      const query = new URLSearchParams([['problem', problem], ...typed])
      return redirect(`/admin/first/${encodeURIComponent(token)}?${query}`)
    }
    if (!parsed.success) return back(String(parsed.error.issues[0]?.path[0] ?? 'token'))
    try {
      return redirect('/cms', await createFirstAdmin(req, env().SECRET, parsed.data))
    } catch (error) {
      if (error instanceof HttpError) return back(error.code === 'conflict' ? 'conflict' : 'token')
      throw error
    }
  }),
]

/** Calls of one's own account, under `/api/users`; each comes before Payload's of the same name. */
export const userEndpoints = [
  // The first admin comes from the one-time link or the command line, never from an open form.
  endpoint('post', '/first-register', async () => {
    throw new HttpError('forbidden', 'Use the link printed when the server first started.')
  }),
  // Nobody is asked to confirm an address; Payload's own call would look for what is not there.
  endpoint('post', '/verify/:id', async () => {
    throw new HttpError('not_found', 'There is no such call.')
  }),
  // Where there is no mail server, mails stay where staff read them; such a link is worth a password.
  endpoint('post', '/forgot-password', async () => {
    const message = 'No mail is sent from here. Ask an admin for a link to a new password.'
    throw new HttpError('not_found', message)
  }),
  endpoint('post', '/sign-out-everywhere', async (req) => {
    const { user, payload } = req
    if (user?.collection !== 'users') {
      throw new HttpError('unauthorized', 'You need to be logged in.')
    }
    const sent: unknown = await req.json?.().catch(() => ({}))
    const parsed = signOutRequest.safeParse(sent ?? {})
    if (!parsed.success) throw new HttpError('bad_request', 'Say whom by `id`, or nothing.')
    const id = parsed.data.id ?? Number(user.id)
    const isOwn = id === Number(user.id)
    if (!isOwn && user.role !== 'admin') {
      throw new HttpError('forbidden', 'Only admins sign others out.')
    }
    const count = await signOutEverywhere(req, id)
    const cookie = generateExpiredPayloadCookie({
      collectionAuthConfig: payload.collections.users.config.auth,
      config: payload.config,
      cookiePrefix: payload.config.cookiePrefix,
    }) as string
    return reply({ count }, isOwn ? { headers: { 'set-cookie': cookie } } : {})
  }),
]

const redirect = (location: string, cookie?: string) =>
  new Response(null, {
    status: 303,
    headers: { location, 'cache-control': 'no-store', ...(cookie && { 'set-cookie': cookie }) },
  })
