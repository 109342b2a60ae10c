import type { PayloadRequest } from 'payload'
import { record } from '../../platform/audit/service.ts'
import { type Database, databaseOf, transactionOf } from '../../platform/database/query.ts'
import { inTransaction } from '../../platform/database/transaction.ts'
import { findMailTextFiller } from '../../platform/mail/mail-text-filler.ts'
import { queueMail } from '../../platform/mail/service.ts'
import type { DisputedEntry } from '../credit/ports.ts'
import { findMemberById } from '../members/service.ts'
import type { AnswerRequest } from './contract.ts'
import { tillError } from './errors.ts'
import { renderAnswer } from './mails.ts'
import {
  type Case,
  endCase,
  listEndedCases,
  listOpenCases,
  lockCase,
  upsertCase,
} from './queries.ts'
import { findStaffNames } from './service.ts'

export { countOpenCases } from './queries.ts'

/**
 * Opens a case for staff, in the request's transaction. A second text about the same transfer is added to the open
 * case. The caller checks that the transfer is the member's.
 */
export async function openCase(req: PayloadRequest, entry: DisputedEntry): Promise<void> {
  await upsertCase(await transactionOf(req), entry)
}

const auditFields = ({ id, member }: Pick<Case, 'id' | 'member'>) => ({
  subject: `no. ${id} of member no. ${member}`,
  of_collection: 'cases',
  document: id,
})

async function requireOpenCase(db: Database, id: number): Promise<Case> {
  const found = await lockCase(db, id)
  if (!found) throw tillError('no_case')
  if (found.state !== 'open') throw tillError('case_ended')
  return found
}

/**
 * Answers a case: the member gets the answer by mail.
 * @throws HttpError `no_case`, `case_ended`, `no_member`
 */
export async function answerCase(
  req: PayloadRequest,
  staff: number,
  { case: id, answer }: AnswerRequest,
): Promise<void> {
  const fillText = await findMailTextFiller(req.payload)
  await inTransaction(req, async (db) => {
    const found = await requireOpenCase(db, id)
    const member = await findMemberById(db, found.member)
    if (!member) throw tillError('no_member')
    await endCase(db, { id, state: 'answered', answer, staff })
    await queueMail(req, {
      ...(await renderAnswer(fillText, { question: found.text, answer })),
      key: `case_answer ${id}`,
      kind: 'case_answer',
      to: { address: member.email, name: member.name },
    })
    await record(req, { ...auditFields(found), action: 'case_answered' })
  })
}

/** Ends a case without a mail. @throws HttpError `no_case`, `case_ended` */
export const closeCase = (req: PayloadRequest, staff: number, id: number): Promise<void> =>
  inTransaction(req, async (db) => {
    const found = await requireOpenCase(db, id)
    await endCase(db, { id, state: 'closed', answer: null, staff })
    await record(req, { ...auditFields(found), action: 'case_closed' })
  })

const casesOnPage = 100

/** The open cases, oldest first; the ended cases, newest first; and the names of staff by their ids. */
export async function findCases(req: PayloadRequest) {
  const db = databaseOf(req.payload)
  const [openCases, endedCases] = await Promise.all([
    listOpenCases(db, casesOnPage),
    listEndedCases(db, casesOnPage),
  ])
  const ids = endedCases.flatMap(({ staff }) => staff ?? [])
  return { openCases, endedCases, names: await findStaffNames(req, ids) }
}
