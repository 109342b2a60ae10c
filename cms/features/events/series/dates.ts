import type { Payload, PayloadRequest } from 'payload'
import { announce } from '../../../platform/database/announce.ts'
import { databaseOf } from '../../../platform/database/query.ts'
import { toldStatuses } from '../../reservations/rules.ts'
import {
  cancelAllOf,
  endAllOf,
  forEachSubject,
  type Locked,
  lockWith,
  notifyGuests,
  renewHolds,
  withLocked,
} from '../../reservations/service.ts'
import type { EventMail } from '../mails/texts.ts'
import { cancelLockedDate, endLockedDate, listOverDates } from '../queries/places.ts'
import { eventKind } from '../reservations/kind.ts'
import type { EventDate } from '../rules.ts'
import { eventDateTag, eventsTag } from '../tags.ts'
import { describeChanges } from './describe-changes.ts'

/**
 * Cancels a date and all its reservations, see `cancelAllOf`. Everybody who is going, inside or waiting is notified
 * once. If the date's status is already `cancelled`, reservations that are not cancelled yet are cancelled. So a second
 * call changes nothing.
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
  withLocked(eventKind, req, id, async (locked) => {
    const reservations = await cancelAllOf(locked, { reason: 'Event cancelled' })
    await cancelLockedDate(locked.db, id, { isAlone: !withEvent })
    await announce(req, [eventDateTag(id), eventsTag])
    const facts = { occasion: id, words: { reason } }
    return { notifiedGuests: await notifyGuests(locked, reservations, 'date_cancelled', facts) }
  })

/**
 * Notifies everybody who is going or waiting that a date has changed, once for each `sequence` of the date. Holds on
 * members' credit are extended until after the new end, even if nobody is notified. Does nothing if time, place, title
 * and status are unchanged, or if the date stays postponed.
 * @param request.before the date before the change
 * @param request.reason why the date is postponed, in the organiser’s words; guests read it
 * @throws HttpError `not_found`
 */
export const notifyChanged = (
  req: PayloadRequest,
  {
    date: id,
    before,
    isNotified = true,
    reason,
  }: { date: number; before: EventDate; isNotified?: boolean; reason?: string | undefined },
): Promise<{ notifiedGuests: number }> =>
  withLocked(eventKind, req, id, async (locked) => {
    const { subject: date, ledgerSettings } = locked
    const changes = describeChanges(before, date, ledgerSettings.timeZone)
    if (!changes.length) return { notifiedGuests: 0 }
    const reservations = await lockWith(locked, toldStatuses)
    // While a date is postponed, a change of its time does not renew the holds. So they may have expired.
    const isOtherEnd = date.endsAt.getTime() !== before.endsAt.getTime()
    if (isOtherEnd || before.status === 'postponed') await renewHolds(locked, reservations)
    if (!isNotified) return { notifiedGuests: 0 }
    const isPostponed = date.status === 'postponed'
    const words = { changes: [...(isPostponed && reason ? [reason] : []), ...changes].join('\n') }
    const mail = isPostponed ? 'postponed' : 'changed'
    const facts = { occasion: date.sequence, words }
    return { notifiedGuests: await notifyGuests(locked, reservations, mail, facts) }
  })

/**
 * Mails everybody who is going or waiting at a locked date.
 * @param news.occasion see `notifyGuests`
 */
export const tellGuests = async (
  locked: Locked<EventDate, EventMail>,
  { mail, ...facts }: { mail: 'changed'; occasion: string; words: Record<string, string> },
): Promise<number> => notifyGuests(locked, await lockWith(locked, toldStatuses), mail, facts)

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
  withLocked(eventKind, req, request.date, async (locked) => {
    const statuses =
      request.audience === 'going'
        ? (['going', 'attended'] as const)
        : (['waitlisted', 'offered'] as const)
    const { message: occasion, text, replyTo } = request
    const facts = { occasion, words: { message: text }, replyTo }
    const reservations = await lockWith(locked, statuses)
    return { notifiedGuests: await notifyGuests(locked, reservations, 'message', facts) }
  })

/** Ends dates that are over, see `endAllOf`. */
export async function endOverDates(payload: Payload): Promise<void> {
  await forEachSubject(payload, await listOverDates(databaseOf(payload)), endOverDate)
}

const endOverDate = (req: PayloadRequest, id: number): Promise<void> =>
  withLocked(eventKind, req, id, async (locked) => {
    const { status, endsAt } = locked.subject
    if (status !== 'published' || endsAt > new Date()) return
    await endAllOf(locked)
    await endLockedDate(locked.db, id)
    await announce(req, [eventDateTag(id), eventsTag])
  })
