import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

/** The root of the repository. */
export const root = path.resolve(import.meta.dirname, '../..')

/** Creates an empty temporary folder that PostgreSQL's account can access too. */
export function temporaryFolder(): { folder: string; remove: () => void } {
  const folder = mkdtempSync(path.join(tmpdir(), 'tests-'))
  chmodSync(folder, 0o755)
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true, maxRetries: 20 }) }
}
