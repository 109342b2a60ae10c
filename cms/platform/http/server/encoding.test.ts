import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { acceptedEncoding, encode, isCompressible } from './encoding.ts'

describe('acceptedEncoding', () => {
  test.each([
    [undefined, 'identity'],
    ['', 'identity'],
    ['br', 'br'],
    ['gzip, deflate, br, zstd', 'br'],
    ['GZIP', 'gzip'],
    ['gzip;q=0.5, br;q=0', 'gzip'],
    ['br;q=0, gzip;q=0', 'identity'],
    ['*', 'br'],
    ['*;q=0', 'identity'],
    ['br;q=0, *', 'gzip'],
    ['identity', 'identity'],
    ['brotli', 'identity'],
    ['br;q=nonsense', 'identity'],
  ])('of the header %j is %s', (header, encoding) =>
    expect(acceptedEncoding(header)).toBe(encoding),
  )
})

test.each([
  ['text/html; charset=utf-8', true],
  ['image/svg+xml', true],
  ['application/json', true],
  ['application/ld+json', true],
  ['application/manifest+json', true],
  ['image/webp', false],
  ['font/woff2', false],
  ['application/zip', false],
])('%s is worth compressing: %s', (type, worth) => expect(isCompressible(type)).toBe(worth))

test('every coding decodes to the same text', async () => {
  const body = Buffer.from('Nobody is asked to leave. '.repeat(50))
  const { br, gzip, identity } = await encode(body, 'text/plain', 5)
  expect(brotliDecompressSync(br).equals(body)).toBe(true)
  expect(gunzipSync(gzip).equals(body)).toBe(true)
  expect(identity).toBe(body)
})

test.each([
  ['a short text', Buffer.from('ok'), 'text/plain'],
  ['a picture', Buffer.alloc(1000), 'image/webp'],
])('%s is not compressed', async (_, body, type) => {
  expect(await encode(body, type, 5)).toEqual({ br: body, gzip: body, identity: body })
})
