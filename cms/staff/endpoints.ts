import { env } from '../env.ts'
import { endpoint, formOf } from '../http/endpoint.ts'
import { HttpError } from '../http/errors.ts'
import { firstAdminForm } from './contract.ts'
import { createFirstAdmin } from './first-admin.ts'

/** The form behind the one-time link that is printed at the first start. */
export const staffEndpoints = [
  endpoint('post', '/first-admin', async (req) => {
    const form = await formOf(req)
    const parsed = firstAdminForm.safeParse(Object.fromEntries(form))
    const token = String(form.get('token') ?? '')
    // The page has the words for each; an address that somebody made up can't put others there.
    const back = (problem: string) =>
      redirect(`/admin/first/${encodeURIComponent(token)}?problem=${problem}`)
    if (!parsed.success) return back(String(parsed.error.issues[0]?.path[0] ?? 'token'))
    try {
      return redirect('/cms', await createFirstAdmin(req, env().SECRET, parsed.data))
    } catch (error) {
      if (error instanceof HttpError) return back(error.code === 'conflict' ? 'conflict' : 'token')
      throw error
    }
  }),
]

const redirect = (location: string, cookie?: string) =>
  new Response(null, {
    status: 303,
    headers: { location, 'cache-control': 'no-store', ...(cookie && { 'set-cookie': cookie }) },
  })
