import { expect, test } from 'vitest'
import { pagePolicy, securityHeaders } from '../server/security-headers.ts'
import { createPageAssets } from './page-assets.ts'
import { createRenderer } from './render.ts'
import { publicViewer } from './viewer.ts'

const renderer = createRenderer(
  async () => new Response('<p>Hello</p>', { headers: { 'content-type': 'text/html' } }),
  {
    siteUrl: 'https://venue.example',
    headers: securityHeaders(true),
    policy: pagePolicy(['abc'], true),
    connectAssets: createPageAssets(new Map(), new Map()),
    pageNeeds: [
      {
        path: /^\/door$/,
        capabilities: ['camera'],
        sources: { 'script-src': ["'wasm-unsafe-eval'"], 'worker-src': ["'self'", 'blob:'] },
      },
    ],
  },
)
const context = {
  secretKitchens: false,
  nearest: null,
  member: null,
  sentTo: null,
  ...publicViewer,
}
const headersOf = async (path: string): Promise<Record<string, string>> => {
  const { representation } = await renderer.page(path, '?a=1', context, 'links')
  const { head } = representation.variants.identity
  return Object.fromEntries(
    head.flatMap((name, n) => (n % 2 ? [] : [[name.toLowerCase(), head[n + 1] ?? '']])),
  )
}

test('a page that needs the camera may use it, and nothing else that pages may not use', async () => {
  const { 'permissions-policy': permissions = '' } = await headersOf('/door')
  expect(permissions.split(',')).toEqual([
    'camera=(self)',
    'geolocation=()',
    'microphone=()',
    'payment=()',
    'usb=()',
  ])
})

test('a page adds sources to the directives of all pages', async () => {
  const { 'content-security-policy': policy = '' } = await headersOf('/door')
  const directives = policy.split(';')
  expect(directives).toContain("script-src 'self' 'sha256-abc' 'wasm-unsafe-eval'")
  expect(directives).toContain("worker-src 'self' blob:")
  expect(directives).toContain("object-src 'none'")
})

test('other pages keep the headers of every response', async () => {
  for (const path of ['/', '/doors']) {
    const headers = await headersOf(path)
    expect(headers['permissions-policy']).toBe(securityHeaders(true)['permissions-policy'])
    expect(headers['permissions-policy']).toContain('camera=()')
    expect(headers['content-security-policy']).toBe(pagePolicy(['abc'], true)([]))
    expect(headers['content-security-policy']).not.toContain('wasm')
  }
})
