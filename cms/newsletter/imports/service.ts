import type { Payload, PayloadRequest } from 'payload'
import { type Database, databaseOf } from '../../database/query.ts'
import { inTransaction } from '../../database/transaction.ts'
import { csvPages } from '../../http/csv/write.ts'
import { enqueue, enqueueMissing } from '../../jobs/enqueue.ts'
import type { BirthdayOrder } from '../csv/birthday-orders.ts'
import { columnsOf, isReason, reasonColumn } from '../csv/columns.ts'
import { newsletterError } from '../errors.ts'
import { carryOutImportJob, importKey, readImportJob } from '../job-types.ts'
import { countReasons, countVerdicts, findRejectedRows } from '../queries/import-rows.ts'
import {
  deleteIdleImport,
  deleteImport,
  deleteOldImports,
  findImport,
  findImportsInState,
  findNewestImports,
  insertImport,
  insertPart,
  type SubscriberImport,
  setDoing,
  setReading,
} from '../queries/imports.ts'
import type { ImportStatus, ImportSummary } from './contract.ts'

const partBytes = 128 * 1024

/** Stores an uploaded file in parts; a job reads it. @returns the import's id */
export async function receiveImport(
  req: PayloadRequest,
  file: { name: string; birthdays: BirthdayOrder; body: AsyncIterable<Uint8Array> },
  by: { id: number; name: string },
): Promise<number> {
  const db = databaseOf(req.payload)
  const id = await insertImport(db, file, by)
  try {
    let number = 0
    for await (const bytes of partsOf(file.body)) {
      await insertPart(db, id, { number: ++number, bytes })
    }
    await inTransaction(req, async (transaction) => {
      await setReading(transaction, id)
      await enqueue(transaction, readImportJob, { id }, { key: importKey(id) })
    })
    return id
  } catch (error) {
    await deleteImport(db, id)
    throw error
  }
}

async function* partsOf(body: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let waiting: Uint8Array[] = []
  let length = 0
  for await (const chunk of body) {
    waiting.push(chunk)
    length += chunk.length
    if (length < partBytes) continue
    yield Buffer.concat(waiting)
    waiting = []
    length = 0
  }
  if (length) yield Buffer.concat(waiting)
}

/** @throws HttpError `not_found` */
export async function findImportStatus(payload: Payload, id: number): Promise<ImportStatus> {
  const db = databaseOf(payload)
  const found = await findImport(db, id)
  if (!found) throw newsletterError('import_gone')
  const counts = found.counts ?? (await countVerdicts(db, id))
  const reasons = (await countReasons(db, id)).map(({ rows, ...reason }) => ({
    ...reason,
    // Spreadsheets count the header as row 1.
    rows: rows.map(({ number, cell }) => ({ number: number + 1, cell })),
  }))
  return { ...summaryOf(found), counts, reasons }
}

export const newestImports = async (payload: Payload): Promise<ImportSummary[]> =>
  (await findNewestImports(databaseOf(payload))).map(summaryOf)

function summaryOf(found: SubscriberImport): ImportSummary {
  const { id, name, state, refusal, header, asks, rows, parts, partsRead, done } = found
  const known = header ? columnsOf(header) : []
  const columns = (header ?? []).map((each, index) => ({ header: each, as: known[index] ?? null }))
  const share = (part: number, whole: number) => (whole ? part / whole : 0)
  return {
    id,
    name,
    by: found.byName,
    at: found.createdAt.toISOString(),
    state,
    refusal,
    progress: state === 'reading' ? share(partsRead, parts) : share(done, rows),
    rows,
    columns: columns.flatMap(({ header, as }) => (as ? [{ header, as }] : [])),
    unused: columns.flatMap(({ header, as }) => (as || isReason(header) ? [] : [header])),
    unstated: asks === null ? null : asks ? 'ask' : 'leave_out',
  }
}

/**
 * Starts to carry out an import.
 * @param asks whether people without a stated consent are asked for it by mail
 * @throws HttpError `conflict` if the import is not ready, or was started before
 */
export async function beginImport(req: PayloadRequest, id: number, asks: boolean): Promise<void> {
  await inTransaction(req, async (db) => {
    if (!(await setDoing(db, id, asks))) throw newsletterError('import_not_ready')
    await enqueue(db, carryOutImportJob, { id }, { key: importKey(id) })
  })
}

/** Deletes an import. @throws HttpError `conflict` while it is running */
export async function dropImport(req: PayloadRequest, id: number): Promise<void> {
  const deleted = await deleteIdleImport(databaseOf(req.payload), id)
  if (!deleted) throw newsletterError('import_under_way')
}

/** Enqueues the missing jobs of running imports. */
export async function enqueueUnfinishedImports(db: Database): Promise<void> {
  for (const [state, type] of [
    ['reading', readImportJob],
    ['doing', carryOutImportJob],
  ] as const) {
    const ids = await findImportsInState(db, state)
    await enqueueMissing(
      db,
      type,
      ids.map((id) => ({ key: importKey(id), data: { id } })),
    )
  }
}

export async function deleteExpiredImports(payload: Payload): Promise<void> {
  await deleteOldImports(databaseOf(payload))
}

/**
 * The rejected rows as CSV with a column for the reason. The corrected file can be imported as it is.
 * @throws HttpError `not_found`
 */
export async function rejectedRows(payload: Payload, id: number): Promise<AsyncGenerator<string>> {
  const db = databaseOf(payload)
  const header = (await findImport(db, id))?.header
  if (!header) throw newsletterError('import_gone')
  const reasonIndex = header.findIndex(isReason)
  const withReason = (cells: string[], reason: string) => {
    const row = header.map((_, index) => cells[index] ?? '').concat(cells.slice(header.length))
    return reasonIndex < 0 ? row.toSpliced(header.length, 0, reason) : row.with(reasonIndex, reason)
  }
  return csvPages(
    withReason(header, reasonColumn),
    (afterNumber, limit) => findRejectedRows(db, id, { afterNumber, limit }),
    ({ number, cells, reason }) => ({ after: number, cells: withReason(cells, reason) }),
  )
}
