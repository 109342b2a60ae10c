import { announce } from '../../../platform/database/announce.ts'
import type { ReservationKind } from '../../reservations/kind.ts'
import { areaName } from '../../venue/names.ts'
import { bookingError } from '../errors.ts'
import { findTableMailer, type TableMail } from '../mails/render.ts'
import {
  bookingSubjects,
  changePeople,
  keepTables,
  reservableBookings,
} from '../queries/subjects.ts'
import { bookPath, heldMinutes, limits, offerMinutes, type Reservable } from '../rules.ts'
import { bookingTags } from '../tags.ts'

type Kind = ReservationKind<Reservable, TableMail>

/** A price in credit is held until a day after the end, because guests can be seated until then. */
const holdMs = 24 * 3_600_000
/** How long before its time a party can be seated. */
const seatHours = 3

/** The rules of tables and desks alike. */
export const bookingRules = {
  table: 'bookings',
  takePlaces: (subject, { untilEnd }) => keepTables(subject, { isByStaff: untilEnd }),
  changeTaken: (db, subject, count) => changePeople(db, subject, count),
  announce: (req, { day }) => announce(req, [bookingTags.changed, bookingTags.day(day)]),
  isKnownTo: () => true,
  refusalOf: ({ places, finishedAt, startsAt }, { isGuest }) => {
    if (places === 'expired') return bookingError('expired')
    if (places === 'released' || finishedAt) return bookingError('ended')
    return isGuest && startsAt <= new Date() ? bookingError('no_time') : null
  },
  refusalOfChange: ({ finishedAt, endsAt }) =>
    finishedAt || endsAt <= new Date() ? bookingError('ended') : null,
  refusalOfCheckIn: ({ startsAt }, { isMore }) =>
    isMore && startsAt.getTime() - seatHours * 3_600_000 > Date.now()
      ? bookingError('not_yet')
      : null,
  isCancelled: ({ places }) => places === 'released',
  isEnded: ({ finishedAt }) => finishedAt !== null,
  cancelledError: () => bookingError('ended'),
  notOfferedError: () => bookingError('not_offered'),
  confirmation: 'none',
  heldMinutes,
  // A table for a party that waits is chosen by the rules of its area, see `waitlist.ts`.
  canOffer: () => false,
  offerMinutesOnDay: offerMinutes,
  moneyOf: ({ id, area, endsAt }) => ({
    area,
    reference: `booking:${id}`,
    commonGoodPercent: null,
    holdEndsAt: new Date(endsAt.getTime() + holdMs),
  }),
  describe: ({ title, day }) => `${title}, ${day}`,
} satisfies Partial<Kind>

/** Tables. The subject is a booking, and a booking has one reservation. */
export const tableKind: Kind = {
  ...bookingRules,
  name: 'table',
  ...bookingSubjects(({ area }) => `Table, ${areaName(area)}`),
  maxParty: limits.party,
  hasWaitlist: true,
  canWait: ({ places }) => places === 'waiting',
  // A table without a reservation of its own has been entered by staff.
  priceOf: ({ depositCents }, { isGuest, isMember }) =>
    isGuest && depositCents
      ? { priceCents: depositCents, payment: isMember ? 'credit' : 'card' }
      : { priceCents: 0, payment: 'free' },
  findMailer: findTableMailer,
  path: bookPath,
  sql: reservableBookings('Table'),
}
