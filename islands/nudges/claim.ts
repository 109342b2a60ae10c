import { readStored, writeStored } from '../../cms/platform/ui/storage.ts'

const key = 'common-room-nudges'
const maxStored = 50

/** The ids of the last nudges that windows of this browser have claimed, oldest first. */
const claimedIds = (): readonly string[] => {
  const ids = readStored<unknown>('localStorage', key)
  return Array.isArray(ids) ? ids : []
}

/**
 * Claims a nudge for this window. The same nudge can arrive by push, from another window (BroadcastChannel) and by the
 * live connection. Only the window that claims it first shows it.
 * @returns false if a window of this browser has claimed it before
 */
export async function claim(id: string): Promise<boolean> {
  const take = () => {
    const ids = claimedIds()
    if (ids.includes(id)) return false
    writeStored('localStorage', key, [...ids, id].slice(-maxStored))
    return true
  }
  try {
    return await navigator.locks.request(key, take)
  } catch {
    // Locks are unavailable.
    return take()
  }
}
