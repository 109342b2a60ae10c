import { expect, test } from 'vitest'
import { actionOf, shortcuts } from './shortcuts.ts'

const press = (key: string, changed = {}) => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  defaultPrevented: false,
  isComposing: false,
  ...changed,
})

test('each key has one action, with or without shift', () => {
  expect(new Set(shortcuts.map(({ key }) => key)).size).toBe(shortcuts.length)
  expect(actionOf(press('t'), false)).toEqual({ period: '30d' })
  expect(actionOf(press('T'), false)).toEqual({ period: '30d' })
  expect(actionOf(press('?'), false)).toBe('help')
  expect(actionOf(press('q'), false)).toBeNull()
})

test('shortcuts do nothing while somebody types, or if the key press belongs to the browser', () => {
  expect(actionOf(press('t'), true)).toBeNull()
  for (const held of ['ctrlKey', 'metaKey', 'altKey', 'isComposing', 'defaultPrevented']) {
    expect(actionOf(press('t', { [held]: true }), false), held).toBeNull()
  }
})
