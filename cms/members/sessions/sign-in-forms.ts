import type { PayloadRequest } from 'payload'
import { databaseOf } from '../../database/sql.ts'
import { endpoint, formOf, seeOther } from '../../http/endpoint.ts'
import { HttpError } from '../../http/errors.ts'
import { emailRequest, verifyRequest } from '../contract.ts'
import { sessionCookie } from '../cookies.ts'
import { endSession, sessionOfCookie } from './sessions.ts'
import { requestCode, verifyCode } from './sign-in.ts'

const page = '/common-room/sign-in'
const room = '/common-room/main'
// What is wrong with the second form is said there, and the browser goes there.
const atCode = '&form=code#code'

/**
 * Signing in by an emailed code, and out, as a browser without scripts does it: it sends a form and shows the
 * page that comes back. The address does not belong into that page's.
 */
export const signInForms = [
  endpoint('post', '/auth/form/code', async (req) => {
    const form = await formOf(req)
    const { data } = emailRequest.safeParse({ email: form.get('email') })
    if (!data) return seeOther(`${page}?problem=invalid_email`)
    return orBack('', async () => {
      const cookie = await requestCode(req, data.email)
      return seeOther(`${page}?done=sent#code`, [cookie])
    })
  }),
  endpoint('post', '/auth/form/verify', async (req) => {
    const { data, error } = verifyRequest.safeParse(await sentOf(req))
    const fault = problemIn(error?.issues[0]?.path[0])
    if (!data) return seeOther(`${page}?problem=invalid_${fault}${atCode}`)
    return orBack(atCode, async () => {
      const { cookies } = await verifyCode(req, { email: data.email, code: data.token })
      return seeOther(room, cookies)
    })
  }),
  endpoint('post', '/auth/form/sign-out', async (req) => {
    const db = databaseOf(req.payload)
    const own = await sessionOfCookie(db, req)
    if (own) await endSession(db, own.session)
    return seeOther(`${page}?done=signed_out`, [sessionCookie(null)])
  }),
]

async function sentOf(req: PayloadRequest): Promise<Record<string, unknown>> {
  const form = await formOf(req)
  // Mail programs and people put spaces between digits.
  const token = String(form.get('token') ?? '').replace(/\s/g, '')
  return { email: form.get('email'), token, type: 'email' }
}

const problemIn = (field: unknown): 'email' | 'code' => (field === 'email' ? 'email' : 'code')

async function orBack(form: '' | typeof atCode, work: () => Promise<Response>): Promise<Response> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof HttpError)) throw error
    return seeOther(`${page}?problem=${error.reason}${form}`)
  }
}
