import { expect, test } from 'vitest'
import { noting, viewOf } from './staff-view.ts'

const staff = { id: 1, name: 'Ada', role: 'editor' } as const
const at = '2026-11-20T10:00:00.000Z'

test.each([
  [{ staff: null, mode: 'view', at: null }, undefined, 'published'],
  [{ staff, mode: 'view', at: null }, 'view', 'published'],
  [{ staff, mode: 'edit', at: null }, 'edit', 'newest'],
  [{ staff, mode: 'preview', at: null }, 'preview', 'newest'],
  [{ staff, mode: 'view', at }, 'history', { at }],
] as const)('%j sees the page in mode %s with texts that are %j', (viewer, mode, reading) => {
  const seen = viewOf(viewer)
  expect(seen.view?.mode).toBe(mode)
  expect(seen.reading).toEqual(reading)
})

test('what is asked for is noted by the name that elements carry', () => {
  const asked = new Set<string>()
  const texts = noting({ text: (_, key) => key, global: (_, key) => key }, asked)
  expect([texts.text('hero', 'lead'), texts.global('nav', 'cafe')]).toEqual(['lead', 'cafe'])
  expect([...asked]).toEqual(['hero.lead', 'global:nav.cafe'])
})
