/** From how large a difference on staff are told that the phone's clock is wrong. */
export const wrongClockMs = 10 * 60_000
/** How far the time may fall behind what was already seen before it counts as a clock that was set back. */
const toleranceMs = 60_000

/** What is known about the phone's clock. It is stored, so that it is right without a network too. */
export type Clock = {
  /** The server's time minus the phone's. */
  offsetMs: number
  /** How long the request took in which the offset was measured. */
  roundTripMs: number
  /** The phone's time of that measurement. */
  measuredAt: number
  /** The latest corrected time that was read. Time never goes back below it. */
  latest: number
}

export const unknownClock: Clock = { offsetMs: 0, roundTripMs: Infinity, measuredAt: 0, latest: 0 }

/** How long a measurement is preferred over later ones that took longer. */
const keepMs = 15 * 60_000

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

/** The corrected time. `isSetBack`: the phone's clock went back since, so the time is a guess until the server answers. */
export function timeOf(clock: Clock, now: number): { time: number; isSetBack: boolean } {
  const time = now + clock.offsetMs
  const isSetBack = time < clock.latest - toleranceMs
  return { time: isSetBack ? clock.latest : time, isSetBack }
}

/** Remembers that a time was seen. */
export const seen = (clock: Clock, time: number): Clock =>
  time > clock.latest ? { ...clock, latest: time } : clock

/** What staff are told about the clock; null if it is right, or if nothing is known. */
export function clockWarning(clock: Clock, now: number): string | null {
  if (timeOf(clock, now).isSetBack) {
    return 'The clock of this phone was set back. Set it to the time of the network: until then, times of scans are guesses.'
  }
  if (Math.abs(clock.offsetMs) < wrongClockMs) return null
  const minutes = Math.round(Math.abs(clock.offsetMs) / 60_000)
  const way = clock.offsetMs > 0 ? 'slow' : 'fast'
  return `The clock of this phone is ${minutes} minutes ${way}. Scans get the right time nevertheless; please set it.`
}
