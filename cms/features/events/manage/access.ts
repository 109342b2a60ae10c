import type { PayloadRequest } from 'payload'
import { setAuditActor } from '../../../platform/audit/service.ts'
import { hashToken } from '../../../platform/crypto/tokens.ts'
import { type Database, databaseOf } from '../../../platform/database/query.ts'
import type { StaffCaller } from '../../../platform/staff/access.ts'
import { may } from '../../../platform/staff/permissions.ts'
import { isTonight, type Tonight } from '../../reservations/staff/rules.ts'
import type { RsvpState } from '../contract.ts'
import { eventError } from '../errors.ts'
import { findLink, type Link, markUsed, opensDate, revokeEarlier } from '../queries/links.ts'
import { type EventDate, hasScope, type LinkScope } from '../rules.ts'
import { findDate, rsvpById } from '../service.ts'

/** Who manages guests: an organiser with a link, or staff, who manage every event, or those of today. */
export type Manager =
  | { by: 'organiser'; link: Link; staff: null; scope: LinkScope; only: null }
  | {
      by: 'staff'
      link: null
      staff: number
      scope: LinkScope
      /** Now, for staff who manage only the events of today. */
      only: Tonight | null
    }

/** The link with this token; null if the link is not valid. Changes nothing. */
export const linkOf = async (db: Database, token: string): Promise<Link | null> =>
  /^[0-9a-f]{40}$/i.test(token) ? findLink(db, hashToken(token.toLowerCase())) : null

/**
 * Requires that the link with this token is valid and allows `scope`, and returns its organiser. Audit entries of the
 * request then name the organiser. Stores nothing.
 * @throws HttpError `link_gone`, `not_allowed`
 */
export async function requireOrganiser(
  req: PayloadRequest,
  token: string,
  scope: LinkScope,
): Promise<Manager> {
  const link = await linkOf(databaseOf(req.payload), token)
  if (!link) throw eventError('link_gone')
  if (!hasScope(link.scope, scope)) throw eventError('not_allowed')
  setAuditActor(req, `${link.name} (organiser)`)
  return { by: 'organiser', link, staff: null, scope: link.scope, only: null }
}

/**
 * Records that a link was used. The first use of a mailed link ends the person's earlier links, so a lost link stops
 * working. Requesting a fresh link ends no link, because strangers can request one.
 */
export async function recordUse(req: PayloadRequest, { link }: Manager): Promise<void> {
  if (!link) return
  const db = databaseOf(req.payload)
  await markUsed(db, link.id)
  if (!link.isUsed && link.email) await revokeEarlier(db, link)
}

/** Staff who manage guests have the scope `edit`, others the scope `door`. */
export const staffManager = ({ id, role }: StaffCaller, tonight: Tonight): Manager => ({
  by: 'staff',
  link: null,
  staff: id,
  scope: may(role, 'guests.manage') ? 'edit' : 'door',
  only: may(role, 'guests.other-days') ? null : tonight,
})

/**
 * A date that the manager may manage.
 * @throws HttpError `no_date` if it does not exist or the link does not open it; `forbidden` if it is not today, for staff
 *   who manage only events of today
 */
export async function requireManaged(
  db: Database,
  { link, only }: Manager,
  id: number,
): Promise<EventDate> {
  const isManaged = !link || (await opensDate(db, link, id))
  const date = isManaged ? await findDate(db, id) : null
  if (!date) throw eventError('link_no_date')
  if (only && !isTonight(date, only)) throw eventError('not_tonight')
  return date
}

/** A date and one of its guests. @throws HttpError `no_date`; `no_guest` if it does not exist or is of another date */
export async function requireGuest(
  db: Database,
  manager: Manager,
  { date: id, rsvp }: { date: number; rsvp: number },
): Promise<{ date: EventDate; guest: RsvpState }> {
  const date = await requireManaged(db, manager, id)
  const guest = await rsvpById(db, rsvp)
  if (guest?.subject.id !== id) throw eventError('no_guest')
  return { date, guest }
}
