import { expect, test } from 'vitest'
import { sheet } from '../templates/look.ts'
import { inMode } from './modes.ts'

test('a mail is shown by night and by day, whatever the browser prefers', () => {
  const html = `<meta content="light dark"><style>${sheet}</style>`
  expect(inMode(html, 'dark')).toContain('@media all {')
  expect(inMode(html, 'dark')).toContain('color-scheme: dark;')
  expect(inMode(html, 'light')).toContain('@media not all {')
  expect(inMode(html, 'light')).toContain('content="light"')
  for (const mode of ['light', 'dark'] as const) expect(inMode(html, mode)).not.toContain('prefers')
})
