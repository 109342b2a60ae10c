import { afterAll } from 'vitest'
import { killProcessesWith, ownerVariable } from './own-processes.ts'

// What a file started ends with it: also where a test failed before it could stop its server, and where
// a killed server left its PostgreSQL behind.
process.env[ownerVariable] = String(process.pid)
afterAll(() => {
  killProcessesWith(ownerVariable, String(process.pid))
})
