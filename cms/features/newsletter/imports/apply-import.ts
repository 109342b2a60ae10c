import { createLocalReq, type Payload, type PayloadRequest } from 'payload'
import { record } from '../../../platform/audit/service.ts'
import type { Database } from '../../../platform/database/query.ts'
import { inTransaction } from '../../../platform/database/transaction.ts'
import { columnsOf } from '../csv/columns.ts'
import { consentRequestMailMaker } from '../mails/mails.ts'
import {
  countVerdicts,
  deleteSettledRows,
  findAcceptedRows,
  updateVerdicts,
} from '../queries/import-rows.ts'
import { lockRunningImport, type RunningImport, setDone, setProgress } from '../queries/imports.ts'
import { lockAddresses } from '../subscribing/address-lock.ts'
import { findWording } from '../subscribing/wording.ts'
import { findAddressRecords } from './address-records.ts'
import { applyRows, type ConsentRequest } from './apply-rows.ts'
import { evaluateRow, type RowOutcome } from './evaluate-row.ts'
import { evaluationOptions, omissionsOf, readRow } from './row-texts.ts'
import { undecidedReason } from './rules.ts'
import type { StoredSettings } from './settings.ts'
import { undecidedColumns } from './undecided-columns.ts'

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
  { id, header, layout, settings, birthdayOrder, done, asks }: RunningImport,
  request: ConsentRequest,
): Promise<boolean> {
  const rows = await findAcceptedRows(db, id, { afterNumber: done, limit: batchSize })
  const last = rows.at(-1)
  if (!last) return false
  const emails = rows.map(({ email }) => email)
  await lockAddresses(db, emails)
  const records = await findAddressRecords(db, emails, { lock: true })
  const columns = layout?.columns ?? columnsOf(header)
  const read = { columns, header, isAssigned: settings.columns !== null }
  const options = evaluationOptions(settings, birthdayOrder)
  const mayAdd = !undecidedColumns({ header, layout, settings }).length
  const evaluated = rows.flatMap((row) => {
    const { number, email } = row
    const stored = records.get(email)
    if (!stored) return []
    const decided = evaluateRow(readRow(row, read).texts, stored, options)
    // An import that was to add nobody began without a decision about all columns. Meanwhile somebody may be new.
    const isAdded = decided.verdict === 'joins' || (asks && decided.verdict === 'asks')
    const outcome: RowOutcome =
      isAdded && !mayAdd
        ? { verdict: 'rejected', reason: undecidedReason, omitted: [], leaves: false }
        : decided
    return [{ number, email, record: stored, outcome, omitted: omissionsOf(row, outcome) }]
  })
  await applyRows(db, evaluated, asks ? request : null)
  await updateVerdicts(
    db,
    id,
    evaluated.map(({ number, outcome, omitted }) => ({
      number,
      omitted,
      verdict: outcome.verdict,
      reason: outcome.verdict === 'rejected' ? outcome.reason : null,
      cell: outcome.verdict === 'rejected' ? (outcome.cell ?? null) : null,
    })),
  )
  await setProgress(db, id, last.number)
  return true
}

/** A consent that was stated for a whole list, as the audit trail shows it. */
export const consentDetails = ({
  when,
  how,
  evidence,
  by,
}: NonNullable<StoredSettings['consent']>) => ({
  consent_when: when,
  consent_how: how,
  consent_evidence: evidence,
  consent_stated_by: by,
})

async function finish(
  db: Database,
  req: PayloadRequest,
  { id, rows, asks, settings, byId, byName }: RunningImport,
): Promise<void> {
  const counts = await countVerdicts(db, id)
  await setDone(db, id, counts)
  await deleteSettledRows(db, id, asks)
  const { asks: withoutConsent, ...others } = counts
  await record(req, {
    action: 'imported',
    subject: `a list of ${rows} ${rows === 1 ? 'subscriber' : 'subscribers'}`,
    of_collection: 'subscribers',
    document: `import ${id}`,
    details: {
      ...others,
      [asks ? 'asked' : 'left_out']: withoutConsent,
      ...(settings.consent && consentDetails(settings.consent)),
      ...(settings.left_out.length && { columns_left_out: settings.left_out.join(', ') }),
    },
    by: { id: byId, name: byName },
  })
}
