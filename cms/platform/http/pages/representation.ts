import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import {
  acceptedEncoding,
  compressBrotli,
  type Encoded,
  type Encoding,
  encode,
} from '../server/encoding.ts'

/**
 * A complete response in memory: a body and header lines for each content coding, with a strong ETag
 * (RFC 9110, section 8.8.3) that differs between codings.
 */
export type Representation = {
  status: number
  bytes: number
  variants: Record<Encoding, Variant>
  /** Compresses the response in the best Brotli quality. Missing if that is not possible or not worth the time. */
  compressBetter?: () => Promise<Representation>
}

/** A hash of a body for its ETag. */
export const contentHash = (body: Buffer | string): string =>
  createHash('sha256').update(body).digest('base64url').slice(0, 22)

/** A response's body and header lines in one content coding. */
export type Variant = NotModified & {
  body: Buffer
  head: string[]
  /** The same content with another compression. A client's copy of it is current too. */
  other?: NotModified
}
type NotModified = { etag: string; notModifiedHead: string[] }

const codings: Encoding[] = ['br', 'gzip', 'identity']
/**
 * The compression of uncached responses, of cached ones, and of cached ones that are requested often. The best Brotli
 * quality saves 9 % of a page's bytes and takes twenty times as long. Different bytes need different strong ETags, so
 * each compression adds its `mark` to the ETag.
 */
const compression = {
  uncached: { quality: 4, mark: '-once' },
  cached: { quality: 5, mark: '-fast' },
  best: { quality: 10, mark: '' },
}
/**
 * Larger responses are not compressed in the best quality. A feed or site map of this size would take a fifth of a
 * second. All pages are smaller.
 */
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
  const type = headers['content-type'] ?? ''
  const chosen = only || !isKept ? compression.uncached : compression.cached
  const encoded = options.encoded ?? (await encode(body, type, chosen.quality, only))
  const hash = contentHash(body)
  const isNegotiated = Boolean(only) || encoded.br !== encoded.identity
  const canBeBetter =
    isKept && !only && !options.encoded && isNegotiated && body.length <= largeBytes
  const etagOf = (coding: Encoding, mark: string) => `"${hash}-${coding}${mark}"`
  const variant = (coding: Encoding, own: Buffer, mark: string) => {
    const isEncoded = own !== encoded.identity
    return makeVariant(headers, own, {
      etag: isEncoded ? etagOf(coding, mark) : `"${hash}"`,
      coding: isEncoded ? coding : 'identity',
      isNegotiated,
    })
  }
  const { mark } = options.encoded ? compression.best : chosen
  const br = variant('br', encoded.br, mark)
  const gzip = variant('gzip', encoded.gzip, mark)
  const identity = variant('identity', encoded.identity, mark)
  if (!canBeBetter) return representationOf(status, { br, gzip, identity })
  // A client may have a copy with the other compression: from another process, or from this one before it rendered
  // the page again.
  const otherOf = (other: { mark: string }) =>
    notModified(headers, { etag: etagOf('br', other.mark), isNegotiated })
  const { cached, best } = compression
  return {
    ...representationOf(status, { br: { ...br, other: otherOf(best) }, gzip, identity }),
    compressBetter: async () => {
      const better = variant('br', await compressBrotli(body, best.quality), best.mark)
      return representationOf(status, { br: { ...better, other: otherOf(cached) }, gzip, identity })
    },
  }
}

function representationOf(status: number, variants: Record<Encoding, Variant>): Representation {
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
  const all = withEtag(headers, { etag, isNegotiated })
  if (coding !== 'identity') all['content-encoding'] = coding
  all['content-length'] = String(body.length)
  return { ...notModified(headers, { etag, isNegotiated }), body, head: linesOf(all) }
}

type Validation = { etag: string; isNegotiated: boolean }

function withEtag(
  headers: Record<string, string>,
  { etag, isNegotiated }: Validation,
): Record<string, string> {
  const vary = ['accept-encoding', headers.vary].filter(Boolean).join(', ')
  return { ...headers, etag, ...(isNegotiated && { vary }) }
}

function notModified(headers: Record<string, string>, validation: Validation): NotModified {
  const { 'content-type': _, ...others } = withEtag(headers, validation)
  return { etag: validation.etag, notModifiedHead: linesOf(others) }
}

// The value of the last line is set to the request's id when the response is sent.
const linesOf = (headers: Record<string, string>): string[] => [
  ...Object.entries(headers).flat(),
  'x-request-id',
  '',
]

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
  if (condition && status === 200) {
    const current = [variant, variant.other].find((each) => each && matches(condition, each.etag))
    if (current) {
      res.writeHead(304, withId(current.notModifiedHead, requestId))
      res.end()
      return
    }
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
