import type { PayloadRequest } from 'payload'
import { type Access, accessFor } from '../http/call.ts'
import { HttpError } from '../http/errors.ts'
import { env } from '../runtime/env.ts'
import { canBeSigned, isSigned } from './webhook.ts'

/**
 * Access for a mail service that signs its requests. If the environment has no `MAIL_WEBHOOK_SECRET`, the
 * reply is 404.
 */
export const mailService: Access<null> = accessFor('service', async (req) => {
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
