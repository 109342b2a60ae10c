import type { PayloadRequest } from 'payload'
import { record } from '../../platform/audit/service.ts'
import { announce } from '../../platform/database/announce.ts'
import { type Database, databaseOf } from '../../platform/database/query.ts'
import { inTransaction } from '../../platform/database/transaction.ts'
import type { PersonalDataOwner } from '../../platform/feature.ts'
import type { RateLimit } from '../../platform/limits/rules.ts'
import { countAttemptOrThrow } from '../../platform/limits/service.ts'
import type { GiftMessage } from '../credit/ports.ts'
import { contributionsOf } from '../ledger/service.ts'
import { memberError } from '../members/errors.ts'
import { lockMembers } from '../members/service.ts'
import { commonGoodError } from './errors.ts'
import {
  exportMessagesOf,
  findSameMessage,
  findTextOf,
  forgetAuthor,
  insertMessage,
  selectWithoutMessage,
  setDecided,
  setReported,
} from './queries/messages.ts'
import { forgetRequestsAbout } from './queries/requests.ts'
import { commonGoodPagesTag } from './tags.ts'

/** The rate limit of one member's messages. Besides, each contribution has at most one message. */
const perMember: RateLimit = { max: 10, windowMs: 60 * 60_000, fixed: true }

/** @throws HttpError `too_often` */
const countMessage = (db: Database, member: number): Promise<void> =>
  countAttemptOrThrow(
    db,
    `common good messages of ${member}`,
    perMember,
    commonGoodError('too_often'),
  )

/** Only this many of a member's newest contributions can get a message. */
const newestContributions = 100

/**
 * Stores a member's message about one of their contributions. Staff read it before it is shown. A request with the same
 * text, name and `transfer` as a message of the last 24 hours is a repetition, and gets the id of that message.
 * @param request.transfer the contribution; if missing, the newest contribution without a message
 * @throws HttpError `no_contribution`, `has_message`, `too_often`, `signed_out`
 */
export async function leaveMessage(
  req: PayloadRequest,
  member: number,
  { text, name, transfer }: { text: string; name: string | null; transfer?: number | undefined },
): Promise<{ id: number }> {
  const db = databaseOf(req.payload)
  const same = await findSameMessage(db, { member, text, name, transfer })
  if (same !== null) return { id: same }
  await countMessage(db, member)
  return inTransaction(req, async (tx) => {
    if (!(await lockMembers(tx, [member]))) throw memberError('signed_out')
    // Looked up again under the lock: at the first look-up, an earlier identical request may not have been committed
    // yet.
    const repeated = await findSameMessage(tx, { member, text, name, transfer })
    if (repeated !== null) return { id: repeated }
    const all = await contributionsOf(tx, member, newestContributions)
    const own = transfer === undefined ? all : all.filter((each) => each === transfer)
    if (!own.length) throw commonGoodError('no_contribution')
    const [contribution] = await selectWithoutMessage(tx, own)
    const id =
      contribution === undefined
        ? null
        : await insertMessage(tx, { member, transfer: contribution, text, name })
    if (id === null) throw commonGoodError('has_message')
    return { id }
  })
}

/** Returns those of `transfers` that are the member's contributions and have no message yet. */
export async function findContributionsWithoutMessage(
  db: Database,
  member: number,
  transfers: readonly number[],
): Promise<number[]> {
  const contributions = await contributionsOf(db, member, newestContributions)
  return selectWithoutMessage(
    db,
    transfers.filter((each) => contributions.includes(each)),
  )
}

/**
 * Stores the message that a member wrote with a gift. Staff read it before it is shown. Joins the request's
 * transaction.
 * @throws HttpError `too_often`; `key_reused`: the gift was requested before, with another message
 */
export const storeGiftMessage = (
  req: PayloadRequest,
  { isRepeat, ...message }: GiftMessage,
): Promise<void> =>
  inTransaction(req, async (db) => {
    if (isRepeat) {
      const first = await findTextOf(db, message.transfer)
      if (first !== message.text) throw commonGoodError('key_reused')
      return
    }
    await countMessage(db, message.member)
    await insertMessage(db, { ...message, name: null })
  })

/** Reports a shown message to staff. It stays visible until staff decide. @throws HttpError `no_message` */
export const reportMessage = (req: PayloadRequest, id: number): Promise<void> =>
  inTransaction(req, async (db) => {
    const { is_public: isPublic } = await setReported(db, id)
    if (!isPublic) throw commonGoodError('no_message')
  })

/** Shows or hides a message. The audit trail does not contain the text, because it is personal. */
export const decideMessage = (
  req: PayloadRequest,
  { message, state }: { message: number; state: 'shown' | 'hidden' },
): Promise<void> =>
  inTransaction(req, async (db) => {
    if ((await setDecided(db, message, state)) === 0) return
    await record(req, {
      action: state === 'shown' ? 'message_shown' : 'message_hidden',
      subject: `message no. ${message}`,
      of_collection: 'common_good_messages',
      document: message,
    })
    await announce(req, [commonGoodPagesTag])
  })

export const exportMessages = async (db: Database, { id }: PersonalDataOwner) => ({
  common_good_messages: await exportMessagesOf(db, id),
})

export async function eraseMessages(
  db: Database,
  { id }: PersonalDataOwner,
  req: PayloadRequest,
): Promise<void> {
  await forgetRequestsAbout(db, id)
  if ((await forgetAuthor(db, id)) > 0) await announce(req, [commonGoodPagesTag])
}
