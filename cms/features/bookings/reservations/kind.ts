import { announce } from '../../../platform/database/announce.ts'
import { enqueue } from '../../../platform/jobs/enqueue.ts'
import type { JobType } from '../../../platform/jobs/job.ts'
import { formatGuestTime } from '../../../platform/ui/format-time.ts'
import { hasCardPayments } from '../../payments/stripe.ts'
import type { ReservationKind } from '../../reservations/kind.ts'
import { areaName } from '../../venue/names.ts'
import { bookingError } from '../errors.ts'
import { findTableMailer, type TableMail } from '../mails/render.ts'
import { queuePushes } from '../pushes.ts'
import {
  bookingSubjects,
  changePeople,
  keepTables,
  reservableBookings,
} from '../queries/subjects.ts'
import {
  bookPath,
  heldMinutes,
  limits,
  offerMinutes,
  peopleText,
  type Reservable,
  seatingOpensAt,
} from '../rules.ts'
import { bookingTags } from '../tags.ts'

type Kind = ReservationKind<Reservable, TableMail>

/** Tables by card: the deposit is owed to the guest until the visit. */
const deposits: Kind['card'] = {
  use: 'deposit',
  describe: ({ title, startsAt }, { party, timeZone }) =>
    `Deposit: ${title}, ${formatGuestTime(startsAt, timeZone)}, ${peopleText(party)}`,
  ruleOf: ({ cancelUntil }, { timeZone }) =>
    `It comes off your bill. It comes back if you cancel until ${formatGuestTime(cancelUntil, timeZone)}.`,
  isRefunded: ({ cancelUntil }, now) => now <= cancelUntil,
}

/** Offers freed tables, see jobs.ts. */
export const offerJob: JobType<null> = { name: 'bookings.offer' }

/** A price in credit is held until a day after the end, because guests can be seated until then. */
const holdMs = 24 * 3_600_000

/** The rules of tables and desks alike. */
export const bookingRules = {
  table: 'bookings',
  takePlaces: (subject, { untilEnd }) => keepTables(subject, { isByStaff: untilEnd }),
  changeTaken: async (db, subject, count) => {
    const isFreed = subject.party + count <= 0
    // Parties that wait are offered a freed table before others find it.
    if (isFreed) await enqueue(db, offerJob, null, { key: offerJob.name })
    return changePeople(db, subject, count)
  },
  ofOneGuest: { permission: 'bookings.run', refusal: () => bookingError('on_sheet') },
  announce: (req, { day }) => announce(req, [bookingTags.changed, bookingTags.day(day)]),
  isKnownTo: () => true,
  refusalOf: ({ places, finishedAt, startsAt }, { isGuest }) => {
    if (places === 'expired') return bookingError('expired')
    if (places === 'released' || finishedAt) return bookingError('ended')
    return isGuest && startsAt <= new Date() ? bookingError('no_time') : null
  },
  refusalOfChange: ({ finishedAt, endsAt }) =>
    finishedAt || endsAt <= new Date() ? bookingError('ended') : null,
  refusalOfCheckIn: (subject, { isMore }) =>
    isMore && seatingOpensAt(subject) > new Date() ? bookingError('not_yet') : null,
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
  ...bookingSubjects('table', ({ area }) => `Table, ${areaName(area)}`),
  maxParty: limits.party,
  hasWaitlist: true,
  canWait: ({ places }) => places === 'waiting',
  // From then on staff may record that the party did not come, and guests can't take that back by leaving.
  refusalOfChange: (subject, { isPromised }) =>
    isPromised && subject.startsAt <= new Date()
      ? bookingError('ended')
      : bookingRules.refusalOfChange(subject),
  // A deposit is taken from guests, see `depositKindFor`.
  priceOf: () => ({ priceCents: 0, payment: 'free' }),
  card: deposits,
  findMailer: findTableMailer,
  queuePushes,
  path: bookPath,
  sql: reservableBookings('Table'),
}

/** The kind for a guest who pays the deposit of the table, from credit or by card. */
export const withDeposit = (payment: 'credit' | 'card'): Kind => ({
  ...tableKind,
  priceOf: ({ depositCents }) => ({ priceCents: depositCents, payment }),
})

/**
 * The kind for a guest who books: the deposit of the table, if there is one, is put by from a member’s credit, and is
 * paid by card if that is not enough. Without card payments nobody pays one, because most guests could not.
 * @param request.deposit the deposit in minor units, known once the transaction has begun
 */
export function depositKindFor({
  isMember,
  deposit,
}: {
  isMember: boolean
  deposit: () => number
}): Kind {
  if (!hasCardPayments()) return tableKind
  return {
    ...tableKind,
    priceOf: () => ({
      priceCents: deposit(),
      payment: !deposit() ? 'free' : isMember ? 'credit' : 'card',
    }),
  }
}
