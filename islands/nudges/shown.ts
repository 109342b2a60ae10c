import { isWindowToken } from '../../cms/features/nudges/rules.ts'
import { readStored, writeStored } from '../../cms/platform/ui/storage.ts'
import type { Nudge } from './message.ts'

const key = 'common-room-nudges-shown'
const maxStored = 20

/** A nudge that a window of this browser has shown. */
type ShownNudge = Pick<Nudge, 'id' | 'url' | 'title' | 'text'> & { atMs: number }

/** The nudges that came to a window of this browser and not by push, newest first. */
export function shownNudges(): ShownNudge[] {
  const found = readStored<unknown>('localStorage', key)
  return Array.isArray(found) ? found : []
}

/** Keeps a nudge for the list of `/notifications`. The server knows the nudges that came by push. */
export function keepShown({ id, token, url, title, text }: Nudge): void {
  if (token !== null && !isWindowToken(token)) return
  const others = shownNudges().filter((each) => id === null || each.id !== id)
  const nudge: ShownNudge = { id, url, title, text, atMs: Date.now() }
  writeStored('localStorage', key, [nudge, ...others].slice(0, maxStored))
}

/** The list can contain nudges for one member only, so it is deleted when the member signs out. */
export const forgetShown = (): void => writeStored('localStorage', key, null)
