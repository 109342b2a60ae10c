/** Mails in a row that come back for now, after which none is sent any more. */
export const mostSoftBounces = 3
// Not every service tells of what arrived: what came back long before says little of a mailbox now.
const inARowMs = 60 * 24 * 60 * 60_000

/** What is told of one mail to a subscriber; see `mail_events`. */
export type Told = {
  /** The same for all that is told of one mail. */
  mail: string
  what: 'delivered' | 'soft' | 'hard' | 'complaint'
  at: Date
  /** When we handed the mail over; null where that is not known, or where it was refused then. */
  sentAt: Date | null
  /** Whether it was refused at its reader's door, by a server that we spoke to ourselves. */
  isRefusal: boolean
  /** What the server said. */
  reason: string | null
}

// RFC 3463: what begins so is about who sends, or from where; it says nothing of the mailbox.
const isPolicy = ({ reason }: Told): boolean => /\b[45]\.7\.\d{1,3}\b/.test(reason ?? '')

export type Standing<Event> = {
  state: 'active' | 'bounced' | 'complained'
  /** Mails in a row that came back. */
  softBounces: number
  /** What made it so. */
  because: Event | null
}

/**
 * What all that was told of somebody's mails makes of them, in whatever order it was told. What is
 * told of mails from before they last confirmed their address says nothing any more.
 * @param acceptedAt when the newest mail to them was taken in, as far as we know; that a door is open
 *   again says more than that it was shut before
 */
export function standingAfter<Event extends Told>(
  told: readonly Event[],
  { confirmedAt, acceptedAt }: { confirmedAt: Date | null; acceptedAt: Date | null },
): Standing<Event> {
  const since = confirmedAt?.getTime() ?? 0
  const newest = told.toSorted((one, other) => other.at.getTime() - one.at.getTime())
  const complaint = newest.find(({ what, at }) => what === 'complaint' && at.getTime() > since)
  if (complaint) return { state: 'complained', softBounces: 0, because: complaint }
  const bounces = newest.filter(({ sentAt, at }) => (sentAt ?? at).getTime() > since)
  const hard = bounces.find(({ what }) => what === 'hard')
  if (hard) return { state: 'bounced', softBounces: 0, because: hard }
  const deliveredAt = newest.find(({ what }) => what === 'delivered')?.at.getTime() ?? 0
  const allSoft = bounces.filter(
    (event) =>
      event.what === 'soft' &&
      !isPolicy(event) &&
      event.at.getTime() > deliveredAt &&
      !(event.isRefusal && acceptedAt && acceptedAt > event.at),
  )
  const [last = null] = allSoft
  const soft = allSoft.filter(({ at }) => at.getTime() > (last?.at.getTime() ?? 0) - inARowMs)
  const softBounces = new Set(soft.map(({ mail }) => mail)).size
  return softBounces < mostSoftBounces
    ? { state: 'active', softBounces, because: last }
    : { state: 'bounced', softBounces, because: last }
}
