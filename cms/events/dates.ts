import type { Payload, PayloadRequest } from 'payload'
import { announce } from '../database/announce.ts'
import { databaseOf } from '../database/query.ts'
import { lockBalance } from '../ledger/service.ts'
import { describeChanges } from './describe-changes.ts'
import { forEachDate, type LockedDate, withLockedDate } from './locked.ts'
import type { EventMail } from './mails/texts.ts'
import { holdPrice, releasePrice, reversePayments } from './money.ts'
import { queuePushes } from './pushes.ts'
import { cancelLockedDate, endLockedDate, listOverDates } from './queries/places.ts'
import { type Rsvp, updateRsvp } from './queries/rsvps.ts'
import { cancelAll, expireAllOf, lockRsvps, markNoShows } from './queries/rsvps-of-date.ts'
import { recordRefusedRefund } from './refused-refunds.ts'
import type { EventDate } from './rules.ts'
import { eventDateTag, eventsTag } from './tags.ts'

type Words = Record<string, string>

/**
 * Mails the confirmed guests of these reservations. Members also get some of these mails as pushes.
 * @param options.occasion identifies the occasion of the mail, so that each guest gets the mail only once
 * @returns how many guests got this mail now or before
 */
async function notify(
  locked: LockedDate,
  rsvps: readonly Rsvp[],
  mail: EventMail,
  {
    occasion,
    words,
    replyTo,
  }: { occasion: string | number; words?: Words; replyTo?: string | null | undefined },
): Promise<number> {
  const { mailer, date } = locked
  const confirmed = rsvps.filter(({ confirmedAt }) => confirmedAt)
  const mails = await Promise.all(
    confirmed.map((rsvp) => mailer(mail, { date, rsvp, occasion, words })),
  )
  const headers: Record<string, string> = replyTo ? { 'Reply-To': replyTo } : {}
  await locked.enqueueMails(
    mails.map((each) => each && { ...each, headers: { ...each.headers, ...headers } }),
  )
  await queuePushes(locked.db, mail, confirmed, () => occasion)
  return mails.filter(Boolean).length
}

/**
 * Cancels a date and all its reservations, and releases their holds. Everybody who is going, inside or waiting is
 * notified once. People who are inside get their payment back. If the ledger refuses this, the reservation keeps its
 * transfer, and the audit trail says so. If the date's status is already `cancelled`, reservations that are not
 * cancelled yet are cancelled. So a second call changes nothing.
 * @param request.reason in the organiser’s words; guests read it
 * @param request.withEvent whether the whole event is cancelled. If false, the date stays cancelled when the event is
 *   published again
 * @throws HttpError `not_found`
 */
export const cancelDate = (
  req: PayloadRequest,
  {
    date: id,
    reason = '',
    withEvent = false,
  }: { date: number; reason?: string; withEvent?: boolean },
): Promise<{ notifiedGuests: number }> =>
  withLockedDate(req, id, async (locked) => {
    const { db } = locked
    const rsvps = await lockRsvps(db, id, ['held', 'going', 'waitlisted', 'offered', 'attended'])
    for (const rsvp of rsvps) await releasePrice(db, rsvp)
    const refunded = await refund(locked, rsvps)
    const ids = rsvps.map((each) => each.id)
    await cancelAll(db, ids, { by: 'event', refunded })
    await cancelLockedDate(db, id, { isAlone: !withEvent })
    await announce(req, [eventDateTag(id), eventsTag])
    return {
      notifiedGuests: await notify(locked, rsvps, 'date_cancelled', {
        occasion: id,
        words: { reason },
      }),
    }
  })

/** Reverses the payments of locked reservations, in the given order. @returns the ids of the refunded reservations */
async function refund(locked: LockedDate, rsvps: readonly Rsvp[]): Promise<number[]> {
  const { req, db, ledgerSettings, date } = locked
  const paid = rsvps.filter(({ transfer }) => transfer !== null)
  // Members' accounts are locked first, because the other accounts are part of many transfers.
  for (const { member } of paid) {
    if (member !== null) await lockBalance(db, `member:${member}`, ledgerSettings.currency)
  }
  const refunded: number[] = []
  for (const rsvp of paid) {
    if (await reversePayments(db, ledgerSettings, { rsvp, reason: 'Event cancelled' }))
      refunded.push(rsvp.id)
    else await recordRefusedRefund(req, date, rsvp)
  }
  return refunded
}

