import { expect, test } from 'vitest'
import { pageDrawingOf } from './page-drawings.ts'

const pages = ['not-found', 'offline', 'privacy', 'branding', 'letters', 'secretkitchens']

test('each page without pictures has its own small drawing', () => {
  const drawings = pages.map((page) => pageDrawingOf(page) ?? '')
  expect(new Set(drawings).size).toBe(pages.length)
  for (const drawing of drawings) {
    expect(drawing).toContain('var(--spot-')
    expect(Buffer.byteLength(drawing)).toBeLessThan(4000)
  }
  expect(pageDrawingOf('cafe')).toBeUndefined()
})
