import type { PayloadRequest } from 'payload'
import { hmac } from '../crypto/hmac.ts'
import { createToken } from '../crypto/tokens.ts'
import { lockUntilCommit } from '../database/lock.ts'
import { type Database, databaseOf } from '../database/query.ts'
import { inTransaction } from '../database/transaction.ts'
import { HttpError } from '../http/errors.ts'
import type { RateLimit } from '../limits/rules.ts'
import { countAttempt } from '../limits/service.ts'
import type { MailContent } from '../mail/contract.ts'
import { findMailTextFiller } from '../mail/mail-text-filler.ts'
import { queueMail } from '../mail/service.ts'
import { prepareNewAdminNotice } from './colleagues.ts'
import { staffError } from './errors.ts'
import { renderLinkMail } from './mail-kinds.ts'
import {
  createPasswordLink,
  type PasswordLink,
  pathOf,
  storePasswordLink,
} from './password-links.ts'
import type { Role } from './permissions.ts'
import { type Account, findAccount, findAccountByEmail, type LinkPurpose } from './queries.ts'
import { recordAction } from './sessions.ts'
import { newPasswordRequired, signIn } from './sign-in.ts'

/**
 * Creates an account without a password and mails its owner a link to choose a password.
 * @returns the new record
 * @throws HttpError `conflict` if an account has the address
 */
export async function inviteStaff(
  req: PayloadRequest,
  { name, email, role }: { name: string; email: string; role: Role },
) {
  const { payload } = req
  if (await findAccountByEmail(databaseOf(payload), email)) throw staffError('address_taken')
  const mail = await renderLink(req, 'invitation')
  if (role === 'admin') await prepareNewAdminNotice(req, { name, email })
  return inTransaction(req, async (db) => {
    await lockUntilCommit(req, 'staff')
    // Another invitation may have been faster.
    if (await findAccountByEmail(db, email)) throw staffError('address_taken')
    const doc = await payload.create({ collection: 'users', data: { name, email, role }, req })
    await queueLink(req, db, { id: doc.id, name, email }, mail)
    return doc
  })
}

/**
 * Mails a staff member a link to choose a password, at an admin's request.
 * @throws HttpError `not_found`
 */
export async function sendPasswordLink(req: PayloadRequest, id: number): Promise<void> {
  const account = await findAccount(databaseOf(req.payload), id)
  if (!account) throw new HttpError('not_found', 'There is no such person on the staff.')
  const mail = await renderLink(req, purposeFor(account))
  await inTransaction(req, async (db) => {
    if (!(await lockAddress(req, db, account))) throw staffError('account_changed')
    await queueLink(req, db, account, mail)
    await recordAction(req, 'password_link_sent', account)
  })
}

/** Limit of mails that strangers can cause to one address. */
const perAddress: RateLimit = { max: 3, windowMs: 60 * 60_000, fixed: true }

/**
 * Mails a link to choose a new password, if an account has the address and the limit of the address is not
 * exceeded.
 */
export async function requestPasswordLink(req: PayloadRequest, email: string): Promise<void> {
  const db = databaseOf(req.payload)
  const key = `password link ${hmac('password link', email)}`
  const { retryAfterSeconds } = await countAttempt(db, key, perAddress)
  if (retryAfterSeconds !== null) return
  const account = await findAccountByEmail(db, email)
  if (!account) return
  const mail = await renderLink(req, purposeFor(account), null)
  await inTransaction(req, async (transaction) => {
    if (await lockAddress(req, transaction, account)) {
      await queueLink(req, transaction, account, mail)
    }
  })
}

/**
 * Signs in with a password, as `signIn`. If the password is exposed, its owner is mailed a link to choose a new one:
 * others may know the password, but they do not read the owner's mail.
 */
export async function signInOrSendLink(
  req: PayloadRequest,
  given: { email: string; password: string },
): ReturnType<typeof signIn> {
  try {
    return await signIn(req, given)
  } catch (error) {
    if (error instanceof HttpError && error.reason === newPasswordRequired) {
      await requestPasswordLink(req, given.email)
    }
    throw error
  }
}

/** @returns whether the account still has this address. The owner of a previous address must not get a link. */
async function lockAddress(
  req: PayloadRequest,
  db: Database,
  { id, email }: Account,
): Promise<boolean> {
  await lockUntilCommit(req, 'staff')
  return (await findAccount(db, id))?.email === email
}

const purposeFor = ({ hash }: Account): LinkPurpose => (hash ? 'reset' : 'invitation')

type LinkMail = { link: PasswordLink; content: MailContent }

/**
 * Makes a link and renders its mail, before the transaction that stores both.
 * @param by name of the admin who sends the link; null if the account's owner requested it
 */
async function renderLink(
  { payload, user }: PayloadRequest,
  purpose: LinkPurpose,
  by: string | null = user?.name ?? null,
): Promise<LinkMail> {
  const link = createPasswordLink(purpose)
  const fillText = await findMailTextFiller(payload)
  return { link, content: await renderLinkMail(fillText, { purpose, path: pathOf(link), by }) }
}

async function queueLink(
  req: PayloadRequest,
  db: Database,
  account: Pick<Account, 'id' | 'email' | 'name'>,
  { link, content }: LinkMail,
): Promise<void> {
  await storePasswordLink(db, account.id, link)
  await queueMail(req, {
    ...content,
    key: `password link ${createToken()}`,
    kind: link.purpose === 'reset' ? 'password_reset' : 'staff_invitation',
    to: { address: account.email, name: account.name },
  })
}
