import http from 'node:http'
import https from 'node:https'
import type { LookupFunction } from 'node:net'
import { PrivateAddressError } from './addresses.ts'

/** The reply of a push service, or why there is none. */
export type Reply =
  | { kind: 'answered'; status: number; retryAfter: string | undefined }
  /** The host has an address that is not public. Nothing was sent. */
  | { kind: 'private' }
  /** The push service was not reached or gave no reply. It may have the message. */
  | { kind: 'lost' }

type Message = {
  headers: Record<string, string>
  body: Buffer
  /** Undefined for the system's own lookup. Requests with and without a lookup do not share connections. */
  lookup: LookupFunction | undefined
  /** How long the request may take, from its start until the end of the reply. */
  timeoutMs: number
}

const maxReplyBytes = 4096
const agentOptions = { keepAlive: true, maxFreeSockets: 64 }
const agents = {
  'checked https:': new https.Agent(agentOptions),
  'unchecked https:': new https.Agent(agentOptions),
  'unchecked http:': new http.Agent(agentOptions),
}

/**
 * Sends a POST request. If the push service has just closed a reused connection, sends the request once more. Follows
 * no redirect and ignores the reply's body. Does not throw.
 */
export async function post(url: URL, message: Message): Promise<Reply> {
  const { reply, isStale } = await exchange(url, message)
  return isStale ? (await exchange(url, message)).reply : reply
}

function exchange(
  url: URL,
  { headers, body, lookup, timeoutMs }: Message,
): Promise<{ reply: Reply; isStale: boolean }> {
  const isPlain = url.protocol === 'http:'
  const agent = lookup
    ? agents['checked https:']
    : agents[isPlain ? 'unchecked http:' : 'unchecked https:']
  return new Promise((resolve) => {
    const request = (isPlain ? http : https).request(url, {
      method: 'POST',
      headers,
      agent,
      signal: AbortSignal.timeout(timeoutMs),
      ...(lookup && { lookup }),
    })
    request.on('response', (reply) => {
      const status = reply.statusCode ?? 0
      const retryAfter = reply.headers['retry-after']
      resolve({ reply: { kind: 'answered', status, retryAfter }, isStale: false })
      dropBody(reply)
    })
    // This event is also emitted if the timeout passes while the reply's body is read.
    request.on('error', (error: NodeJS.ErrnoException) => {
      const reply: Reply =
        error instanceof PrivateAddressError ? { kind: 'private' } : { kind: 'lost' }
      // A reused connection is stale if the push service closed it at the moment of the request.
      const isStale = request.reusedSocket && ['ECONNRESET', 'EPIPE'].includes(error.code ?? '')
      resolve({ reply, isStale })
    })
    request.end(body)
  })
}

function dropBody(reply: http.IncomingMessage): void {
  let bytes = 0
  reply.on('error', () => {})
  reply.on('data', (part: Buffer) => {
    bytes += part.length
    if (bytes > maxReplyBytes) reply.destroy()
  })
}
