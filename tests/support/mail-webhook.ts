import { createHmac, randomUUID } from 'node:crypto'
import type { Reply } from './request.ts'
import type { Server } from './server.ts'

/** The webhook's secret, in the format of the environment variable. */
export const webhookSecret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'

export type MailEvent = Record<string, unknown>
type Signing = {
  id?: string
  /** How many seconds ago the call was signed. */
  ageSeconds?: number
  secret?: string
  /** Replaces the computed headers. */
  headers?: Record<string, string>
}

/** An event about a mail. The event has a unique id. */
export const newMailEvent = (type: string, others: MailEvent = {}): MailEvent => ({
  id: randomUUID(),
  type,
  ...others,
})

/** Calls the webhook as a mail service does. */
export const postEvents = (server: Pick<Server, 'send'>, body: unknown, signing?: Signing) =>
  postSigned(server, '/api/mail/events', body, signing)

/** Reports mails that guests wrote. */
export const postReplies = (server: Pick<Server, 'send'>, body: unknown, signing?: Signing) =>
  postSigned(server, '/api/mail/replies', body, signing)

function postSigned(
  server: Pick<Server, 'send'>,
  path: string,
  body: unknown,
  { id = `msg_${randomUUID()}`, ageSeconds = 0, secret = webhookSecret, headers }: Signing = {},
): Promise<Reply> {
  const written = typeof body === 'string' ? body : JSON.stringify(body)
  const timestamp = String(Math.floor(Date.now() / 1000) - ageSeconds)
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64')
  const digest = createHmac('sha256', key).update(`${id}.${timestamp}.${written}`).digest('base64')
  return server.send(path, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': timestamp,
      'webhook-signature': `v1,${digest}`,
      ...headers,
    },
    body: written,
  })
}
