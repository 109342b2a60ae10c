import type { PayloadRequest } from 'payload'
import { featuresOf } from '../feature.ts'
import { type Access, accessFor, call, invalidAs } from '../http/call.ts'
import { HttpError } from '../http/errors.ts'
import { costs } from '../http/server/client-budgets.ts'
import { env } from '../runtime/env.ts'
import { staff } from '../staff/access.ts'
import { mailEventsRequest, previewRequest, settleRequest } from './contract.ts'
import { previewWords } from './mailbox/preview-words.ts'
import { resolveByStaff } from './mailbox/resolve-by-staff.ts'
import { canBeSigned, isSigned } from './webhook.ts'

/**
 * Access for a mail service that signs its requests. If the environment has no `MAIL_WEBHOOK_SECRET`, the
 * reply is 404.
 */
const mailService: Access<null> = accessFor('service', async (req) => {
  const { MAIL_WEBHOOK_SECRET: key } = env()
  if (!key) throw new HttpError('not_found', 'There is nothing here.')
  const header = (name: string) => req.headers.get(name) ?? ''
  const headers = {
    id: header('webhook-id'),
    timestamp: header('webhook-timestamp'),
    signatures: header('webhook-signature'),
  }
  const now = new Date()
  // The body is read only if the headers can belong to a valid signature.
  if (canBeSigned(headers, now) && isSigned({ ...headers, body: await bytesOf(req) }, key, now)) {
    return null
  }
  throw new HttpError('unauthorized', 'This call is not signed, or was signed too long ago.', {
    securityEvent: 'token_forged',
  })
})

/** Reads the raw body. The request's body can be read again afterwards. */
async function bytesOf(req: PayloadRequest): Promise<Buffer> {
  const body = Buffer.from((await req.arrayBuffer?.()) ?? new ArrayBuffer())
  req.arrayBuffer = async () => new Uint8Array(body).buffer
  return body
}

export const mailCalls = [
  call({
    method: 'post',
    path: '/mail/settle',
    access: staff('mailbox.guests'),
    body: settleRequest,
    invalid: invalidAs('Say which mail by `id`, and `as`: again or arrived.'),
    handle: async ({ req, body }) => {
      await resolveByStaff(req, body)
      return { body: { id: body.id } }
    },
  }),
  call({
    method: 'post',
    path: '/mail/preview',
    access: staff('mails.write'),
    body: previewRequest,
    invalid: invalidAs('Send the mail by its name, and its words.'),
    handle: async ({ req, body }) => ({ body: await previewWords(req.payload, body) }),
  }),
  call({
    method: 'post',
    path: '/mail/events',
    // The lowest cost, because the service reports thousands of mails one by one, from one IP address.
    cost: costs.request,
    maxBodyBytes: 1024 * 1024,
    access: mailService,
    body: mailEventsRequest,
    invalid: ({ path, message }) =>
      new HttpError('bad_request', `${path.join('.') || 'The body'}: ${message}`),
    handle: async ({ req, body }) => {
      for (const { onMailEvents } of featuresOf(req.payload)) await onMailEvents?.(req, body.events)
      return { body: { ok: true } }
    },
  }),
]
