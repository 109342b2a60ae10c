import { beforeEach, expect, test } from 'vitest'
import { $toasts, dismissToast, showToast } from './toasts.ts'

const titles = () => $toasts.get().map(({ title, description }) => description ?? title)

beforeEach(() => {
  for (const { id } of $toasts.get()) dismissToast(id)
})

test('the same said twice is said once', () => {
  showToast({ title: 'Content Saved', description: 'a' })
  showToast({ title: 'Content Saved', description: 'b' })
  showToast({ title: 'Content Saved', description: 'a' })
  expect(titles()).toEqual(['b', 'a'])
})

test('what can be done by a toast is not taken away by another one', () => {
  const action = { label: 'Undo', run: () => {} }
  showToast({ title: 'Discarded.', action })
  showToast({ title: 'Discarded.', action })
  for (const each of ['1', '2', '3', '4', '5']) showToast({ title: each })
  expect(titles()).toEqual(['Discarded.', 'Discarded.', '2', '3', '4', '5'])
})
