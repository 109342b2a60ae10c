import { expect, test } from 'vitest'
import { signOf } from './signs.ts'

const pages = ['not-found', 'offline', 'privacy', 'branding', 'letters', 'secretkitchens']

test('each page without pictures has its own small drawing', () => {
  const drawings = pages.map((page) => signOf(page) ?? '')
  expect(new Set(drawings).size).toBe(pages.length)
  for (const drawing of drawings) {
    expect(drawing).toContain('var(--spot-')
    expect(Buffer.byteLength(drawing)).toBeLessThan(4000)
  }
  expect(signOf('cafe')).toBeUndefined()
})
