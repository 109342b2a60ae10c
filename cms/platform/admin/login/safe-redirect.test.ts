import { describe, expect, test } from 'vitest'
import { safeRedirectPath } from './safe-redirect.ts'

describe('after a login', () => {
  test.each(['/cafe', '/cafe?at=1#story', '/cms/visual/cafe', '/'])('%s is opened', (path) => {
    expect(safeRedirectPath(path)).toBe(path)
  })

  test.each([
    '//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    'https://evil.example',
    'javascript:alert(1)',
    '/%2F%2Fevil.example',
    '/%5cevil.example',
    '/..//evil.example',
    '/\t/evil.example',
    ' //evil.example',
    '/cms/login?redirect=/cafe',
    '/cms/logout',
    undefined,
    ['/cafe'],
  ])('the dashboard is opened instead of %s', (path) => {
    expect(safeRedirectPath(path)).toBe('/cms')
  })
})
