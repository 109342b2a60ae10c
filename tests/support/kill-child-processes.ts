import { afterAll } from 'vitest'
import { killProcessesWith, ownerVariable } from './child-processes.ts'

// Kills what a test file leaves running: a server of a failed test, or the PostgreSQL of a killed server.
process.env[ownerVariable] = String(process.pid)
afterAll(() => {
  killProcessesWith(ownerVariable, String(process.pid))
})
