import { clockLimitMs } from '../../../cms/features/check-in/rules.ts'

/** How far the time may fall behind what was already seen before it counts as a clock that was set back. */
const toleranceMs = 60_000
/** How long a measurement is preferred to later ones that took longer. */
const keepMs = 15 * 60_000

/** What is known about the phone's clock. It is stored, so that a page that is opened without a network has the time. */
export type Clock = {
  /** The server's time minus the phone's. */
  offsetMs: number
  /** How long the request took in which the offset was measured. */
  roundTripMs: number
  /** The phone's time of that measurement. */
  measuredAt: number
  /** The latest corrected time that was seen. Time never goes back below it. */
  latest: number
}

export const unknownClock: Clock = {
  ...{ offsetMs: 0, roundTripMs: Number.POSITIVE_INFINITY, measuredAt: 0, latest: 0 },
}

/**
 * Learns the offset from a reply of the server, whose time was read about in the middle of the request.
 * @param sentAt, receivedAt the phone's times, in ms since 1970
 * @param serverAt the server's time
 */
export function measured(
  clock: Clock,
  { sentAt, receivedAt, serverAt }: { sentAt: number; receivedAt: number; serverAt: number },
): Clock {
  const roundTripMs = receivedAt - sentAt
  // The clock was changed during the request.
  if (roundTripMs < 0) return clock
  const offsetMs = Math.round(serverAt - (sentAt + receivedAt) / 2)
  const isMoved = Math.abs(offsetMs - clock.offsetMs) > toleranceMs
  const isOld = receivedAt - clock.measuredAt > keepMs || receivedAt < clock.measuredAt
  if (!isMoved && !isOld && roundTripMs > clock.roundTripMs) return clock
  // The server's time is right, so a later time that was seen before was wrong.
  return { offsetMs, roundTripMs, measuredAt: receivedAt, latest: serverAt }
}

/** The corrected time. If the phone's clock went back since, it is the latest time that was seen. */
export const timeOf = (clock: Clock, deviceNow: number): number => {
  const time = deviceNow + clock.offsetMs
  return time < clock.latest - toleranceMs ? clock.latest : time
}

/** Remembers that a time was seen. */
export const seen = (clock: Clock, time: number): Clock =>
  time > clock.latest ? { ...clock, latest: time } : clock

/** What staff are told about the phone's clock; null if it is right. @param time the corrected time */
export function clockWarning(deviceNow: number, time: number): string | null {
  const behindMs = time - deviceNow
  if (Math.abs(behindMs) < clockLimitMs) return null
  const minutes = Math.round(Math.abs(behindMs) / 60_000)
  return `The clock of this phone is ${minutes} minutes ${behindMs > 0 ? 'slow' : 'fast'}. Set it to the time of the network.`
}
