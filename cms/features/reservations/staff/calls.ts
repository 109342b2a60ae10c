import type { PayloadRequest } from 'payload'
import type { z } from 'zod'
import { dayText } from '../../../platform/admin/shell/format.ts'
import { record } from '../../../platform/audit/service.ts'
import { databaseOf } from '../../../platform/database/query.ts'
import { type Call, call } from '../../../platform/http/call.ts'
import { csvFile } from '../../../platform/http/csv/write.ts'
import { staff } from '../../../platform/staff/access.ts'
import { requirePermission } from '../../../platform/staff/can.ts'
import { may, type Permission } from '../../../platform/staff/permissions.ts'
import type { ReservationState } from '../contract.ts'
import { reservationError } from '../errors.ts'
import { findKind, type ReservationKind } from '../kind.ts'
import { findAnyReservation } from '../queries/reservations.ts'
import { findState } from '../service.ts'
import {
  addGuest,
  cancelGuest,
  changeGuestParty,
  checkInGuest,
  moveGuest,
  noteGuest,
  offerToGuest,
} from './actions.ts'
import { type StaffReply, staffRequests } from './contract.ts'
import { findReservationsOfDay } from './day.ts'
import { csvMoment, reservationsFile } from './file.ts'
import { findNow, requireTonight } from './find-now.ts'

const by = 'staff' as const

/** @throws HttpError `forbidden` if the caller has not the permission that the kind needs */
function requireOwnPermission({ ofOneGuest }: ReservationKind, req: PayloadRequest): void {
  if (ofOneGuest) requirePermission(req, ofOneGuest.permission)
}

/** A call of staff about one reservation of any kind. */
const guestCall = <Body extends z.ZodType<{ rsvp: number }>>(
  name: string,
  permission: Permission,
  body: Body,
  work: (
    kind: ReservationKind,
    req: PayloadRequest,
    guest: ReservationState,
    request: z.output<Body>,
  ) => Promise<StaffReply>,
): Call =>
  call({
    method: 'post',
    path: `/reservations/${name}`,
    access: staff(permission),
    body,
    handle: async ({ req, caller, body: request }) => {
      const db = databaseOf(req.payload)
      const found = await findAnyReservation(db, (request as { rsvp: number }).rsvp)
      const kind = found && findKind(req.payload, found.kind)
      const guest = kind && (await findState(kind, db, found.id))
      if (!guest) throw reservationError('not_found')
      requireOwnPermission(kind, req)
      await requireTonight(req.payload, caller, guest.subject)
      return { body: await work(kind, req, guest, request as z.output<Body>) }
    },
  })

const { checkIn, party, note, cancel, offer, move } = staffRequests

/** Calls of staff about the reservations of all kinds. */
export const staffCalls: readonly Call[] = [
  call({
    method: 'post',
    path: '/reservations/add',
    access: staff('guests.check-in'),
    body: staffRequests.add,
    handle: async ({ req, caller, body: { kind: name, ...request } }) => {
      const kind = findKind(req.payload, name)
      if (kind) requireOwnPermission(kind, req)
      if (kind?.ofOneGuest) throw kind.ofOneGuest.refusal()
      const subject = kind && (await kind.find(databaseOf(req.payload), request.subject))
      if (!subject) throw reservationError('not_found')
      await requireTonight(req.payload, caller, subject)
      return { body: await addGuest(kind, req, { ...request, by }) }
    },
  }),
  guestCall('check-in', 'guests.check-in', checkIn, checkInGuest),
  guestCall('party', 'guests.manage', party, (kind, req, guest, request) => {
    if (kind.ofOneGuest && request.party > guest.party) throw kind.ofOneGuest.refusal()
    return changeGuestParty(kind, req, guest, { ...request, by })
  }),
  guestCall('note', 'guests.manage', note, noteGuest),
  guestCall('cancel', 'guests.manage', cancel, (kind, req, guest) =>
    cancelGuest(kind, req, guest, { by }),
  ),
  guestCall('offer', 'guests.manage', offer, (kind, req, guest, request) =>
    offerToGuest(kind, req, guest, { ...request, by }),
  ),
  guestCall('move', 'guests.manage', move, (kind, req, guest, request) =>
    moveGuest(kind, req, guest, { ...request, by }),
  ),
  call({
    method: 'post',
    path: '/reservations/file',
    access: staff('guests.check-in'),
    body: staffRequests.file,
    form: { read: (form) => Object.fromEntries(form), success: () => null, failure: () => null },
    // The call is a POST, because it writes to the audit trail.
    handle: async ({ req, caller, body: { day, search } }) => {
      const { timeZone, today } = await findNow(req.payload)
      if (day !== today && !may(caller.role, 'guests.other-days')) {
        throw reservationError('not_tonight')
      }
      const withAddresses = may(caller.role, 'guests.manage')
      const options = {
        ...{ day, timeZone, search, withAddresses },
        isOnlyTonight: !may(caller.role, 'guests.other-days'),
        isAllowed: (permission: Permission) => may(caller.role, permission),
      }
      const subjects = await findReservationsOfDay(req.payload, options)
      await record(req, {
        ...{ action: 'reservations_exported', subject: dayText(day) },
        ...{ of_collection: 'reservations', document: day },
      })
      const rows = subjects.flatMap((each) =>
        each.rows.map((row) => ({
          ...row,
          of: [each.title, csvMoment(each.startsAt, timeZone)],
        })),
      )
      const file = reservationsFile(rows, { timeZone, withAddresses, of: ['What', 'Starts'] })
      return csvFile([file], { name: `reservations-${day}`, hasByteOrderMark: true })
    },
  }),
]
