import type { PayloadRequest } from 'payload'
import { hmac } from '../crypto/hmac.ts'
import { createToken } from '../crypto/tokens.ts'
import { lockUntilCommit } from '../database/lock.ts'
import { databaseOf } from '../database/query.ts'
import { inTransaction } from '../database/transaction.ts'
import { HttpError } from '../http/errors.ts'
import type { RateLimit } from '../limits/rules.ts'
import { countAttempt } from '../limits/service.ts'
import { findWords, type WordsOf } from '../mail/find-words.ts'
import { queueMail } from '../mail/service.ts'
import { staffError } from './errors.ts'
import { renderLinkMail } from './mail-kinds.ts'
import { createPasswordLink } from './password-links.ts'
import { type Account, findAccount, findAccountByEmail, type LinkPurpose } from './queries.ts'
import type { Role } from './roles.ts'
import { recordOf } from './sessions.ts'

/**
 * Creates an account without a password and mails its owner a link to choose one.
 * @returns the new record
 * @throws HttpError `conflict` if an account has the address
 */
export async function inviteStaff(
  req: PayloadRequest,
  { name, email, role }: { name: string; email: string; role: Role },
) {
  const { payload } = req
  if (await findAccountByEmail(databaseOf(payload), email)) throw staffError('address_taken')
  const wordsOf = await findWords(payload)
  return inTransaction(req, async () => {
    await lockUntilCommit(req, 'staff')
    const doc = await payload.create({ collection: 'users', data: { name, email, role }, req })
    await mailLink(req, { id: doc.id, name, email }, { wordsOf, by: req.user?.name ?? null })
    return doc
  })
}

/**
 * Mails a staff member a link to choose a password, for an admin.
 * @throws HttpError `not_found`
 */
export async function sendPasswordLink(req: PayloadRequest, id: number): Promise<void> {
  const wordsOf = await findWords(req.payload)
  await inTransaction(req, async (db) => {
    const account = await findAccount(db, id)
    if (!account) throw new HttpError('not_found', 'There is no such person on the staff.')
    await mailLink(req, account, { wordsOf, by: req.user?.name ?? null })
    await recordOf(req, 'password_link_sent', account)
  })
}

/** Mails that a stranger may cause to one address. */
const perAddress: RateLimit = { max: 3, windowMs: 60 * 60_000, fixed: true }

/**
 * Mails a link to a new password to an address, if an account has it and it was not sent too many
 * already.
 */
export async function requestPasswordLink(req: PayloadRequest, email: string): Promise<void> {
  const key = `password link ${hmac('password link', email)}`
  const { retryAfterSeconds } = await countAttempt(databaseOf(req.payload), key, perAddress)
  if (retryAfterSeconds !== null) return
  const wordsOf = await findWords(req.payload)
  await inTransaction(req, async (db) => {
    const account = await findAccountByEmail(db, email)
    if (account) await mailLink(req, account, { wordsOf, by: null })
  })
}

async function mailLink(
  req: PayloadRequest,
  account: Pick<Account, 'id' | 'email' | 'name'> & { hash?: string | null },
  { wordsOf, by }: { wordsOf: WordsOf; by: string | null },
): Promise<void> {
  const purpose: LinkPurpose = account.hash ? 'reset' : 'invitation'
  await inTransaction(req, async (db) => {
    const path = await createPasswordLink(db, account.id, purpose)
    const content = await renderLinkMail(wordsOf, { purpose, path, by })
    await queueMail(req, {
      ...content,
      key: `password link ${createToken()}`,
      kind: purpose === 'reset' ? 'password_reset' : 'staff_invitation',
      to: { address: account.email, name: account.name },
    })
  })
}
