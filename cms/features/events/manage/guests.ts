import type { PayloadRequest } from 'payload'
import type { z } from 'zod'
import type { Database } from '../../../platform/database/query.ts'
import { inTransaction } from '../../../platform/database/transaction.ts'
import { countChange } from '../../reservations/rate-limits.ts'
import { findExistingIds, managedKey } from '../../reservations/service.ts'
import * as actions from '../../reservations/staff/actions.ts'
import type { RsvpState } from '../contract.ts'
import { countAddedGuest } from '../rate-limits.ts'
import { eventKind } from '../reservations/kind.ts'
import { type Manager, requireGuest, requireManaged } from './access.ts'
import type { addRequest, GuestReply } from './contract.ts'

/**
 * Adds a guest. With `is_here`, the guest is checked in at once, if there are places.
 * @throws HttpError `too_many_mails`, and the errors of `reserve` and `checkIn`
 */
export const addGuest = (
  req: PayloadRequest,
  manager: Manager,
  { date: subject, ...request }: z.output<typeof addRequest>,
) =>
  inTransaction(req, async (db): Promise<GuestReply> => {
    await requireManaged(db, manager, subject)
    const { by, link } = manager
    const { email } = request
    const sent = { kind: 'event', subject, key: managedKey(by, request.key) } as const
    const { byKey } = await findExistingIds(db, { ...sent, member: null, email })
    if (link && email && byKey === null) await countAddedGuest(db, link)
    return actions.addGuest(eventKind, req, { ...request, subject, by })
  })

type Who = Pick<Manager, 'by' | 'link'>
type Guest<Values = unknown> = { date: number; rsvp: number } & Values

/** An action about one guest of a date that the manager may manage. */
const onGuest =
  <Request extends Guest>(
    act: (
      req: PayloadRequest,
      guest: RsvpState,
      request: Request & Who,
      db: Database,
    ) => Promise<GuestReply>,
  ) =>
  (req: PayloadRequest, manager: Manager, request: Request): Promise<GuestReply> =>
    inTransaction(req, async (db) => {
      const { guest } = await requireGuest(db, manager, request)
      const { by, link } = manager
      return act(req, guest, { ...request, by, link }, db)
    })

/** Stores how many of a party are inside; 0 undoes the check-in. Their price is paid from the hold on the credit. */
export const checkInGuest = onGuest((req, guest, { inside }: Guest<{ inside: number }>) =>
  actions.checkInGuest(eventKind, req, guest, { inside }),
)

export const changeGuestParty = onGuest(
  async (req, guest, change: Guest<{ party: number; version: number }> & Who, db) => {
    // Each change is mailed to the guest, so changes by organisers are limited.
    if (change.link && guest.party !== change.party) await countChange(db, guest.id)
    const { party, version, by } = change
    return actions.changeGuestParty(eventKind, req, guest, { party, version, by })
  },
)

export const noteGuest = onGuest(
  (req, guest, change: Guest<{ note: string | null; version: number }>) =>
    actions.noteGuest(eventKind, req, guest, change),
)

export const cancelGuest = onGuest((req, guest, { by }: Guest & Who) =>
  actions.cancelGuest(eventKind, req, guest, { by }),
)

/** Offers free places to a party, even if other parties wait before it. */
export const offerToGuest = onGuest((req, guest, { reason, by }: Guest<{ reason: string }> & Who) =>
  actions.offerToGuest(eventKind, req, guest, { reason, by }),
)

export const moveGuest = onGuest(
  (req, guest, change: Guest<{ reason: string; position: number }> & Who) => {
    const { reason, position, by } = change
    return actions.moveGuest(eventKind, req, guest, { reason, position, by })
  },
)
