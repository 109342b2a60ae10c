import type { Payload } from 'payload'
import { databaseOf } from '../../platform/database/query.ts'
import { startWorker, type WorkerLoop } from '../../platform/jobs/background.ts'
import { perStart } from '../../platform/runtime/state.ts'
import { findPageOrNearest } from './existing-pages.ts'
import { addMissingRequests, findMissingPaths, trimMissingPaths } from './queries.ts'
import { isCounted } from './rules.ts'

/** How many different paths one process counts between two writes. Further paths are not counted. */
const maxPending = 500
const writeEveryMs = 3000
/** Maximum number of missing paths that staff see. */
const maxListed = 100

const pendingCounts = perStart(() => new Map<string, number>())

/**
 * Counts a request for a path without a page, in memory. Ignores paths for which `isCounted` is false, and new paths
 * beyond `maxPending`.
 * @param path decoded, without query
 */
export function countMissing(path: string): void {
  const pending = pendingCounts()
  const known = pending.get(path)
  if (known === undefined && (pending.size >= maxPending || !isCounted(path))) return
  pending.set(path, (known ?? 0) + 1)
}

/** Writes the counts of this process to the database. Counts of a failed write are kept. */
async function writeMissing(payload: Payload): Promise<void> {
  const pending = pendingCounts()
  if (!pending.size) return
  const counts = [...pending].map(([path, count]) => ({ path, count }))
  const db = databaseOf(payload)
  await addMissingRequests(db, counts)
  for (const { path, count } of counts) {
    const remaining = (pending.get(path) ?? 0) - count
    if (remaining > 0) pending.set(path, remaining)
    else pending.delete(path)
  }
  await trimMissingPaths(db)
}

/** Writes the counts every few seconds, and once more when the process stops. */
export function startMissingPathsWriter(payload: Payload): WorkerLoop {
  let writing: Promise<void> = Promise.resolve()
  // One write at a time, so that no count is written twice.
  const write = () => {
    writing = writing.catch(() => {}).then(() => writeMissing(payload))
    return writing
  }
  const worker = startWorker('missing paths', writeEveryMs, write)
  return { ...worker, stop: () => worker.stop(write()) }
}

/** The most requested missing paths, each with the page whose path is most similar; null if none is similar. */
export async function listMissing(payload: Payload) {
  const missing = await findMissingPaths(databaseOf(payload), maxListed)
  const rows = await Promise.all(
    missing.map(async ({ path, count, last_at }) => {
      const { exists, nearest } = await findPageOrNearest(payload, path)
      return { path, count, lastAt: last_at.toISOString(), nearest, exists }
    }),
  )
  // A page may have been added after the path was counted.
  return rows.filter(({ exists }) => !exists)
}
