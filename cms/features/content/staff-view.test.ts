import { expect, test } from 'vitest'
import { trackReads, viewOf } from './staff-view.ts'

const staff = { id: 1, name: 'Ada', role: 'editor' } as const
const at = '2026-11-20T10:00:00.000Z'

test.each([
  [{ staff: null, mode: 'view', at: null }, undefined, 'published'],
  [{ staff, mode: 'view', at: null }, 'view', 'published'],
  [{ staff, mode: 'edit', at: null }, 'edit', 'newest'],
  [{ staff, mode: 'preview', at: null }, 'preview', 'newest'],
  [{ staff, mode: 'view', at }, 'history', { at }],
] as const)(
  'for the viewer %j the mode is %s and the content state is %j',
  (viewer, mode, contentState) => {
    const result = viewOf(viewer)
    expect(result.view?.mode).toBe(mode)
    expect(result.contentState).toEqual(contentState)
  },
)

test('trackReads() adds the name of each text that is read, as in `data-cms`', () => {
  const read = new Set<string>()
  const texts = trackReads({ text: (_, key) => key, global: (_, key) => key }, read)
  expect([texts.text('hero', 'lead'), texts.global('nav', 'cafe')]).toEqual(['lead', 'cafe'])
  expect([...read]).toEqual(['hero.lead', 'global:nav.cafe'])
})
