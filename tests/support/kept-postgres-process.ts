import { statSync, writeFileSync } from 'node:fs'
import { startEmbeddedPostgres } from '../../cms/platform/database/embedded.ts'
import { lockFolder } from '../../cms/platform/database/folder-lock.ts'
import { dataFolder, prepareDataFolder, preparedVariable } from './data-folder.ts'
import { keepFoldersInMemory } from './folders.ts'
import { type KeptProcess, keptFile } from './kept-postgres.ts'

// Runs the PostgreSQL that `keepPostgres` keeps between runs, until SIGTERM, or until no run has used it for a while.
const idleMs = 30 * 60_000
const checkMs = 60_000
const [, , folder = ''] = process.argv
const file = keptFile(folder)

keepFoldersInMemory()
const removePrepared = await prepareDataFolder()
const data = dataFolder()
const postgres = await startEmbeddedPostgres(data.folder)
const prepared = process.env[preparedVariable] ?? ''
const described: KeptProcess = {
  pid: process.pid,
  url: postgres.url,
  prepared,
  folders: [data.folder, prepared],
}
writeFileSync(file, JSON.stringify(described), { mode: 0o600 })

async function stop(): Promise<void> {
  await postgres.stop()
  data.remove()
  removePrepared()
  process.exit()
}
process.once('SIGTERM', () => void stop())

/** Whether no run uses the database, nor has for some time. A run holds the folder's lock and writes the file. */
function isIdle(): boolean {
  const lastUse = statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0
  if (Date.now() - lastUse < idleMs) return false
  const unlock = lockFolder(folder)
  unlock?.()
  return unlock !== null
}
setInterval(() => {
  if (isIdle()) void stop()
}, checkMs)
