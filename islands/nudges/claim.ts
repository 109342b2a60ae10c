import { readStored, writeStored } from '../lib/storage.ts'

const key = 'common-room-nudges'
const kept = 50

/** The ids of the nudges that windows of this browser have shown, oldest first. */
const shownIds = (): readonly string[] => {
  const ids = readStored<unknown>('localStorage', key)
  return Array.isArray(ids) ? ids : []
}

/**
 * Claims a nudge for this window. A nudge comes by push, by the channel and by the live connection; one window
 * shows it, once.
 * @returns false if a window of this browser has claimed it before
 */
export async function claim(id: string): Promise<boolean> {
  const take = () => {
    const ids = shownIds()
    if (ids.includes(id)) return false
    writeStored('localStorage', key, [...ids, id].slice(-kept))
    return true
  }
  try {
    return await navigator.locks.request(key, take)
  } catch {
    // Locks are unavailable.
    return take()
  }
}
