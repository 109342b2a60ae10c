import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeDatabase } from '../support/database.ts'
import { root } from '../support/folders.ts'
import { type Server, startServer } from '../support/server.ts'
import { makeStaff } from '../support/staff.ts'

let server: Server
let session = ''

beforeAll(async () => {
  server = await startServer({ DATABASE_URL: await makeDatabase('demo') })
  session = (await makeStaff(server)).editor
})
afterAll(() => server?.stop())

/** The ids of the server functions of the built admin. */
function serverFunctionIds(): string[] {
  const file = path.join(root, 'cms/platform/admin/.next/server/server-reference-manifest.json')
  expect(existsSync(file)).toBe(true)
  return Object.keys(JSON.parse(readFileSync(file, 'utf8')).node)
}

async function callServerFunction(name: string, args: object, cookie = '') {
  const answers = []
  for (const id of serverFunctionIds()) {
    const headers = {
      'next-action': id,
      'content-type': 'text/plain;charset=UTF-8',
      accept: 'text/x-component',
      host: new URL(server.url).host,
      origin: server.url,
      ...(cookie && { cookie: `payload-token=${cookie}` }),
    }
    const body = JSON.stringify([{ name, args }])
    answers.push(await server.send('/cms/login', { method: 'POST', headers, body }))
  }
  return answers.map(({ text }) => text).join('\n')
}

test.each(['constructor', 'toString', 'valueOf', 'copy-data-from-locale', 'schedule-publish'])(
  'the admin does not run the server function %s',
  async (name) => {
    const text = await callServerFunction(name, {})
    expect(text).not.toMatch(/importMap|permissions|canAccessAdmin/)
    expect(text).toContain('"digest"')
  },
)

test('only staff can render the parts of a form', async () => {
  const args = { collectionSlug: 'menus' }
  expect(await callServerFunction('render-document-slots', args)).toContain('"digest"')
  expect(await callServerFunction('render-document-slots', args, session)).toContain(
    'BeforeDocumentControls',
  )
})

test('admin forms over the size limit are refused at once', async () => {
  const headers = { 'content-type': 'text/plain', 'next-action': 'x', origin: server.url }
  const body = Buffer.alloc(2 * 1024 * 1024, 'x')
  const sent = { method: 'POST', headers, body, timeoutMs: 3000 }
  const response = await server.send('/cms/login', sent)
  expect(response.status).toBe(413)
  expect(response.json()).toMatchObject({ error: 'too_large', message: expect.any(String) })
  const chunked = { ...headers, 'transfer-encoding': 'chunked' }
  expect((await server.send('/cms/login', { ...sent, headers: chunked, body: 'x' })).status).toBe(
    400,
  )
})
