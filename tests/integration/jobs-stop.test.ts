import type { Payload } from 'payload'
import { expect, test, vi } from 'vitest'
import { startJobs } from '../../cms/platform/jobs/engine.ts'
import { makeDatabase } from '../support/database.ts'

// Disables the time limit after which a stopping engine no longer waits for its jobs.
vi.mock('node:timers/promises', () => ({ setTimeout: () => new Promise(() => {}) }))

test('a job engine that is stopped during its start stops completely', async () => {
  const url = await makeDatabase('empty')
  const engine = startJobs({ payload: {} as Payload, url, jobs: [], timeZone: async () => 'UTC' })
  await expect(engine.stop()).resolves.toBeUndefined()
})
