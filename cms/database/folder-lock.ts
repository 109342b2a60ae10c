import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'

const sqliteBusy = 5

/**
 * Takes the exclusive right to run the embedded PostgreSQL of a folder. The operating system releases it
 * when the process ends, however it ends. The lock is SQLite's lock of the file `lock`, because Node has
 * no file locks of its own (https://sqlite.org/lang_transaction.html).
 * @returns how to release it; null if another process has it
 */
export function lockFolder(folder: string): (() => void) | null {
  const file = new DatabaseSync(path.join(folder, 'lock'), { timeout: 0 })
  try {
    file.exec('begin exclusive')
    return () => file.close()
  } catch (error) {
    file.close()
    if ((error as { errcode?: number }).errcode === sqliteBusy) return null
    throw error
  }
}
