import type { PayloadRequest } from 'payload'
import { record } from '../../../platform/audit/service.ts'
import { inTransaction } from '../../../platform/database/transaction.ts'
import { cancelReservation, changeParty } from '../change.ts'
import { checkIn } from '../check-in.ts'
import type { ReservationState } from '../contract.ts'
import { reservationError } from '../errors.ts'
import type { ReservationKind, Subject } from '../kind.ts'
import { saveNote } from '../queries/reservations.ts'
import { reserve } from '../reserve.ts'
import type { KindName } from '../rules.ts'
import { findState } from '../service.ts'
import { moveInQueue, offerTo } from '../waitlist.ts'
import type { StaffReply } from './contract.ts'

/** What staff and organisers do on a list. Callers check first that they may, and look up the reservation. */

/** Who acts. */
type By = { by: 'organiser' | 'staff' }

export const replyOf = (
  { id, status, party, inside, version }: ReservationState<unknown>,
  due: { cents: number } | null = null,
): StaffReply => ({ rsvp: { id, status, party, inside, version }, due_cents: due?.cents ?? 0 })

/** The phrases of the audit trail, for the manifest of the feature that declares the kind. */
export const auditActionsOf = (kind: KindName): Record<string, string> => ({
  [`${kind}_guest_added`]: 'added the reservation',
  [`${kind}_guest_changed`]: 'changed the reservation',
  [`${kind}_guest_noted`]: 'wrote a note about the reservation',
  [`${kind}_guest_cancelled`]: 'cancelled the reservation',
  [`${kind}_guest_checked_in`]: 'checked in the reservation',
  [`${kind}_not_refunded`]: 'could not give credit back to the reservation',
  [`${kind}_guests_exported`]: 'downloaded the guests of',
})

/** Writes the audit trail. It does not name the guest, because its entries are kept forever. */
const audit = <S extends Subject>(
  kind: ReservationKind<S>,
  req: PayloadRequest,
  action: 'added' | 'changed' | 'noted' | 'cancelled' | 'checked_in',
  { id, subject }: ReservationState<S>,
  details: Record<string, unknown> = {},
) =>
  record(req, {
    action: `${kind.name}_guest_${action}`,
    subject: `no. ${id} of ${kind.describe(subject)}`,
    of_collection: 'reservations',
    document: id,
    details,
  })

/** Adds a guest. With `is_here`, the guest is checked in at once, if there are places. @throws HttpError see `reserve` */
export const addGuest = <S extends Subject>(
  kind: ReservationKind<S>,
  req: PayloadRequest,
  {
    name,
    email,
    note,
    is_here,
    ...request
  }: By & {
    subject: number
    key: string
    party: number
    name: string
    email: string | null
    note: string | null
    is_here: boolean
  },
): Promise<StaffReply> =>
  inTransaction(req, async () => {
    const options = { ...request, guest: { name, email }, ...(note && { note }) }
    const state = await reserve(kind, req, options)
    await audit(kind, req, 'added', state, { party: request.party, status: state.status })
    if (!is_here || state.status !== 'going') return replyOf(state)
    return checkInGuest(kind, req, state, { inside: state.party })
  })

/** Stores how many of a party are inside; 0 undoes the check-in. Their price is paid from the hold on the credit. */
export const checkInGuest = <S extends Subject>(
  kind: ReservationKind<S>,
  req: PayloadRequest,
  guest: ReservationState<S>,
  { inside }: { inside: number },
): Promise<StaffReply> =>
  inTransaction(req, async () => {
    const { state, due } = await checkIn(kind, req, { id: guest.id, inside })
    if (guest.inside !== state.inside) {
      const details = { inside: { before: guest.inside, after: state.inside } }
      await audit(kind, req, 'checked_in', state, details)
    }
    return replyOf(state, due)
  })

export const changeGuestParty = <S extends Subject>(
  kind: ReservationKind<S>,
  req: PayloadRequest,
  guest: ReservationState<S>,
  change: By & { party: number; version: number },
): Promise<StaffReply> =>
  inTransaction(req, async () => {
    // A repeated request changes nothing and succeeds.
    if (guest.party === change.party) return replyOf(guest)
    const state = await changeParty(kind, req, { id: guest.id, ...change })
    await audit(kind, req, 'changed', state, {
      party: { before: guest.party, after: state.party },
    })
    return replyOf(state)
  })

/** @throws HttpError `changed` if the reservation was changed since `version` */
export const noteGuest = <S extends Subject>(
  kind: ReservationKind<S>,
  req: PayloadRequest,
  guest: ReservationState<S>,
  { note, version }: { note: string | null; version: number },
): Promise<StaffReply> =>
  inTransaction(req, async (db) => {
    if (guest.note === note) return replyOf(guest)
    if (!(await saveNote(db, { reservation: guest.id, note, version }))) {
      throw reservationError('note_changed')
    }
    await audit(kind, req, 'noted', guest)
    return replyOf((await findState(kind, db, guest.id)) ?? guest)
  })

export const cancelGuest = <S extends Subject>(
  kind: ReservationKind<S>,
  req: PayloadRequest,
  guest: ReservationState<S>,
  { by }: By,
): Promise<StaffReply> =>
  inTransaction(req, async () => {
    if (guest.status === 'cancelled') return replyOf(guest)
    const state = await cancelReservation(kind, req, { id: guest.id, by })
    await audit(kind, req, 'cancelled', state, { party: guest.party })
    return replyOf(state)
  })

/** Offers free places to a party, even if other parties wait before it. */
export const offerToGuest = async <S extends Subject>(
  kind: ReservationKind<S>,
  req: PayloadRequest,
  guest: ReservationState<S>,
  change: By & { reason: string },
): Promise<StaffReply> =>
  guest.status === 'offered'
    ? replyOf(guest)
    : replyOf(await offerTo(kind, req, { id: guest.id, ...change }))

export const moveGuest = async <S extends Subject>(
  kind: ReservationKind<S>,
  req: PayloadRequest,
  guest: ReservationState<S>,
  change: By & { reason: string; position: number },
): Promise<StaffReply> =>
  guest.queue?.position === change.position
    ? replyOf(guest)
    : replyOf(await moveInQueue(kind, req, { id: guest.id, ...change }))
