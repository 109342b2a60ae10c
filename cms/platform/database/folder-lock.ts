import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'

const sqliteBusy = 5

/**
 * Locks a folder: only the process with the lock runs the folder's embedded PostgreSQL, or builds the program. The
 * operating system releases the lock when the process ends, even by SIGKILL. Node has no file locks, so the lock is
 * an exclusive transaction of SQLite on the file `lock` (https://sqlite.org/lang_transaction.html).
 * @returns a function that releases the lock; null if another process has the lock
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
