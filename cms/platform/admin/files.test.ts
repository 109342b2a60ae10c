import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createAdminFiles } from './files.ts'

const script = '/_next/static/chunks/a.js'
const font = '/_next/static/media/b.woff2'
let folder = ''

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'admin-files-'))
  const write = (file: string, text: string | Buffer) => {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true })
    writeFileSync(path.join(folder, file), text)
  }
  write('chunks/a.js', 'plain')
  write('chunks/a.js.br', 'with Brotli')
  write('chunks/a.js.gz', 'with gzip')
  write('media/b.woff2', 'font')
  for (const name of ['c', 'd', 'e']) write(`media/${name}.png`, Buffer.alloc(3_000_000))
})
afterEach(() => rmSync(folder, { recursive: true }))

const make = () => createAdminFiles({ 'x-content-type-options': 'nosniff' }, folder)

function headersOf(head: string[]): Record<string, string> {
  const lines = Array.from({ length: head.length / 2 }, (_, n) => head.slice(2 * n, 2 * n + 2))
  return Object.fromEntries(lines)
}

test('a script is sent in the accepted coding, as the build has compressed it', async () => {
  const files = make()
  const texts = { br: 'with Brotli', gzip: 'with gzip', identity: 'plain' }
  const etags = new Set<string>()
  for (const coding of ['br', 'gzip', 'identity'] as const) {
    const file = await files.find(script, coding)
    expect(String(file?.body)).toBe(texts[coding])
    const headers = headersOf(file?.head ?? [])
    expect(headers).toMatchObject({
      'content-type': 'application/javascript; charset=utf-8',
      'content-length': String(texts[coding].length),
      'cache-control': 'public, max-age=31536000, immutable',
      'content-security-policy': expect.stringContaining("default-src 'none'"),
      'x-content-type-options': 'nosniff',
      vary: 'accept-encoding',
      etag: expect.stringMatching(/^"[^"]+"$/),
    })
    expect(headers['content-encoding']).toBe(coding === 'identity' ? undefined : coding)
    etags.add(headers.etag ?? '')
  }
  expect(etags.size).toBe(3)
})

test('a font is sent without content coding, whatever coding the browser accepts', async () => {
  const files = make()
  const file = await files.find(font, 'br')
  expect(String(file?.body)).toBe('font')
  const headers = headersOf(file?.head ?? [])
  expect(headers['content-type']).toBe('font/woff2')
  expect(headers).not.toHaveProperty('content-encoding')
  expect(headers).not.toHaveProperty('vary')
  expect(files.findInMemory(font, 'gzip')).toBe(file)
})

test('only built files are served', async () => {
  const files = make()
  await files.find(script, 'br')
  for (const urlPath of [`${script}.br`, '/_next/static/none.js', '/_next/static/../a.js', '/']) {
    expect(files.has(urlPath), urlPath).toBe(false)
    expect(files.findInMemory(urlPath, 'identity'), urlPath).toBeUndefined()
    expect(await files.find(urlPath, 'identity'), urlPath).toBeNull()
  }
  expect(files.has(script)).toBe(true)
})

test('a file is in memory after its first request, only in the requested coding', async () => {
  const files = make()
  expect(files.findInMemory(script, 'br')).toBeUndefined()
  const [one, other] = await Promise.all([files.find(script, 'br'), files.find(script, 'br')])
  expect(one).toBe(other)
  expect(files.findInMemory(script, 'br')).toBe(one)
  expect(files.findInMemory(script, 'identity')).toBeUndefined()
})

test('when the memory for files is full, the files that were requested last stay in it', async () => {
  const files = make()
  const urlPaths = ['c', 'd', 'e'].map((name) => `/_next/static/media/${name}.png`)
  for (const urlPath of urlPaths) await files.find(urlPath, 'identity')
  expect(urlPaths.map((urlPath) => files.findInMemory(urlPath, 'identity') !== undefined)).toEqual([
    false,
    true,
    true,
  ])
})
