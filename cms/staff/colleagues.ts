import type { PayloadRequest } from 'payload'
import { transactionOf } from '../database/query.ts'
import { queueNotice, renderNotice } from './notices.ts'
import {
  type Account,
  deleteLinks,
  deleteStaffSessions,
  findAccount,
  listOtherAdmins,
} from './queries.ts'

type Person = Pick<Account, 'id' | 'name' | 'email'>

const byOf = ({ user }: PayloadRequest) => (user ? { by: user.name } : {})

/** Whether a save of an account would change its address or role. */
export async function changesAccess(
  req: PayloadRequest,
  id: number,
  { email, role }: { email?: unknown; role?: unknown },
): Promise<boolean> {
  if (email === undefined && role === undefined) return false
  const account = await findAccount(await transactionOf(req), id)
  if (!account) return false
  const isSameEmail = email === undefined || String(email).trim().toLowerCase() === account.email
  return !isSameEmail || (role !== undefined && role !== account.role)
}

/** Ends the sessions and links of an account that has a new address, and tells the previous one. */
export async function endAccessOfAddress(
  req: PayloadRequest,
  { id, name, email }: Person,
  previous: string,
): Promise<void> {
  const db = await transactionOf(req)
  await deleteStaffSessions(db, id)
  await deleteLinks(db, id)
  const event = { what: 'address_changed', detail: email, ...byOf(req) } as const
  await queueNotice(req, { email: previous, name }, await renderNotice(req.payload, event))
}

/** Mails all other admins that somebody became one. */
export async function announceAdmin(
  req: PayloadRequest,
  { id, name, email }: Person,
): Promise<void> {
  const others = await listOtherAdmins(await transactionOf(req), id)
  if (others.length === 0) return
  const event = { what: 'admin_added', detail: `${name} (${email})`, ...byOf(req) } as const
  const notice = await renderNotice(req.payload, event)
  for (const admin of others) await queueNotice(req, admin, notice)
}
