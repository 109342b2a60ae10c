import type { PayloadRequest } from 'payload'
import type { z } from 'zod'
import { record } from '../../audit/service.ts'
import { inTransaction } from '../../database/transaction.ts'
import type { RsvpState } from '../contract.ts'
import { saveNote } from '../queries/notes.ts'
import { findExistingRsvpIds } from '../queries/rsvps.ts'
import { countChange } from '../rate-limits.ts'
import { managedKey } from '../reserve.ts'
import {
  cancelRsvp,
  changeParty,
  checkIn,
  moveInQueue,
  offerTo,
  reserve,
  rsvpById,
} from '../service.ts'
import { type Manager, requireGuest, requireManaged } from './access.ts'
import type {
  addRequest,
  cancelRequest,
  checkInRequest,
  GuestReply,
  moveRequest,
  noteRequest,
  offerRequest,
  partyRequest,
} from './contract.ts'
import { manageError } from './errors.ts'
import { countAddedGuest } from './rate-limits.ts'

const replyOf = (
  { id, status, party, inside, version }: RsvpState,
  due: { cents: number } | null = null,
): GuestReply => ({ rsvp: { id, status, party, inside, version }, due_cents: due?.cents ?? 0 })

type ActionArguments<S extends z.ZodType> = [
  req: PayloadRequest,
  manager: Manager,
  request: z.output<S>,
]

/** Writes the audit trail. It does not name the guest, because its entries are kept forever. */
const audit = (
  req: PayloadRequest,
  action: string,
  { id, date }: Pick<RsvpState, 'id' | 'date'>,
  details: Record<string, unknown>,
) =>
  record(req, {
    action,
    subject: `no. ${id} of ${date.title}, ${date.day}`,
    of_collection: 'event_rsvps',
    document: id,
    details,
  })

/**
 * Adds a guest. With `is_here`, the guest is checked in at once, if there are places.
 * @throws HttpError `too_many_mails`, and the errors of `reserve` and `checkIn`
 */
export const addGuest = (...[req, manager, request]: ActionArguments<typeof addRequest>) =>
  inTransaction(req, async (db): Promise<GuestReply> => {
    const { date, key, party, name, email, note, is_here } = request
    await requireManaged(db, manager, date)
    const { by, link } = manager
    const person = { date, key: managedKey(by, key), member: null, email }
    const { by_key } = await findExistingRsvpIds(db, person)
    if (link && email && by_key === null) await countAddedGuest(db, link)
    const state = await reserve(req, {
      ...{ date, key, party, by },
      guest: { name, email },
      ...(note && { note }),
    })
    await audit(req, 'event_guest_added', state, { party, status: state.status })
    if (!is_here || state.status !== 'going') return replyOf(state)
    return checkInGuest(req, manager, { date, rsvp: state.id, inside: state.party })
  })

/** Stores how many of a party are inside; 0 undoes the check-in. Their price is paid from the hold on the credit. */
export const checkInGuest = (...[req, manager, request]: ActionArguments<typeof checkInRequest>) =>
  inTransaction(req, async (db): Promise<GuestReply> => {
    const { rsvp, inside } = request
    const { guest } = await requireGuest(db, manager, request)
    const { state, due } = await checkIn(req, { rsvp, inside, by: manager.by })
    if (guest.inside !== state.inside) {
      const details = { inside: { before: guest.inside, after: state.inside } }
      await audit(req, 'event_guest_checked_in', state, details)
    }
    return replyOf(state, due)
  })

export const changeGuestParty = (
  ...[req, manager, request]: ActionArguments<typeof partyRequest>
) =>
  inTransaction(req, async (db): Promise<GuestReply> => {
    const { rsvp, party, version } = request
    const { guest } = await requireGuest(db, manager, request)
    // A repeated request changes nothing and succeeds.
    if (guest.party === party) return replyOf(guest)
    // Each change is mailed to the guest, so changes by organisers are limited.
    if (manager.link) await countChange(db, rsvp)
    const state = await changeParty(req, { rsvp, party, version, by: manager.by })
    const details = { party: { before: guest.party, after: state.party } }
    await audit(req, 'event_guest_changed', state, details)
    return replyOf(state)
  })

export const noteGuest = (...[req, manager, request]: ActionArguments<typeof noteRequest>) =>
  inTransaction(req, async (db): Promise<GuestReply> => {
    const { guest } = await requireGuest(db, manager, request)
    if (guest.note === request.note) return replyOf(guest)
    if (!(await saveNote(db, request))) throw manageError('changed')
    await audit(req, 'event_guest_noted', guest, {})
    return replyOf((await rsvpById(db, guest.id)) ?? guest)
  })

export const cancelGuest = (...[req, manager, request]: ActionArguments<typeof cancelRequest>) =>
  inTransaction(req, async (db): Promise<GuestReply> => {
    const { guest } = await requireGuest(db, manager, request)
    if (guest.status === 'cancelled') return replyOf(guest)
    const state = await cancelRsvp(req, { rsvp: guest.id, by: manager.by })
    await audit(req, 'event_guest_cancelled', state, { party: guest.party })
    return replyOf(state)
  })

/** Offers free places to a party, even if other parties wait before it. */
export const offerToGuest = (...[req, manager, request]: ActionArguments<typeof offerRequest>) =>
  inTransaction(req, async (db): Promise<GuestReply> => {
    const { rsvp, reason } = request
    const { guest } = await requireGuest(db, manager, request)
    if (guest.status === 'offered') return replyOf(guest)
    const state = await offerTo(req, { rsvp, reason, by: manager.by })
    return replyOf(state)
  })

export const moveGuest = (...[req, manager, request]: ActionArguments<typeof moveRequest>) =>
  inTransaction(req, async (db): Promise<GuestReply> => {
    const { rsvp, reason, position } = request
    const { guest } = await requireGuest(db, manager, request)
    if (guest.queue?.position === position) return replyOf(guest)
    const state = await moveInQueue(req, { rsvp, reason, position, by: manager.by })
    return replyOf(state)
  })
