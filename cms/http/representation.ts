import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { acceptedEncoding, type Encoded, type Encoding, encode } from './encoding.ts'

/**
 * A complete response in memory: a body and header lines for each content coding, with a strong ETag
 * (RFC 9110, section 8.8.3) that differs between codings.
 */
export type Representation = {
  status: number
  bytes: number
  variants: Record<Encoding, Variant>
}

/** A hash of a body for its ETag. */
export const contentHash = (body: Buffer | string): string =>
  createHash('sha256').update(body).digest('base64url').slice(0, 22)

/** A response's body and header lines in one content coding. */
export type Variant = { etag: string; body: Buffer; head: string[]; notModifiedHead: string[] }

const codings: Encoding[] = ['br', 'gzip', 'identity']
/** Brotli quality of responses that are compressed on request: cached ones, large cached ones and uncached ones. */
const quality = { cached: 10, large: 5, uncached: 4 }
/** Larger than any page. A feed or site map of this size would take a fifth of a second in the best quality. */
const largeBytes = 256 * 1024

/**
 * @param status HTTP status
 * @param headers all headers but Content-Length, Content-Encoding, ETag and `Vary: accept-encoding`
 * @param body the uncompressed body
 * @param options.encoded precompressed bodies
 * @param options.only the only coding to compress to, for a response that is not cached
 * @param options.isKept whether the response is cached; an uncached one is compressed fast
 */
export async function represent(
  status: number,
  headers: Record<string, string>,
  body: Buffer,
  options: { encoded?: Encoded; only?: Encoding | undefined; isKept?: boolean } = {},
): Promise<Representation> {
  const { only, isKept = true } = options
  const encoded =
    options.encoded ??
    (await encode(
      body,
      headers['content-type'] ?? '',
      !isKept ? quality.uncached : body.length > largeBytes ? quality.large : quality.cached,
      only,
    ))
  const hash = contentHash(body)
  const variant = (coding: Encoding) => {
    const own = encoded[coding]
    const isEncoded = own !== encoded.identity
    // Fast compression yields other bytes, so it needs another strong ETag.
    const mark = isEncoded ? `-${coding}${only || !isKept ? '-once' : ''}` : ''
    return makeVariant(headers, own, {
      etag: `"${hash}${mark}"`,
      coding: isEncoded ? coding : 'identity',
      isNegotiated: Boolean(only) || encoded.br !== encoded.identity,
    })
  }
  const variants = {
    br: variant('br'),
    gzip: variant('gzip'),
    identity: variant('identity'),
  }
  const distinct = new Set(codings.map((coding) => variants[coding].body))
  let bytes = 0
  for (const each of distinct) bytes += each.length
  return { status, bytes, variants }
}

/**
 * @param headers all headers but Content-Length, Content-Encoding, ETag and `Vary: accept-encoding`
 * @param body the body in its content coding
 * @param options.isNegotiated whether the response has other codings too
 */
export function makeVariant(
  headers: Record<string, string>,
  body: Buffer,
  { etag, coding, isNegotiated }: { etag: string; coding: Encoding; isNegotiated: boolean },
): Variant {
  const all: Record<string, string> = { ...headers, etag }
  if (isNegotiated) all.vary = ['accept-encoding', headers.vary].filter(Boolean).join(', ')
  const notModifiedHead = Object.entries(all)
    .filter(([name]) => name !== 'content-type')
    .flat()
  if (coding !== 'identity') all['content-encoding'] = coding
  all['content-length'] = String(body.length)
  const head = Object.entries(all).flat()
  for (const lines of [head, notModifiedHead]) lines.push('x-request-id', '')
  return { etag, body, head, notModifiedHead }
}

/** Sends a representation, without its body for HEAD. Sends 304 if the client's copy is current. */
export function send(
  req: IncomingMessage,
  res: ServerResponse,
  representation: Representation,
  requestId: string,
): void {
  const variant = representation.variants[acceptedEncoding(req.headers['accept-encoding'])]
  sendVariant(req, res, representation.status, variant, requestId)
}

/** Sends a variant, without its body for HEAD. Sends 304 if the client's copy is current. */
export function sendVariant(
  req: IncomingMessage,
  res: ServerResponse,
  status: number,
  variant: Variant,
  requestId: string,
): void {
  const condition = req.headers['if-none-match']
  if (condition && status === 200 && matches(condition, variant.etag)) {
    res.writeHead(304, withId(variant.notModifiedHead, requestId))
    res.end()
    return
  }
  res.writeHead(status, withId(variant.head, requestId))
  if (req.method === 'HEAD') res.end()
  else res.end(variant.body)
}

// The last element of `head` is the request id. `writeHead` serialises the array at once, so `head` can be reused.
function withId(head: string[], requestId: string): string[] {
  head[head.length - 1] = requestId
  return head
}

// RFC 9110, section 13.1.2: If-None-Match compares weakly.
function matches(condition: string, etag: string): boolean {
  if (condition.trim() === '*') return true
  return condition.split(',').some((each) => each.trim().replace(/^W\//, '') === etag)
}
