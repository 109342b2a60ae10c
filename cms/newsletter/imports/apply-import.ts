import { createLocalReq, type Payload, type PayloadRequest } from 'payload'
import { record } from '../../audit/service.ts'
import type { Database } from '../../database/query.ts'
import { inTransaction } from '../../database/transaction.ts'
import { lockAddresses } from '../address-lock.ts'
import { cellTextsOf, columnsOf } from '../csv/columns.ts'
import { consentRequestMailMaker } from '../mails.ts'
import {
  countVerdicts,
  deleteAcceptedRows,
  findAcceptedRows,
  updateVerdicts,
} from '../queries/import-rows.ts'
import { lockRunningImport, type RunningImport, setDone, setProgress } from '../queries/imports.ts'
import { findWording } from '../wording.ts'
import { findAddressRecords } from './address-records.ts'
import { applyRows, type ConsentRequest } from './apply-rows.ts'
import { evaluateRow } from './evaluate-row.ts'

const batchSize = 500

/**
 * Applies the next batch of rows of an import. The progress is stored in the same transaction, so
 * another process can continue. Each row is evaluated again while its address is locked.
 * @returns false if nothing is left to do
 */
export async function applyNextRows(payload: Payload, id: number): Promise<boolean> {
  const req = await createLocalReq({}, payload)
  const wording = await findWording(payload)
  const makeMail = await consentRequestMailMaker(payload, wording.wording)
  return inTransaction(req, async (db) => {
    const running = await lockRunningImport(db, id)
    if (!running) return false
    const hasMore = await applyBatch(db, running, { ...wording, makeMail, payload })
    if (!hasMore) await finish(db, req, running)
    return hasMore
  })
}

/** @returns false if there were no rows left */
async function applyBatch(
  db: Database,
  { id, header, birthdayOrder: order, done, asks }: RunningImport,
  request: ConsentRequest,
): Promise<boolean> {
  const rows = await findAcceptedRows(db, id, { afterNumber: done, limit: batchSize })
  const last = rows.at(-1)
  if (!last) return false
  const emails = rows.map(({ email }) => email)
  await lockAddresses(db, emails)
  const records = await findAddressRecords(db, emails, { lock: true })
  const columns = columnsOf(header)
  const now = new Date()
  const evaluated = rows.flatMap(({ number, email, cells }) => {
    const stored = records.get(email)
    if (!stored) return []
    const outcome = evaluateRow(cellTextsOf(cells, columns), stored, { order, now })
    return [{ number, email, record: stored, outcome }]
  })
  await applyRows(db, evaluated, asks ? request : null)
  await updateVerdicts(
    db,
    id,
    evaluated.map(({ number, outcome }) => ({
      number,
      verdict: outcome.verdict,
      reason: outcome.verdict === 'rejected' ? outcome.reason : null,
      cell: outcome.verdict === 'rejected' ? (outcome.cell ?? null) : null,
    })),
  )
  await setProgress(db, id, last.number)
  return true
}

async function finish(
  db: Database,
  req: PayloadRequest,
  { id, rows, asks, byId, byName }: RunningImport,
): Promise<void> {
  const counts = await countVerdicts(db, id)
  await setDone(db, id, counts)
  await deleteAcceptedRows(db, id)
  const { asks: withoutConsent, ...others } = counts
  await record(req, {
    action: 'imported',
    subject: `a list of ${rows} ${rows === 1 ? 'subscriber' : 'subscribers'}`,
    of_collection: 'subscribers',
    document: `import ${id}`,
    details: { ...others, [asks ? 'asked' : 'left_out']: withoutConsent },
    by: { id: byId, name: byName },
  })
}
