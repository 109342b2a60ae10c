import { processState } from '../runtime/state.ts'

type Entry = { tags: readonly string[]; value: Promise<unknown>; expiresAt: number }
const cache = processState('cached reads', () => new Map<string, Entry>())

/**
 * Reads a value once and caches it in memory until one of its tags is announced. Concurrent calls
 * share one read. Meant for small values that every page needs and that rarely change.
 * @param key identifies the value in this process
 * @param tags cache tags of the data that the value depends on; see `announce`
 * @param read reads the value. If it fails, its error reaches all callers, and the next call reads again
 * @param maxAgeMs how long the value is used at most, without limit by default
 */
export function cachedRead<T>(
  key: string,
  tags: readonly string[],
  read: () => Promise<T>,
  maxAgeMs = Number.POSITIVE_INFINITY,
): Promise<T> {
  const known = cache.get(key)
  if (known && Date.now() < known.expiresAt) return known.value as Promise<T>
  const value = read()
  cache.set(key, { tags, value, expiresAt: Date.now() + maxAgeMs })
  value.catch(() => {
    if (cache.get(key)?.value === value) cache.delete(key)
  })
  return value
}

/** Drops the cached values that have one of `tags`; without tags, all of them. */
export function dropCachedReads(tags?: string[]): void {
  for (const [key, entry] of cache) {
    if (!tags || entry.tags.some((tag) => tags.includes(tag))) cache.delete(key)
  }
}
