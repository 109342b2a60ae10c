import { afterAll } from 'vitest'
import { killProcessesWith, ownerVariable } from './child-processes.ts'

// Kills processes that a test file leaves running: a failed test's server, or a killed server's PostgreSQL.
process.env[ownerVariable] = String(process.pid)
afterAll(() => {
  killProcessesWith(ownerVariable, String(process.pid))
})
