import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

export type Encoding = 'br' | 'gzip' | 'identity'
export type Encoded = Record<Encoding, Buffer>

const known = new Map<string, Encoding>()
const knownLimit = 500

/**
 * The best content coding that a client accepts. Source: RFC 9110, section 12.5.3.
 * @param header the Accept-Encoding header as sent
 */
export function acceptedEncoding(header: string | string[] | undefined): Encoding {
  if (!header) return 'identity'
  const text = String(header)
  const cached = known.get(text)
  if (cached) return cached
  const weights = new Map<string, number>()
  for (const part of text.toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.split(';').map((piece) => piece.trim())
    const weight = parameters.find((parameter) => parameter.startsWith('q='))
    weights.set(name, weight ? Number(weight.slice(2)) || 0 : 1)
  }
  const takes = (name: string) => (weights.get(name) ?? weights.get('*') ?? 0) > 0
  const encoding = takes('br') ? 'br' : takes('gzip') ? 'gzip' : 'identity'
  if (known.size < knownLimit) known.set(text, encoding)
  return encoding
}

const compressible =
  /^(text\/|image\/svg|application\/(json|javascript|manifest|wasm|xml|[a-z]+\+(json|xml)))/

export const isCompressible = (contentType: string): boolean => compressible.test(contentType)

const brotli = promisify(brotliCompress)
const gz = promisify(gzip)

/**
 * Compresses a body in every content coding.
 * @param quality of Brotli, 0–11; the gzip level is derived from it
 * @param only the only coding to compress to, at a fast level, for a response that is not cached
 */
export async function encode(
  body: Buffer,
  contentType: string,
  quality: number,
  only?: Encoding,
): Promise<Encoded> {
  const plain = { br: body, gzip: body, identity: body }
  if (!isCompressible(contentType) || body.length < 256 || only === 'identity') return plain
  if (only === 'gzip') return { ...plain, gzip: await gz(body, { level: 1 }) }
  if (only === 'br') {
    const params = { [constants.BROTLI_PARAM_QUALITY]: 2, [constants.BROTLI_PARAM_LGWIN]: 17 }
    return { ...plain, br: await brotli(body, { params }) }
  }
  const [br, gzipped] = await Promise.all([
    compressBrotli(body, quality),
    gz(body, { level: quality < 5 ? 1 : 9 }),
  ])
  return { br, gzip: gzipped, identity: body }
}

/** @param quality 0–11 */
export const compressBrotli = (body: Buffer, quality: number): Promise<Buffer> =>
  brotli(body, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: quality,
      [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
    },
  })
