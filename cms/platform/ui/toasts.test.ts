import { beforeEach, expect, test, vi } from 'vitest'
import { $toasts, dismissToast, renewToast, showToast } from './toasts.ts'

const titles = () => $toasts.get().map(({ title, description }) => description ?? title)

beforeEach(() => {
  for (const { id } of $toasts.get()) dismissToast(id)
})

test('a repeated toast is shown once', () => {
  showToast({ title: 'Content Saved', description: 'a' })
  showToast({ title: 'Content Saved', description: 'b' })
  showToast({ title: 'Content Saved', description: 'a' })
  expect(titles()).toEqual(['b', 'a'])
})

test('a toast expires, and its duration can be restarted', () => {
  vi.useFakeTimers({ now: 1000 })
  const id = showToast({ title: 'Access Granted', durationMs: 2000 })
  const endsAt = () => $toasts.get().map(({ endsAtMs }) => endsAtMs)
  expect(endsAt()).toEqual([3000])
  vi.setSystemTime(2500)
  renewToast(id)
  expect(endsAt()).toEqual([4500])
  vi.useRealTimers()
})

test('hovering keeps a toast, except one with an explicit duration and no action', () => {
  showToast({ title: 'Access Granted', durationMs: 2000 })
  showToast({ title: 'Saved.' })
  showToast({ title: 'Discarded.', durationMs: 8000, action: { label: 'Undo', run: () => {} } })
  expect(
    $toasts
      .get()
      .map(({ pausesOnHover }) => pausesOnHover)
      .sort(),
  ).toEqual([false, true, true])
})

test('later toasts do not remove a toast with an action', () => {
  const action = { label: 'Undo', run: () => {} }
  showToast({ title: 'Discarded.', action })
  showToast({ title: 'Discarded.', action })
  for (const each of ['1', '2', '3', '4', '5']) showToast({ title: each })
  expect(titles()).toEqual(['Discarded.', 'Discarded.', '2', '3', '4', '5'])
})
