import type { PayloadRequest } from 'payload'
import { record } from '../../platform/audit/service.ts'
import { databaseOf } from '../../platform/database/query.ts'
import { attemptsOf, countAttempt, countAttemptOrThrow } from '../../platform/limits/service.ts'
import { can } from '../../platform/staff/can.ts'
import { findMemberById, readCardOrNumber } from '../members/service.ts'
import type { FoundReply } from './contract.ts'
import { tillError } from './errors.ts'
import { findsPerHour } from './rules.ts'

/** How long the credit of a found member stays open to staff who may not see all members. */
const openLimit = { max: 1_000_000, windowMs: 30 * 60_000 }
const openKey = (staff: number, member: number) =>
  `card of member ${member} shown to staff ${staff}`

/** Whether a staff member may work with a member's credit: they may see all members, or found this one by card. */
export const isOpenTo = async (req: PayloadRequest, staff: number, member: number) => {
  if (can(req, 'members.read')) return true
  const db = databaseOf(req.payload)
  return (await attemptsOf(db, openKey(staff, member), openLimit)).count > 0
}

/** @throws HttpError `card_closed` if the staff member did not find the member by card within half an hour */
export async function requireOpen(req: PayloadRequest, staff: number, member: number) {
  if (!(await isOpenTo(req, staff, member))) throw tillError('card_closed')
}

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
  await countAttempt(db, openKey(staff, id), openLimit)
  return { member: id }
}
