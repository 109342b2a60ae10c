import type { PayloadRequest } from 'payload'
import { transactionOf } from '../database/query.ts'
import type { MailContent } from '../mail/contract.ts'
import { queueNotice, renderNotice, type StaffAccountChange } from './notices.ts'
import {
  type Account,
  deleteLinks,
  deleteStaffSessions,
  findAccount,
  listOtherAdmins,
} from './queries.ts'

type Person = Pick<Account, 'id' | 'name' | 'email'>
/** A notice that was rendered before the change. It is stored in the request's context. */
type PreparedNotice = { change: StaffAccountChange; content: MailContent }

const clean = (email: unknown) => String(email).trim().toLowerCase()

const byOf = ({ user }: PayloadRequest) => (user ? { by: user.name } : {})

/** Whether saving an account would change its address or role. */
export async function wouldChangeEmailOrRole(
  req: PayloadRequest,
  id: number,
  { email, role }: { email?: unknown; role?: unknown },
): Promise<boolean> {
  if (email === undefined && role === undefined) return false
  const account = await findAccount(await transactionOf(req), id)
  if (!account) return false
  const isSameEmail = email === undefined || clean(email) === account.email
  return !isSameEmail || (role !== undefined && role !== account.role)
}

const isSameChange = (one: StaffAccountChange, other: StaffAccountChange): boolean =>
  JSON.stringify(one) === JSON.stringify(other)

/** The change of address, for the notice to the previous address. */
const addressChange = (req: PayloadRequest, { email }: Person): StaffAccountChange => ({
  what: 'address_changed',
  detail: email,
  ...byOf(req),
})

const newAdminChange = (
  req: PayloadRequest,
  { name, email }: Omit<Person, 'id'>,
): StaffAccountChange => ({
  what: 'admin_added',
  detail: `${name} (${email})`,
  ...byOf(req),
})

/** Renders the notice about a new admin, before the lock on staff accounts is taken. */
export const prepareNewAdminNotice = (
  req: PayloadRequest,
  person: { name: string; email: string },
): Promise<void> => prepare(req, [newAdminChange(req, person)])

/** Renders the notices that saving an account will cause, before the lock on staff accounts is taken. */
export async function prepareNotices(
  req: PayloadRequest,
  id: number,
  { email, role }: { email?: unknown; role?: unknown },
): Promise<void> {
  const account = await findAccount(await transactionOf(req), id)
  if (!account) return
  const changed = { ...account, email: email === undefined ? account.email : clean(email) }
  const changes: StaffAccountChange[] = []
  if (changed.email !== account.email) changes.push(addressChange(req, changed))
  if (role === 'admin' && account.role !== 'admin') changes.push(newAdminChange(req, changed))
  await prepare(req, changes)
}

async function prepare(req: PayloadRequest, changes: readonly StaffAccountChange[]): Promise<void> {
  const render = async (change: StaffAccountChange): Promise<PreparedNotice> => ({
    change,
    content: await renderNotice(req.payload, change),
  })
  req.context.staffNotices = await Promise.all(changes.map(render))
}

/**
 * The prepared notice of a change. If the account changed while the lock was awaited, no prepared notice fits, and one
 * is rendered now.
 */
async function noticeOf(req: PayloadRequest, change: StaffAccountChange): Promise<MailContent> {
  const prepared = (req.context.staffNotices ?? []) as readonly PreparedNotice[]
  const found = prepared.find((each) => isSameChange(each.change, change))
  return found?.content ?? renderNotice(req.payload, change)
}

/**
 * After a change of an account's address: ends the account's sessions, deletes its links, and mails a notice to the
 * previous address.
 */
export async function endAccessOfOldAddress(
  req: PayloadRequest,
  person: Person,
  previous: string,
): Promise<void> {
  const db = await transactionOf(req)
  await deleteStaffSessions(db, person.id)
  await deleteLinks(db, person.id)
  const notice = await noticeOf(req, addressChange(req, person))
  await queueNotice(req, { email: previous, name: person.name }, notice)
}

/** Mails all other admins a notice about a new admin. */
export async function announceAdmin(req: PayloadRequest, person: Person): Promise<void> {
  const others = await listOtherAdmins(await transactionOf(req), person.id)
  if (others.length === 0) return
  const notice = await noticeOf(req, newAdminChange(req, person))
  for (const admin of others) await queueNotice(req, admin, notice)
}
