import { isAboutSender } from '../../../platform/mail/rules.ts'

/** After this number of consecutive soft bounces no more mails are sent. */
export const maxSoftBounces = 3
// A soft bounce that is this much older than the last soft bounce does not count. Mails may have been delivered in the
// meantime without a report, because some mail services do not report deliveries.
const consecutiveWithinMs = 60 * 24 * 60 * 60_000

/** A report about one mail to a subscriber; see `mail_events`. */
export type DeliveryReport = {
  /** Identifies the mail; all reports about a mail have the same value. */
  mail: string
  what: 'delivered' | 'soft' | 'hard' | 'complaint'
  at: Date
  /** When the mail was handed over; null if this is unknown or the mail was refused. */
  sentAt: Date | null
  /** Whether the recipient's server refused the mail during our SMTP connection. */
  isRefusal: boolean
  reason: string | null
}

export type DeliveryStatus<Report> = {
  state: 'active' | 'bounced' | 'complained'
  /** The number of mails with consecutive soft bounces; 0 after a hard bounce or a complaint. */
  softBounces: number
  /** The report that decided the state, or else the newest soft bounce that counts; null if there is neither. */
  decisiveReport: Report | null
}

/**
 * The delivery status that follows from all reports about a subscriber's mails. The order of the reports
 * does not matter. Complaints before the last confirmation of the address, and bounces of mails that were
 * sent before it, do not count.
 * @param options.confirmedAt when the subscriber last confirmed the address
 * @param options.acceptedAt when a server last accepted a mail to them; earlier refusals don't count
 */
export function deliveryStatus<Report extends DeliveryReport>(
  reports: readonly Report[],
  { confirmedAt, acceptedAt }: { confirmedAt: Date | null; acceptedAt: Date | null },
): DeliveryStatus<Report> {
  const since = confirmedAt?.getTime() ?? 0
  const newest = reports.toSorted((one, other) => other.at.getTime() - one.at.getTime())
  const complaint = newest.find(({ what, at }) => what === 'complaint' && at.getTime() > since)
  if (complaint) return { state: 'complained', softBounces: 0, decisiveReport: complaint }
  const bounces = newest.filter(({ sentAt, at }) => (sentAt ?? at).getTime() > since)
  const hard = bounces.find(({ what }) => what === 'hard')
  if (hard) return { state: 'bounced', softBounces: 0, decisiveReport: hard }
  const deliveredAt = newest.find(({ what }) => what === 'delivered')?.at.getTime() ?? 0
  const allSoft = bounces.filter(
    (report) =>
      report.what === 'soft' &&
      !isAboutSender(report.reason ?? '') &&
      report.at.getTime() > deliveredAt &&
      !(report.isRefusal && acceptedAt && acceptedAt > report.at),
  )
  const [last = null] = allSoft
  const consecutive = allSoft.filter(
    ({ at }) => at.getTime() > (last?.at.getTime() ?? 0) - consecutiveWithinMs,
  )
  const softBounces = new Set(consecutive.map(({ mail }) => mail)).size
  return softBounces < maxSoftBounces
    ? { state: 'active', softBounces, decisiveReport: last }
    : { state: 'bounced', softBounces, decisiveReport: last }
}
