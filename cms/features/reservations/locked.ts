import { createLocalReq, type Payload, type PayloadRequest } from 'payload'
import type { Database } from '../../platform/database/query.ts'
import { inTransaction } from '../../platform/database/transaction.ts'
import type { NewMail } from '../../platform/mail/contract.ts'
import { queueMails } from '../../platform/mail/service.ts'
import { findSiteFacts, type SiteFacts } from '../../platform/runtime/site-facts.ts'
import type { LedgerSettings } from '../ledger/service.ts'
import type { Reservation } from './contract.ts'
import { reservationError } from './errors.ts'
import type { Mailer, ReservationKind, ReservationMail, Subject } from './kind.ts'
import type { Waking } from './offer-end.ts'
import type { SubjectKey } from './queries/of-subject.ts'
import { findSubjectOf, lockReservation } from './queries/reservations.ts'

/**
 * Locks are taken in the order member, subject, reservation, accounts of the ledger. Everything that takes or frees
 * places locks the subject first, so changes of the same subject are made one after the other.
 */

/** What a change needs that is read before its transaction. */
export type Prepared<S, Mail extends string> = {
  ledgerSettings: LedgerSettings
  mailer: Mailer<S, Mail>
  waking: Waking
}

/** What code needs to change a locked subject and its reservations. */
export type Locked<S extends Subject, Mail extends string = ReservationMail> = Prepared<S, Mail> & {
  kind: ReservationKind<S, Mail>
  req: PayloadRequest
  db: Database
  /** The locked subject; `taken` is kept up to date by `take`. */
  subject: S
  key: SubjectKey
  /** Takes places; a negative `count` gives places back. @returns false if there are not enough places */
  take: (count: number) => Promise<boolean>
  /** Queues mails. Nulls, and mails whose key was queued before, are skipped. */
  enqueueMails: (mails: readonly (NewMail | null)[]) => Promise<void>
}

/**
 * Reads what a change needs. Call it before the transaction, because reading may need a second connection.
 * @param known facts that are newer than the cached ones
 */
export async function prepareChange<S extends Subject, Mail extends string>(
  kind: Pick<ReservationKind<S, Mail>, 'findMailer'>,
  req: PayloadRequest,
  known: Partial<SiteFacts> = {},
): Promise<Prepared<S, Mail>> {
  const site = { ...(await findSiteFacts(req.payload)), ...known }
  const mailer = await kind.findMailer(req.payload, site)
  const { timeZone, wakingHours: hours } = site
  return { ledgerSettings: site, mailer, waking: { hours, timeZone } }
}

/** Adds to a subject, which the caller has locked, what code needs to change it. */
export function lockedOf<S extends Subject, Mail extends string>(
  kind: ReservationKind<S, Mail>,
  { req, db, subject }: { req: PayloadRequest; db: Database; subject: S },
  prepared: Prepared<S, Mail>,
): Locked<S, Mail> {
  const locked: Locked<S, Mail> = {
    ...{ kind, req, db, subject, ...prepared },
    key: { kind: kind.name, subject: subject.id },
    take: async (count) => {
      if (!count) return true
      const taken = await kind.changeTaken(db, locked.subject, count)
      if (taken === null) return false
      locked.subject = { ...locked.subject, taken }
      return true
    },
    enqueueMails: async (mails) => {
      const some = mails.filter((mail) => mail !== null)
      if (some.length) await queueMails(req.payload, db, some)
    },
  }
  return locked
}

/**
 * Locks a subject and calls `work` to change it, in one transaction. At the end, the kind announces if places were
 * taken or given back.
 * @param known facts that are newer than the cached ones
 * @throws HttpError `not_found`
 */
export async function withLocked<S extends Subject, Mail extends string, T>(
  kind: ReservationKind<S, Mail>,
  req: PayloadRequest,
  id: number,
  work: (locked: Locked<S, Mail>) => Promise<T>,
  known?: Partial<SiteFacts>,
): Promise<T> {
  const prepared = await prepareChange(kind, req, known)
  return inTransaction(req, async (db) => {
    const subject = await kind.lock(db, id)
    if (!subject) throw reservationError('not_found')
    const locked = lockedOf(kind, { req, db, subject }, prepared)
    const result = await work(locked)
    await kind.announce(req, subject, locked.subject.taken)
    return result
  })
}

/**
 * Locks a reservation and its subject, and calls `work`, like `withLocked`.
 * @param id the id of the reservation
 * @param known the id of its subject, if the caller has read it
 * @throws HttpError `not_found`
 */
export async function withLockedReservation<S extends Subject, Mail extends string, T>(
  kind: ReservationKind<S, Mail>,
  req: PayloadRequest,
  id: number,
  work: (locked: Locked<S, Mail>, reservation: Reservation) => Promise<T>,
  known?: { subject: number },
): Promise<T> {
  const prepared = await prepareChange(kind, req)
  return inTransaction(req, async (db) => {
    const subjectId = known?.subject ?? (await findSubjectOf(db, kind.name, id))
    const subject = subjectId === null ? null : await kind.lock(db, subjectId)
    const reservation = subject && (await lockReservation(db, id))
    // The reservation may have been deleted before the lock.
    const isSame = reservation?.kind === kind.name && reservation.subject === subject?.id
    if (!subject || !reservation || !isSame) throw reservationError('not_found')
    const locked = lockedOf(kind, { req, db, subject }, prepared)
    const result = await work(locked, reservation)
    await kind.announce(req, subject, locked.subject.taken)
    return result
  })
}

/**
 * Calls `work` for each subject of a job, each time with a new request. If `work` fails for one, the others are
 * processed nevertheless.
 * @throws the last error
 */
export async function forEachSubject(
  payload: Payload,
  ids: readonly number[],
  work: (req: PayloadRequest, id: number) => Promise<unknown>,
): Promise<void> {
  const errors: unknown[] = []
  for (const id of ids) {
    await work(await createLocalReq({}, payload), id).catch((error) => errors.push(error))
  }
  if (errors.length) throw errors.at(-1)
}
