import { hasCardPayments } from '../../payments/stripe.ts'
import type { ReservationKind } from '../../reservations/kind.ts'
import { heldMinutes } from '../../reservations/rules.ts'
import { announceAvailabilityTags } from '../announce.ts'
import { eventError } from '../errors.ts'
import { findEventMailer } from '../mails/render.ts'
import type { EventMail } from '../mails/texts.ts'
import { queuePushes } from '../pushes.ts'
import { findDate, findDatesForList, findDateWith, lockDate } from '../queries/dates.ts'
import { changeTakenPlaces, takePlaces } from '../queries/places.ts'
import { reservableDates } from '../queries/reservable.ts'
import { calendarPath, type EventDate, limits, priceOf } from '../rules.ts'
import { describePostponed } from '../series/describe-changes.ts'
import { cardTerms } from './card-terms.ts'
import { refusalOf, refusalOfChange, refusalOfCheckIn } from './refusals.ts'

/** A hold expires this many days after the event, because guests can be checked in until then. */
const holdDays = 1

/** Places at the dates of events. */
export const eventKind: ReservationKind<EventDate, EventMail> = {
  name: 'event',
  table: 'event_dates',

  find: findDate,
  findWithDue: async (db, id, hasDue) => findDateWith(db, id, hasDue),
  findAll: findDatesForList,
  lock: lockDate,

  takePlaces: (seen, request) => takePlaces(seen, request),
  changeTaken: (db, { id }, count) => changeTakenPlaces(db, id, count),
  maxParty: limits.party,
  announce: announceAvailabilityTags,

  isKnownTo: ({ status, visibility, slug }, request) =>
    status !== 'draft' && (!request.isGuest || visibility !== 'secret' || slug === request.slug),
  ...{ refusalOf, refusalOfChange, refusalOfCheckIn },
  // Who is entered by organisers or staff has no page of the payment service in front of them.
  priceOf: (date, request) =>
    priceOf(date, { ...request, takesCards: request.isGuest && hasCardPayments() }),
  isCancelled: ({ status }) => status === 'cancelled',
  isEnded: ({ status }) => status === 'ended',
  cancelledError: () => eventError('date_cancelled'),
  notOfferedError: () => eventError('started'),
  confirmation: 'mail',
  heldMinutes,
  hasWaitlist: true,
  canOffer: ({ status, startsAt }, now) => status === 'published' && startsAt > now,

  moneyOf: ({ id, areas, commonGoodPercent, endsAt }) => ({
    area: areas[0] ?? null,
    reference: `event:${id}`,
    commonGoodPercent,
    holdEndsAt: new Date(endsAt.getTime() + holdDays * 86_400_000),
  }),

  card: cardTerms,

  describe: ({ title, day }) => `${title}, ${day}`,
  findMailer: findEventMailer,
  // A postponed date has no time that the mail could name.
  makeGoingMail: ({ mailer, timeZone }, facts) =>
    facts.subject.status === 'postponed'
      ? mailer('postponed', {
          ...facts,
          words: { changes: describePostponed(facts.subject, timeZone) },
        })
      : mailer('going', facts),
  queuePushes,
  path: calendarPath,
  exportsOwnData: true,

  sql: reservableDates,
}
