import type { IncomingMessage, ServerResponse } from 'node:http'
import { Readable, Transform } from 'node:stream'
import { finished } from 'node:stream/promises'
import { clientHeader } from '../../limits/clients.ts'
import { HttpError } from '../errors.ts'
import { clientBlock } from '../server/client-address.ts'
import { notedHostKind, secretHostHeader } from '../server/hosts.ts'
import { withoutTrailingSlashes } from '../server/target.ts'

const kilobyte = 1024
const megabyte = 1024 * kilobyte

/**
 * The size limits of a request's body in bytes. Payload buffers a body before it checks who sent it. So everybody who
 * isn't signed in as staff, members included, gets the small limit `strangers`. This server checks for staff before
 * Payload gets a larger body.
 */
export const bodyLimits = { strangers: 64 * kilobyte, staff: megabyte } as const

/** Whether a body exceeds the limit for strangers, or may exceed it because its length is not known. */
export const mayBeLong = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined ||
  Number(headers['content-length'] ?? 0) > bodyLimits.strangers

/**
 * Converts a Node request to a web Request. Its origin is `origin`; the Host header and a host in the
 * target are ignored. Reading a body over the limit fails with `too_large`, and reading a
 * body that the client aborts fails too.
 * @throws HttpError `too_large` if the Content-Length is over the limit
 */
export function toWebRequest(req: IncomingMessage, origin: string, limit: number): Request {
  return webRequest(req, addressOf(req.url, origin), webHeaders(req), limit)
}

/**
 * Reads a body into memory.
 * @returns a function that converts the request as `toWebRequest` does, with that body
 * @throws HttpError `too_large`; `bad_request` if the client stops in the middle
 */
export async function receive(
  req: IncomingMessage,
  origin: string,
  limit: number,
): Promise<() => Request> {
  if (Number(req.headers['content-length'] ?? 0) > limit) throw tooLarge(limit)
  const chunks: Buffer[] = []
  let read = 0
  try {
    // The rest of a body that is too large is read by whoever answers, so the request must not be destroyed here.
    for await (const chunk of req.iterator({ destroyOnReturn: false })) {
      read += chunk.length
      if (read > limit) throw tooLarge(limit)
      chunks.push(chunk)
    }
  } catch (error) {
    if (error instanceof HttpError) throw error
    throw new HttpError('bad_request', 'The request is not complete.')
  }
  const { method = 'GET' } = req
  return () => {
    const [address, headers] = [addressOf(req.url, origin), webHeaders(req)]
    headers.set('host', address.host)
    if (method === 'GET' || method === 'HEAD') return new Request(address, { headers })
    return new Request(address, { method, headers, body: Buffer.concat(chunks) })
  }
}

/** The same request at another path, without its query, its credentials and the headers that name its origin. */
export function anonymousRequest(req: IncomingMessage, origin: string, path: string): Request {
  const headers = webHeaders(req)
  for (const name of ['cookie', 'authorization', 'origin', 'sec-fetch-site']) headers.delete(name)
  return webRequest(req, addressOf(path, origin), headers, bodyLimits.strangers)
}

function webRequest(req: IncomingMessage, address: URL, headers: Headers, limit: number): Request {
  headers.set('host', address.host)
  // Payload's endpoints do not support HEAD. The reply to HEAD is the reply to GET without the body.
  const method = req.method === 'HEAD' ? 'GET' : (req.method ?? 'GET')
  const hasBody = method !== 'GET'
  if (hasBody && Number(req.headers['content-length'] ?? 0) > limit) throw tooLarge(limit)
  return new Request(address, {
    method,
    headers,
    ...(hasBody && { body: Readable.toWeb(limitBody(req, limit)), duplex: 'half' }),
  } as RequestInit)
}

/**
 * The headers of a Node request as web Headers. `clientHeader` is set to the client's address block, `secretHostHeader`
 * if the request came to the host of the secret kitchens.
 */
