import type { PayloadRequest } from 'payload'
import { record } from '../audit/service.ts'
import { databaseOf } from '../database/query.ts'
import { countAttemptOrThrow } from '../limits/service.ts'
import { findMemberById, readCardOrNumber } from '../members/service.ts'
import type { FoundReply } from './contract.ts'
import { tillError } from './errors.ts'
import { findsPerHour } from './rules.ts'

/**
 * Finds a member by the code or number of their card, and records that in the audit trail.
 * @throws HttpError `card_unknown`, `card_expired`, `no_member`, `too_often`
 */
export async function findMemberByCard(
  req: PayloadRequest,
  staff: number,
  card: string,
): Promise<FoundReply> {
  const db = databaseOf(req.payload)
  const limit = { max: findsPerHour, windowMs: 60 * 60_000, fixed: true }
  await countAttemptOrThrow(db, `cards that ${staff} looked up`, limit, tillError('too_often'))
  const id = readCardOrNumber(card)
  if (typeof id === 'string') throw tillError(`card_${id}`, { field: 'card' })
  const member = await findMemberById(db, id)
  if (!member) throw tillError('no_member', { field: 'card' })
  await record(req, {
    action: 'member_found',
    subject: `member no. ${id}`,
    of_collection: 'till',
    document: `member ${id}`,
  })
  return { member: id }
}
