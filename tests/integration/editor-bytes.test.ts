import { afterAll, beforeAll, expect, test } from 'vitest'
import { editCookie } from '../../cms/features/content/editing/rules.ts'
import { heroPaths } from '../../cms/features/venue/rules.ts'
import { makeDatabase } from '../support/database.ts'
import { type Server, startServer } from '../support/server.ts'
import { makeStaff } from '../support/staff.ts'

let server: Server
let editorCookie: string

beforeAll(async () => {
  server = await startServer({ DATABASE_URL: await makeDatabase('demo') })
  const { editor } = await makeStaff(server)
  editorCookie = `payload-token=${editor}; ${editCookie}=edit`
})
afterAll(() => server?.stop())

const scripts = (text: string, at: string): string[] =>
  [...text.matchAll(/["'`(=]((?:\.{1,2}\/|\/_astro\/)[\w./-]+\.js)\b/g)].map(
    ([, name = '']) => new URL(name, new URL(at, server.url)).pathname,
  )

/**
 * Every script that a page can load: the scripts in its HTML, and their static and dynamic imports.
 */
async function scriptsOf(path: string, cookie?: string): Promise<Map<string, string>> {
  const known = new Map<string, string>()
  const { text: page } = await server.get(path, cookie ? { cookie } : {})
  const remaining = scripts(page, path)
  for (let name = remaining.pop(); name; name = remaining.pop()) {
    if (known.has(name)) continue
    const response = await server.get(name)
    expect(response.status, name).toBe(200)
    known.set(name, response.text)
    remaining.push(...scripts(response.text, name))
  }
  return known
}

test('visitors download no editor code', async () => {
  const visitors = new Map<string, string>()
  for (const path of [...heroPaths, '/privacy', '/branding', '/offline']) {
    for (const [name, text] of await scriptsOf(path)) visitors.set(name, text)
  }
  const staff = await scriptsOf('/cafe', editorCookie)
  const callersIn = (files: Map<string, string>) =>
    [...files].filter(([, text]) => text.includes('/api/editing/')).map(([name]) => name)
  expect(callersIn(staff).length).toBeGreaterThan(0)
  expect(callersIn(visitors)).toEqual([])
  for (const [name, text] of visitors) {
    for (const word of ['Review and publish', 'Save draft', 'Discard draft']) {
      expect(text.includes(word), `${name} has “${word}”`).toBe(false)
    }
  }
})

test('the editor’s scripts share only React and the module loader with the visitors’ scripts', async () => {
  const visitor = await scriptsOf('/cafe')
  const staff = await scriptsOf('/cafe', editorCookie)
  const staffOnly = new Map([...staff].filter(([name]) => !visitor.has(name)))
  expect(staffOnly.size).toBeGreaterThan(0)
  const shared = [...staffOnly]
    .flatMap(([name, text]) => scripts(text, name))
    .filter((name) => !staffOnly.has(name))
  for (const name of new Set(shared))
    expect(name).toMatch(/(react|client|runtime|ClientRouter)[\w.-]*\.js$/)
})
