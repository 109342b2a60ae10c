import { afterEach, expect, test } from 'vitest'
import { $pendingCount, finishPending, startPending, whenSettled } from './pending-saves.ts'

afterEach(() => {
  while ($pendingCount.get()) finishPending()
})

test('the count of pending saves rises when a save starts and falls when it ends', () => {
  startPending()
  startPending()
  expect($pendingCount.get()).toBe(2)
  finishPending()
  expect($pendingCount.get()).toBe(1)
})

test('the count of pending saves never falls below 0', () => {
  finishPending()
  expect($pendingCount.get()).toBe(0)
})

test('whenSettled waits for the last save', async () => {
  startPending()
  startPending()
  let settled = false
  const waiting = whenSettled().then(() => {
    settled = true
  })
  finishPending()
  await Promise.resolve()
  expect(settled).toBe(false)
  finishPending()
  await waiting
  expect(settled).toBe(true)
  await whenSettled()
})
