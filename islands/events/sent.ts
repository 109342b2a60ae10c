import { readStored, writeStored } from '../../cms/platform/ui/storage.ts'

/** What the page of an event says after somebody without a session reserved: that a mail was sent to an address. */
export type Sent = { state: 'held' | 'late'; email: string }
type Kept = Sent & { date: number; atMs: number }

const key = 'common-room-reserved'
/** As long as the places are kept. */
const keptMs = 15 * 60_000

/** Keeps it in this tab, so that it is still said after a reload. Only the last one is kept. */
export const keepSent = (date: number, sent: Sent, nowMs = Date.now()): void =>
  writeStored('sessionStorage', key, { ...sent, date, atMs: nowMs } satisfies Kept)

const answeredKey = 'common-room-reservation-seen'
type Answered = { date: number; atMs: number }

/** Notes, for all tabs, that the page of a reservation that needs no confirmation was opened. */
export const noteAnswered = (date: number, nowMs = Date.now()): void =>
  writeStored('localStorage', answeredKey, { date, atMs: nowMs } satisfies Answered)

/** @returns null if nothing was sent for this date, too long ago, or if the mail was answered since */
export function readSent(date: number, nowMs = Date.now()): Sent | null {
  const kept = readStored<Kept>('sessionStorage', key)
  const answered = readStored<Answered>('localStorage', answeredKey)
  if (kept?.date !== date || nowMs - kept.atMs >= keptMs) return null
  return answered?.date === date && answered.atMs >= kept.atMs ? null : kept
}

export const forgetSent = (): void => writeStored('sessionStorage', key, null)
