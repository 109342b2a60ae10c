import { expect, test } from 'vitest'
import { cookieFor, modeOf, toggleEdit, togglePreview } from './modes.ts'

test('turning edit mode on or off turns preview off', () => {
  expect(toggleEdit({ edit: false, preview: true })).toEqual({ edit: true, preview: false })
  expect(toggleEdit({ edit: true, preview: true })).toEqual({ edit: false, preview: false })
})

test('leaving preview returns to edit mode', () => {
  const shown = togglePreview({ edit: true, preview: false })
  expect(modeOf(shown)).toBe('preview')
  expect(modeOf(togglePreview(shown))).toBe('edit')
})

test('the view mode removes the cookie', () => {
  expect(modeOf({ edit: false, preview: false })).toBe('view')
  expect(cookieFor('view')).toContain('Max-Age=0')
  expect(cookieFor('edit')).toBe('common-room-edit=edit; path=/; SameSite=Lax')
})
