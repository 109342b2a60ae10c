import type { IncomingMessage } from 'node:http'
import type { Payload } from 'payload'
import { tooLarge } from '../body/body.ts'
import { HttpError } from '../errors.ts'
import type { AnswerDirectly, ParsedRequest } from '../parts.ts'
import { unavailable } from './availability.ts'
import { methodNotAllowed } from './methods.ts'
import type { AnswerKind } from './metrics.ts'
import { apiPolicy } from './security-headers.ts'

/** The parts of a request that a direct call gets. */
export type DirectRequest = {
  req: IncomingMessage
  body: Buffer
  /** When the request arrived, by the server's clock, in ms since 1970. */
  receivedAt: number
  /**
   * Charges the client for work beyond `costs.request`.
   * @throws HttpError `too_many_requests`
   */
  charge: (cost: number) => Promise<void>
}

/**
 * A POST call of the API for very many small requests. A cross-site request is refused, and the client's budget
 * is charged. Then the request is answered without Payload and without a web Request. The call itself has to
 * handle an unavailable database.
 */
export type DirectCall = {
  /** Below `/api`, without parameters. */
  path: string
  /** The size limit of the body. */
  maxBodyBytes: number
  /**
   * @returns the reply, sent as JSON
   * @throws HttpError sent as an error reply
   */
  handle: (payload: Payload, request: DirectRequest) => Promise<unknown>
}

/** @param headers of all responses */
export function createDirectCalls(
  calls: readonly DirectCall[],
  payload: Payload,
  headers: Record<string, string>,
): AnswerDirectly {
  const byPath = new Map(calls.map((call) => [`/api${call.path}`, call]))
  const common = {
    ...headers,
    'content-security-policy': apiPolicy,
    'cache-control': 'no-store',
    'content-type': 'application/json',
  }
  const requests = createIterationQueue()
  const replies = createIterationQueue()
  const answer = async (call: DirectCall, request: ParsedRequest): Promise<AnswerKind> => {
    const { req, res, requestId, charge } = request
    const receivedAt = Date.now()
    const body = await readBody(req, call.maxBodyBytes)
    if (requests.size() >= maxWaiting) throw unavailable()
    await requests.next()
    const result = await call.handle(payload, { req, body, receivedAt, charge })
    await replies.next()
    const reply = JSON.stringify(result)
    res.writeHead(200, {
      ...common,
      'content-length': Buffer.byteLength(reply),
      'x-request-id': requestId,
    })
    res.end(reply)
    return 'direct'
  }
  return (request) => {
    const call = byPath.get(request.pathname)
    if (!call) return null
    if (request.method !== 'POST') throw methodNotAllowed(['POST'])
    return answer(call, request)
  }
}

/** The maximum number of requests in the queue. Further requests are refused with 503. */
const maxWaiting = 2000
/** The maximum number of iterations of the event loop that a caller waits, approximately. */
const iterations = 50

/**
 * A first-in, first-out queue that releases a few callers in each iteration of the event loop. Between two
 * iterations the process answers other requests.
 */
function createIterationQueue() {
  let waiting: (() => void)[] = []
  const release = () => {
    const count = Math.ceil(waiting.length / iterations)
    const released = waiting.slice(0, count)
    waiting = waiting.slice(count)
    for (const resolve of released) resolve()
    if (waiting.length > 0) setImmediate(release)
  }
  return {
    size: () => waiting.length,
    next: () =>
      new Promise<void>((resolve) => {
        waiting.push(resolve)
        if (waiting.length === 1) setImmediate(release)
      }),
  }
}

/** @throws HttpError `too_large`; `bad_request` if the client aborts the body */
export function readBody(req: IncomingMessage, limit: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    if (Number(req.headers['content-length'] ?? 0) > limit) {
      reject(tooLarge(limit))
      return
    }
    const chunks: Buffer[] = []
    let read = 0
    req.on('data', (chunk: Buffer) => {
      read += chunk.length
      // The rest is read and discarded.
      if (read > limit) reject(tooLarge(limit))
      else chunks.push(chunk)
    })
    req.once('end', () =>
      resolve(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks)),
    )
    req.once('error', reject)
    req.once('close', () => {
      if (req.readableEnded) return
      reject(new HttpError('bad_request', 'The request ended before it was complete.'))
    })
  })
}

/**
 * Parses a JSON body.
 * @throws SyntaxError or TypeError if the body is not JSON in UTF-8
 */
export const parseJson = (body: Buffer): unknown => JSON.parse(utf8.decode(body))

const utf8 = new TextDecoder('utf-8', { fatal: true })
