import type { PayloadRequest } from 'payload'
import { env } from '../env.ts'
import { endpoint, reply } from '../http/endpoint.ts'
import { HttpError } from '../http/errors.ts'
import { takeMailEvents } from '../newsletter/mail-events.ts'
import { requireRole } from '../staff/roles.ts'
import { mailEventsRequest, settleRequest } from './contract.ts'
import { settleByStaff } from './settle-by-staff.ts'
import { isSigned } from './webhook.ts'

/** The contract says what each call takes. */
export const mailEndpoints = [
  endpoint('post', '/mail/settle', async (req) => {
    requireRole(req, 'publisher')
    const parsed = settleRequest.safeParse(await req.json?.().catch(() => undefined))
    if (!parsed.success) {
      throw new HttpError('bad_request', 'Say which mail by `id`, and `as`: again or arrived.')
    }
    await settleByStaff(req, parsed.data)
    return reply({ id: parsed.data.id })
  }),
  endpoint('post', '/mail/events', async (req) => {
    const body = await signedBody(req)
    const { data, error } = mailEventsRequest.safeParse(jsonOf(body))
    if (!data) {
      const [issue] = error.issues
      const where = issue?.path.join('.') || 'The body'
      throw new HttpError('bad_request', `${where}: ${issue?.message}`)
    }
    await takeMailEvents(req, data.events)
    return reply({ ok: true })
  }),
]

// Nobody learns whether there is such a call where no secret is agreed on.
async function signedBody(req: PayloadRequest): Promise<Buffer> {
  const { MAIL_WEBHOOK_SECRET: key } = env()
  if (!key) throw new HttpError('not_found', 'There is nothing here.')
  const header = (name: string) => req.headers.get(name) ?? ''
  const body = Buffer.from((await req.arrayBuffer?.()) ?? new ArrayBuffer())
  const call = {
    id: header('webhook-id'),
    timestamp: header('webhook-timestamp'),
    signatures: header('webhook-signature'),
    body,
  }
  if (isSigned(call, key, new Date())) return body
  throw new HttpError('unauthorized', 'This call is not signed, or was signed too long ago.')
}

function jsonOf(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString())
  } catch {
    return undefined
  }
}
