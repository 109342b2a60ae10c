import type { Nudge } from './message.ts'
import { readNudge } from './message.ts'

/** A nudge is shown for ten minutes at most. Source: spec section 9. */
export const clearAfterMs = 10 * 60_000
/**
 * How long after a click the clicked nudge is cleared once more, because another script of the tab may have restored
 * it. Source: spec section 9, "Nudge click backup clear".
 */
export const backupClearMs = 2_000

/** Keys of the session storage. Source: spec section 9, "Session keys"; `nudge_details` is JSON. */
export type SessionKey = 'nudge_url' | 'nudge_clicked' | 'nudge_details'
export type NudgeStorage = {
  read: (key: SessionKey) => string | null
  write: (key: SessionKey, value: string | null) => void
}

type Effects = {
  tabStorage: NudgeStorage
  /** Shows the button for a nudge; null hides it. */
  show: (nudge: Nudge | null) => void
  /** Removes a nudge that has ended from the local database. */
  forget: (nudge: Nudge) => void
  claim: (id: string) => Promise<boolean>
  now: () => number
  schedule: (run: () => void, afterMs: number) => void
}

/** The pending nudge of this tab. The session storage is its source of truth. Source: spec section 4. */
export function createPending({ tabStorage, show, forget, claim, now, schedule }: Effects) {
  let shown: Nudge | null = null
  let untilMs = 0

  function display(nudge: Nudge | null): void {
    if (nudge?.url === shown?.url && nudge?.id === shown?.id) return
    shown = nudge
    show(nudge)
  }

  /** Reads the session storage, which another script of the tab may have changed. Ends a nudge whose time is over. */
  function sync(): void {
    const url = tabStorage.read('nudge_url')
    const isClicked = tabStorage.read('nudge_clicked') === 'true'
    const details = parse(tabStorage.read('nudge_details'))
    const nudge = readNudge(details?.url === url ? details : { url })
    if (!nudge || isClicked) {
      display(null)
      return
    }
    const latest = now() + clearAfterMs
    const until = details?.until
    const isValid = typeof until === 'number' && until <= latest
    untilMs = isValid ? until : nudge.url === shown?.url ? untilMs : latest
    if (now() >= untilMs) clear()
    else display(nudge)
  }

  /** Makes a nudge pending. @returns false if it has expired or was shown before */
  async function set(nudge: Nudge): Promise<boolean> {
    const { url, id, expiresAtMs } = nudge
    const endMs = expiresAtMs ?? Number.POSITIVE_INFINITY
    if (endMs <= now()) return false
    if (id !== null && !(await claim(id))) return false
    const until = Math.min(now() + clearAfterMs, endMs)
    tabStorage.write('nudge_clicked', null)
    tabStorage.write('nudge_url', url)
    tabStorage.write('nudge_details', JSON.stringify({ ...nudge, expires_at: expiresAtMs, until }))
    shown = null
    sync()
    return true
  }

  function clear(): void {
    const url = tabStorage.read('nudge_url')
    tabStorage.write('nudge_url', null)
    tabStorage.write('nudge_details', null)
    const nudge = readNudge({ url })
    if (nudge) forget(nudge)
    display(null)
  }

  /** Ends the nudge that was clicked. A nudge that arrives within the backup clear's delay stays. */
  function click({ url }: Nudge): void {
    tabStorage.write('nudge_clicked', 'true')
    clear()
    schedule(() => {
      if (tabStorage.read('nudge_clicked') === 'true' && tabStorage.read('nudge_url') === url)
        clear()
    }, backupClearMs)
  }

  return { sync, set, clear, click }
}

type Details = { url?: unknown; until?: unknown }

const parse = (json: string | null): Details | null => {
  try {
    return JSON.parse(json ?? 'null')
  } catch {
    return null
  }
}
