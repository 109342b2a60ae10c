import { hmac } from '../../platform/crypto/hmac.ts'
import type { Database } from '../../platform/database/query.ts'
import type { CallLimit } from '../../platform/http/call.ts'
import type { RateLimit } from '../../platform/limits/rules.ts'
import { countAttempt, countAttemptOrThrow } from '../../platform/limits/service.ts'
import { mailboxOf } from '../../platform/mail/address.ts'
import { eventError } from './errors.ts'

const [minuteMs, dayMs] = [60_000, 24 * 60 * 60_000]

/** All limits of events, except those of reservations. */
const limits = {
  /**
   * Requests of one client with organisers' links. It is high, because the devices at a venue's door may share one IP
   * address.
   */
  organisers: { max: 1200, windowMs: 10 * minuteMs },
  /** Requests of one client for lost links. */
  lostLinks: { max: 10, windowMs: 10 * minuteMs },
  /** Requests for fresh links to one address, no matter who sends them. */
  freshLinks: { max: 3, windowMs: dayMs, fixed: true },
  /** Guests with an email address whom one link adds. Each of them gets a mail. */
  addedGuests: { max: 100, windowMs: dayMs, fixed: true },
  /** Mails about an organiser's change to all guests of a date. */
  mailedChanges: { max: 6, windowMs: dayMs, fixed: true },
} satisfies Record<string, RateLimit>

/** The limits that calls declare. */
export const manageLimit: CallLimit = {
  name: 'event links used',
  limit: limits.organisers,
  error: eventError('link_too_often'),
}
export const lostLinkLimit: CallLimit = {
  name: 'event links requested',
  limit: limits.lostLinks,
  error: eventError('link_too_often'),
}

/** Counts a change of a date that is mailed. @throws HttpError `too_many_changes` with Retry-After */
export const countMailedChange = (db: Database, date: number): Promise<void> =>
  countAttemptOrThrow(
    db,
    `event date mailed ${date}`,
    limits.mailedChanges,
    eventError('too_many_changes'),
  )

/** Counts a guest with an email address. @throws HttpError `too_many_mails` with Retry-After */
export const countAddedGuest = (db: Database, { id }: { id: number }): Promise<void> =>
  countAttemptOrThrow(
    db,
    `event guests added by link ${id}`,
    limits.addedGuests,
    eventError('too_many_mails'),
  )

/** Counts a request for fresh links to an address. @returns false if there were too many */
export async function countFreshLinks(db: Database, email: string): Promise<boolean> {
  const key = `event links to ${hmac('event links to an address', mailboxOf(email))}`
  return (await countAttempt(db, key, limits.freshLinks)).retryAfterSeconds === null
}
