import { expect, test } from 'vitest'
import { styleSheet } from '../templates/styles.ts'
import { forceColorMode } from './color-mode.ts'

test('a mail is shown in light or dark mode independently of the browser', () => {
  const html = `<meta content="light dark"><style>${styleSheet}</style>`
  expect(forceColorMode(html, 'dark')).toContain('@media all {')
  expect(forceColorMode(html, 'dark')).toContain('color-scheme: dark;')
  expect(forceColorMode(html, 'light')).toContain('@media not all {')
  expect(forceColorMode(html, 'light')).toContain('content="light"')
  for (const mode of ['light', 'dark'] as const)
    expect(forceColorMode(html, mode)).not.toContain('prefers')
})
