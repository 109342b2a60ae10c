import { expect, test } from 'vitest'
import { styleSheet } from '../templates/styles.ts'
import { inMode } from './color-mode.ts'

test('a mail is shown in light or dark mode independently of the browser', () => {
  const html = `<meta content="light dark"><style>${styleSheet}</style>`
  expect(inMode(html, 'dark')).toContain('@media all {')
  expect(inMode(html, 'dark')).toContain('color-scheme: dark;')
  expect(inMode(html, 'light')).toContain('@media not all {')
  expect(inMode(html, 'light')).toContain('content="light"')
  for (const mode of ['light', 'dark'] as const) expect(inMode(html, mode)).not.toContain('prefers')
})
