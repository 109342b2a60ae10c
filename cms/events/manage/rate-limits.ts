import type { Database } from '../../database/query.ts'
import type { CallLimit } from '../../http/call.ts'
import type { RateLimit } from '../../limits/rules.ts'
import { countAttemptOrThrow } from '../../limits/service.ts'
import type { Link } from '../queries/links.ts'
import { manageError } from './errors.ts'

const dayMs = 24 * 60 * 60_000

/**
 * Limit of one client's requests with organisers' links. It is high, because the devices at a venue's door may share one
 * IP address.
 */
export const manageLimit: CallLimit = {
  name: 'event links used',
  limit: { max: 1200, windowMs: 10 * 60_000 },
  error: manageError('too_often'),
}

/** Limit of the requests of one client for lost links. */
export const lostLinkLimit: CallLimit = {
  name: 'event links requested',
  limit: { max: 10, windowMs: 10 * 60_000 },
  error: manageError('too_often'),
}

/** Limit of how many guests with an email address one link adds. Each of them gets a mail. */
const addedGuests: RateLimit = { max: 100, windowMs: dayMs, fixed: true }

/** Limit of how often all guests of an event's date get a mail about an organiser's change. */
const mailedChanges: RateLimit = { max: 6, windowMs: dayMs, fixed: true }

/** Counts a change of a date that is mailed. @throws HttpError `too_many_changes` with Retry-After */
export const countMailedChange = (db: Database, date: number): Promise<void> =>
  countAttemptOrThrow(
    db,
    `event date mailed ${date}`,
    mailedChanges,
    manageError('too_many_changes'),
  )

/** Counts a guest with an email address. @throws HttpError `too_many_mails` with Retry-After */
export const countAddedGuest = (db: Database, { id }: Link): Promise<void> =>
  countAttemptOrThrow(
    db,
    `event guests added by link ${id}`,
    addedGuests,
    manageError('too_many_mails'),
  )
