import { flushCompileCache } from 'node:module'
import { afterAll } from 'vitest'
import { killProcessesWith, ownerVariable } from './child-processes.ts'
import { dropDatabases } from './database.ts'
import { stopReusedServers } from './reused-server.ts'

// Ends processes that a test file leaves running: a failed test's server, or a killed server's PostgreSQL.
process.env[ownerVariable] = String(process.pid)
afterAll(async () => {
  stopReusedServers()
  killProcessesWith(ownerVariable, String(process.pid))
  await dropDatabases()
  // Vitest kills its workers, so they do not write the cache of compiled code when they exit.
  flushCompileCache()
})
