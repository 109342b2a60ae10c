import type { ReservationKind } from '../../reservations/kind.ts'
import { areaName } from '../../venue/names.ts'
import { bookingError } from '../errors.ts'
import { findDeskMailer, type TableMail } from '../mails/render.ts'
import { bookingSubjects, reservableBookings } from '../queries/subjects.ts'
import { bookingRules } from '../reservations/kind.ts'
import { deskPath, type Reservable } from '../rules.ts'

/** Desks for members: one person, one part of a day. The subject is a booking, as for tables. */
export const deskKind: ReservationKind<Reservable, TableMail> = {
  ...bookingRules,
  name: 'desk',
  ...bookingSubjects('desk', ({ area }) => `Desk, ${areaName(area)}`),
  maxParty: 1,
  ofOneGuest: { ...bookingRules.ofOneGuest, refusal: () => bookingError('desk_for_one') },
  hasWaitlist: false,
  priceOf: () => ({ priceCents: 0, payment: 'free' }),
  findMailer: findDeskMailer,
  path: deskPath,
  sql: reservableBookings('Desk'),
}