export function webHeaders(req: IncomingMessage): Headers {
  const headers = new Headers()
  for (const [name, value] of Object.entries(req.headers)) {
    if (value === undefined || name.startsWith(':')) continue
    for (const each of Array.isArray(value) ? value : [value]) headers.append(name, each)
  }
  headers.set(clientHeader, clientBlock(req))
  headers.delete(secretHostHeader)
  if (notedHostKind(req) === 'secret') headers.set(secretHostHeader, '1')
  return headers
}

/**
 * Refuses a body that is longer than `limit` bytes, or has a Transfer-Encoding instead of a Content-Length.
 * @throws HttpError `too_large`, `bad_request`
 */
export function requireLength({ headers }: IncomingMessage, limit: number): void {
  if (headers['transfer-encoding'] !== undefined) {
    throw new HttpError('bad_request', 'This request does not say how long it is.')
  }
  if (Number(headers['content-length'] ?? 0) > limit) throw tooLarge(limit)
}

function addressOf(target: string | undefined, origin: string): URL {
  const { pathname, search } = new URL(target?.replace(/^\/{2,}/, '/') ?? '/', origin)
  const address = new URL(origin)
  // The request handler checks API paths without the slashes at their end; Payload ignores only one.
  address.pathname = withoutTrailingSlashes(pathname)
  address.search = search
  return address
}

function limitBody(req: IncomingMessage, limit: number): Transform {
  let read = 0
  const counted = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      read += chunk.length
      done(read > limit ? tooLarge(limit) : null, chunk)
    },
  })
  req.once('error', (error) => counted.destroy(error))
  return req.pipe(counted)
}

/**
 * Receives and discards the part of a body that nobody has read, after the response was sent. Node does that only for
 * bodies that nobody began to read. Otherwise the next request on the connection would wait for ever.
 */
export function discardRest(req: IncomingMessage): void {
  if (req.complete || req.destroyed) return
  req.unpipe()
  req.resume()
}

/** The error of a body that is longer than `limit` bytes. */
export const tooLarge = (limit: number): HttpError =>
  new HttpError(
    'too_large',
    `The request is too large: at most ${limit < megabyte ? `${limit / kilobyte} KB` : `${Math.floor(limit / megabyte)} MB`}.`,
  )

/**
 * Sends a web Response through a Node response. `headers` are added, unless the Response has a header of
 * the same name. If the client closes the connection, the body is cancelled.
 * @throws the error of reading the body
 */
export async function sendResponse(
  res: ServerResponse,
  response: Response,
  headers: Record<string, string>,
): Promise<void> {
  const own: Record<string, string | string[]> = { ...headers }
  for (const [name, value] of response.headers) {
    if (name !== 'set-cookie') own[name] = value
  }
  const cookies = response.headers.getSetCookie()
  if (cookies.length) own['set-cookie'] = cookies
  res.writeHead(response.status, own)
  if (!response.body || res.req.method === 'HEAD') {
    res.end()
    return response.body?.cancel()
  }
  if (res.destroyed) return response.body.cancel()
  await sendBody(res, response.body)
}

// Sends the body without Node's streams, because these need several kilobytes more for each response, and
// thousands of responses may be open.
async function sendBody(res: ServerResponse, body: ReadableStream<Uint8Array>): Promise<void> {
  const reader = body.getReader()
  let proceed = () => {}
  const close = () => {
    proceed()
    reader.cancel().catch(() => {})
  }
  const drain = () => proceed()
  res.once('close', close)
  res.on('drain', drain)
  try {
    for (let part = await reader.read(); !part.done && !res.destroyed; part = await reader.read()) {
      if (res.write(part.value)) continue
      await new Promise<void>((resolve) => {
        proceed = resolve
        if (res.destroyed) resolve()
      })
    }
  } catch (error) {
    res.destroy()
    throw error
  } finally {
    res.off('close', close)
    res.off('drain', drain)
  }
  if (!res.destroyed) res.end()
  await finished(res).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error
  })
}
