import { expect, test } from 'vitest'
import { createPageAssets, runtimePrefix } from './page-assets.ts'
import { type Representation, represent } from './representation.ts'

const link = (name: string) => `<link rel="stylesheet" href="/_astro/${name}.css">`
const uses = new Map([
  ['/_astro/main.css', 9],
  ['/_astro/layout.css', 8],
  ['/_astro/menu.css', 3],
  ['/_astro/cafe.css', 1],
])
const page = `<head>${link('cafe')}${link('menu')}${link('main')}${link('layout')}</head><script>if (1<2) start()</script>`

async function assets() {
  const contents = {
    ...Object.fromEntries([...uses.keys()].map((path) => [path, `.${path.slice(8, -4)}{}`])),
    [`${runtimePrefix}1.js`]: 'if (1<2) start()',
  }
  const files = new Map<string, Representation>()
  for (const [path, content] of Object.entries(contents)) {
    files.set(path, await represent(200, {}, Buffer.from(content)))
  }
  return createPageAssets(files, uses)
}

test('a page opened directly has inline styles, shared ones first', async () => {
  const { html, hashes } = (await assets())(page, 'inline')
  expect(html).toBe(
    '<head><style data-astro-transition-persist="/_astro/main.css">.main{}</style>' +
      '<style data-astro-transition-persist="/_astro/layout.css">.layout{}</style>' +
      '<style>.menu{}\n.cafe{}</style></head>' +
      `<script src="${runtimePrefix}1.js" defer></script>`,
  )
  // printf .main{} | openssl dgst -sha256 -binary | base64
  expect(hashes).toHaveLength(3)
  expect(hashes[0]).toBe('J5VDW+6wHnW3E8jsAzZHhOYD9LUdpAD05xHBfs97wSc=')
})

test('a page for client navigation links to its style sheets, shared ones first', async () => {
  const { html, hashes } = (await assets())(page, 'links')
  const names = [...html.matchAll(/href="\/_astro\/(\w+)\.css"( data-astro-transition-persist)?/g)]
  expect(names.map(([, name, isKept]) => [name, Boolean(isKept)])).toEqual([
    ['main', true],
    ['layout', true],
    ['menu', false],
    ['cafe', false],
  ])
  expect(hashes).toEqual([])
})

test('without built files a page is unchanged', () => {
  expect(createPageAssets(new Map(), new Map())(page, 'inline')).toEqual({ html: page, hashes: [] })
})
