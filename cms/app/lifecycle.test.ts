import { expect, test, vi } from 'vitest'
import { runUntilStopped } from './lifecycle.ts'

test('if SIGTERM arrives during a start that does not finish, the process exits 9.5 seconds later', () => {
  vi.useFakeTimers()
  const exit = vi.spyOn(process, 'exit').mockImplementation((() => {}) as never)
  const events = ['SIGTERM', 'SIGINT', 'unhandledRejection'] as const
  const before = events.map((event) => process.listeners(event as 'SIGTERM'))
  void runUntilStopped(() => new Promise(() => {}))
  const added = events.map((event, index) =>
    process.listeners(event as 'SIGTERM').filter((each) => !before[index]?.includes(each)),
  )
  for (const stop of added[0] ?? []) stop('SIGTERM')
  vi.advanceTimersByTime(9400)
  expect(exit).not.toHaveBeenCalled()
  vi.advanceTimersByTime(100)
  expect(exit).toHaveBeenCalledWith(1)
  for (const [index, event] of events.entries()) {
    for (const each of added[index] ?? []) process.removeListener(event, each)
  }
  vi.useRealTimers()
})
