import { env } from '../env.ts'
import { endpoint } from '../http/endpoint.ts'
import { HttpError } from '../http/errors.ts'
import { firstAdminForm } from './contract.ts'
import { createFirstAdmin } from './first-admin.ts'

/** The form behind the one-time link that is printed at the first start. */
export const staffEndpoints = [
  endpoint('post', '/first-admin', async (req) => {
    const form = await req.formData?.()
    const parsed = firstAdminForm.safeParse(Object.fromEntries(form ?? []))
    const token = String(form?.get('token') ?? '')
    const back = (problem: string) =>
      redirect(`/admin/first/${encodeURIComponent(token)}?problem=${encodeURIComponent(problem)}`)
    if (!parsed.success) return back(parsed.error.issues[0]?.message ?? 'Please check the form.')
    try {
      return redirect('/cms', await createFirstAdmin(req, env().SECRET, parsed.data))
    } catch (error) {
      if (error instanceof HttpError) return back(error.message)
      throw error
    }
  }),
]

const redirect = (location: string, cookie?: string) =>
  new Response(null, {
    status: 303,
    headers: { location, 'cache-control': 'no-store', ...(cookie && { 'set-cookie': cookie }) },
  })
