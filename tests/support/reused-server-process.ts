// Runs the built program several times in one process, each time with a new environment. The server host
// (`server-host.ts`) starts this process. Prints `endMark` after each run.
import { enableCompileCache } from 'node:module'
import path from 'node:path'
import { dropCachedReads } from '../../cms/platform/database/cached-read.ts'
import { setDiskFull } from '../../cms/platform/database/disk.ts'
import { readEnv } from '../../cms/platform/runtime/env.ts'
import { endConnections, trackConnections } from './connections.ts'
import { root } from './folders.ts'
import { endMark, type HostMessage } from './server-host.ts'

type Application = { stop: () => Promise<void> }
type Program = { start: () => Promise<Application> }

// The same time limit as in production.
const stopWithinMs = 9500
const ownEnvironment = { ...process.env }
let running: Application | undefined

trackConnections()
enableCompileCache(path.join(root, 'dist/compiled'))

// Handles messages one after the other, because a run may be stopped before its program has started.
let handled = Promise.resolve()
process.on('message', (message: HostMessage) => {
  handled = handled
    .then(() => ('env' in message ? run(message.env) : stop()))
    .catch((error: unknown) => {
      console.error(error)
      process.exit(1)
    })
})
process.on('unhandledRejection', (error) => {
  const err = error instanceof Error ? error.stack : String(error)
  console.log(JSON.stringify({ level: 50, msg: 'unhandled rejection', err }))
})
// Without its host, nothing would end this process.
process.on('disconnect', () => process.exit(1))

async function run(env: Record<string, string>): Promise<void> {
  for (const name of Object.keys(process.env)) delete process.env[name]
  Object.assign(process.env, ownEnvironment, env)
  // The program and these modules share this state, because the state belongs to the process.
  readEnv()
  setDiskFull(false)
  dropCachedReads()
  // Imported here, because the program reads some variables when its code is loaded.
  const { start }: Program = await import(path.join(root, 'dist/server/entry.mjs'))
  running = await start()
}

async function stop(): Promise<void> {
  const timeout = setTimeout(() => process.exit(1), stopWithinMs)
  await running?.stop()
  running = undefined
  await endConnections()
  clearTimeout(timeout)
  // Otherwise `getPayload` would return the instance that was stopped.
  ;(globalThis as { _payload?: Map<string, unknown> })._payload?.clear()
  console.log(endMark)
}
