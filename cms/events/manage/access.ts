import type { PayloadRequest } from 'payload'
import { setAuditActor } from '../../audit/service.ts'
import { hashToken } from '../../crypto/tokens.ts'
import { type Database, databaseOf } from '../../database/query.ts'
import type { StaffCaller } from '../../staff/access.ts'
import type { RsvpState } from '../contract.ts'
import { coversDate, findLink, type Link, markUsed, revokeEarlier } from '../queries/links.ts'
import { type EventDate, hasScope, type LinkScope } from '../rules.ts'
import { findDate, rsvpById } from '../service.ts'
import { manageError } from './errors.ts'

/** Who manages guests: an organiser with a link, or staff, who manage every event. */
export type Manager =
  | { by: 'organiser'; link: Link; staff: null; scope: LinkScope }
  | { by: 'staff'; link: null; staff: number; scope: LinkScope }

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
  if (!link) throw manageError('link_gone')
  if (!hasScope(link.scope, scope)) throw manageError('not_allowed')
  setAuditActor(req, `${link.name} (organiser)`)
  return { by: 'organiser', link, staff: null, scope: link.scope }
}

/**
 * Records that a link was used. The first use of a mailed link ends the person's earlier links, so a lost link stops
 * working. Requesting a fresh link ends no link, because strangers can request one.
 */
export async function recordUse(req: PayloadRequest, { link }: Manager): Promise<void> {
  if (!link) return
  const db = databaseOf(req.payload)
  await markUsed(db, link.id)
  if (!link.is_used && link.email) await revokeEarlier(db, link)
}

/** Editors have the scope `door`, publishers and admins the scope `edit`. */
export const staffManager = ({ id, role }: StaffCaller): Manager => ({
  by: 'staff',
  link: null,
  staff: id,
  scope: role === 'editor' ? 'door' : 'edit',
})

/** A date that the manager may manage. @throws HttpError `no_date` if it does not exist or is of another event */
export async function requireManaged(
  db: Database,
  { link }: Manager,
  id: number,
): Promise<EventDate> {
  const isManaged = !link || (await coversDate(db, { event: link.event, date: id }))
  const date = isManaged ? await findDate(db, id) : null
  if (!date) throw manageError('no_date')
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
  if (guest?.date.id !== id) throw manageError('no_guest')
  return { date, guest }
}
