import { execFileSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { startEmbeddedPostgres } from '../../cms/platform/database/embedded.ts'
import { temporaryFolder } from './folders.ts'

/** Environment variable with a data folder whose embedded database was started once. */
export const preparedVariable = 'DATA_FOLDER_UNDER_TEST'

/**
 * Prepares the data folder that `dataFolder` copies, because creating an embedded database takes a second of
 * CPU time.
 * @returns a function that deletes it
 */
export async function prepareDataFolder(): Promise<() => void> {
  const { folder, remove } = temporaryFolder()
  await (await startEmbeddedPostgres(folder)).stop()
  process.env[preparedVariable] = folder
  return () => {
    delete process.env[preparedVariable]
    remove()
  }
}

/** Creates a temporary data folder with an embedded database that has no tables and does not run. */
export function dataFolder(): ReturnType<typeof temporaryFolder> {
  const created = temporaryFolder()
  copyDataFolder(created.folder)
  return created
}

/** Copies the prepared embedded database into a data folder. The database has no tables and does not run. */
export function copyDataFolder(folder: string): void {
  mkdirSync(folder, { recursive: true })
  execFileSync('cp', ['-a', `${process.env[preparedVariable]}/.`, folder])
}
