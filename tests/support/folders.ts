import { chmodSync, existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

/** The root of the repository. */
export const root = path.resolve(import.meta.dirname, '../..')

/** Environment variable with the folder that contains a test run's temporary folders. */
export const runFolderVariable = 'FOLDERS_UNDER_TEST'
/** A file system in memory (Linux). */
const memory = '/dev/shm'
const neededBytes = 4 * 1024 ** 3

/** Creates an empty temporary folder that PostgreSQL's account can access too. */
export const temporaryFolder = (): { folder: string; remove: () => void } =>
  folderIn(process.env[runFolderVariable] ?? tmpdir())

/**
 * Makes this process and its child processes create their temporary folders in memory, if there is enough memory.
 * Copying a database with its thousand files costs a tenth of the CPU time there.
 * @returns a function that deletes these folders. They are also deleted when this process exits
 */
export function keepFoldersInMemory(): () => void {
  if (process.env[runFolderVariable] || !hasMemory()) return () => {}
  const { folder, remove } = folderIn(memory)
  process.env[runFolderVariable] = folder
  process.once('exit', remove)
  return () => {
    delete process.env[runFolderVariable]
    remove()
  }
}

function hasMemory(): boolean {
  if (!existsSync(memory) || process.availableMemory() < neededBytes) return false
  const { bavail, bsize } = statfsSync(memory)
  return bavail * bsize >= neededBytes
}

function folderIn(parent: string) {
  const folder = mkdtempSync(path.join(parent, 'tests-'))
  chmodSync(folder, 0o755)
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true, maxRetries: 20 }) }
}