/**
 * Notifies everybody who is going or waiting that a date has changed, once for each `sequence` of the date. Holds on
 * members' credit are extended until after the new end, even if nobody is notified. Does nothing if time, place, title
 * and status are unchanged, or if the date stays postponed.
 * @param request.before the date before the change
 * @throws HttpError `not_found`
 */
export const notifyChanged = (
  req: PayloadRequest,
  {
    date: id,
    before,
    isNotified = true,
  }: { date: number; before: EventDate; isNotified?: boolean },
): Promise<{ notifiedGuests: number }> =>
  withLockedDate(req, id, async (locked) => {
    const { db, date, ledgerSettings } = locked
    const changes = describeChanges(before, date, ledgerSettings.timeZone)
    if (!changes.length) return { notifiedGuests: 0 }
    const rsvps = await lockRsvps(db, id, ['going', 'waitlisted', 'offered'])
    // While a date is postponed, a change of its time does not renew the holds. So they may have expired.
    const isOtherEnd = date.endsAt.getTime() !== before.endsAt.getTime()
    if (isOtherEnd || before.status === 'postponed') {
      for (const rsvp of rsvps) if (rsvp.hold !== null) await renewHold(locked, rsvp)
    }
    if (!isNotified) return { notifiedGuests: 0 }
    const words = { changes: changes.join('\n') }
    const mail = date.status === 'postponed' ? 'postponed' : 'changed'
    return { notifiedGuests: await notify(locked, rsvps, mail, { occasion: date.sequence, words }) }
  })

async function renewHold({ db, ledgerSettings, date }: LockedDate, rsvp: Rsvp): Promise<void> {
  await releasePrice(db, rsvp)
  await updateRsvp(db, rsvp.id, await holdPrice(db, ledgerSettings, { date, rsvp }))
}

/**
 * Mails a message to the guests of a date, once to each guest.
 * @param request.message the id of the message. A repeated request with this id mails nobody again
 * @throws HttpError `not_found`
 */
export const mailGuests = (
  req: PayloadRequest,
  request: {
    date: number
    audience: 'going' | 'waiting'
    message: number
    text: string
    /** The address that gets the answers; by default the venue's. */
    replyTo?: string | null
  },
): Promise<{ notifiedGuests: number }> =>
  withLockedDate(req, request.date, async (locked) => {
    const statuses =
      request.audience === 'going'
        ? (['going', 'attended'] as const)
        : (['waitlisted', 'offered'] as const)
    const rsvps = await lockRsvps(locked.db, request.date, statuses)
    const { message, text, replyTo } = request
    const words = { message: text }
    return {
      notifiedGuests: await notify(locked, rsvps, 'message', { occasion: message, words, replyTo }),
    }
  })

/**
 * Ends dates that are over. Waiting and unconfirmed reservations expire. If anybody was checked in, the other
 * reservations that were `going` become no-shows. If nobody was checked in, no list was kept at the door, and
 * reservations stay `going`.
 */
export async function endOverDates(payload: Payload): Promise<void> {
  await forEachDate(payload, await listOverDates(databaseOf(payload)), endOverDate)
}

const endOverDate = (req: PayloadRequest, id: number): Promise<void> =>
  withLockedDate(req, id, async (locked) => {
    const { db, date } = locked
    if (date.status !== 'published' || date.endsAt > new Date()) return
    const freed = await expireAllOf(db, id)
    const isListKept = (await lockRsvps(db, id, ['attended'])).length > 0
    const missing = isListKept ? await markNoShows(db, id) : 0
    await locked.take(-freed - missing)
    await endLockedDate(db, id)
    await announce(req, [eventDateTag(id), eventsTag])
  })
