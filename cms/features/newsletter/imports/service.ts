import type { Payload, PayloadRequest } from 'payload'
import { record } from '../../../platform/audit/service.ts'
import { type Database, databaseOf } from '../../../platform/database/query.ts'
import { inTransaction } from '../../../platform/database/transaction.ts'
import { bareCell } from '../../../platform/http/csv/cells.ts'
import { csvPages } from '../../../platform/http/csv/write.ts'
import { HttpError } from '../../../platform/http/errors.ts'
import { enqueue, enqueueMissing } from '../../../platform/jobs/enqueue.ts'
import type { BirthdayOrder } from '../csv/birthday-orders.ts'
import { type Columns, columnLabels, columnsOf, isReason, reasonColumn } from '../csv/columns.ts'
import { newsletterError } from '../errors.ts'
import { carryOutImportJob, importKey, readImportJob } from '../job-types.ts'
import {
  countFilled,
  countOmissions,
  countReasons,
  countVerdicts,
  findFileRows,
  findRejectedRows,
} from '../queries/import-rows.ts'
import {
  deleteIdleImport,
  deleteImport,
  deleteOldImports,
  findImport,
  findImportsInState,
  findNewestImports,
  insertImport,
  insertPart,
  lockImport,
  type SubscriberImport,
  setDoing,
  setReading,
  setReadingAgain,
} from '../queries/imports.ts'
import { requireBegun } from '../subscribing/require-begun.ts'
import { consentDetails } from './apply-import.ts'
import type { ImportStatus, ImportSummary } from './contract.ts'
import { consentColumns, type ImportSettings, isListOfLeavers, storedSettings } from './settings.ts'
import { describeUndecided, undecidedColumns } from './undecided-columns.ts'

const partBytes = 128 * 1024

/** Stores an uploaded file in parts; a job reads it. @returns the import's id */
export async function receiveImport(
  req: PayloadRequest,
  file: { name: string; birthdays?: BirthdayOrder | undefined; body: AsyncIterable<Uint8Array> },
  by: { id: number; name: string },
): Promise<number> {
  const db = databaseOf(req.payload)
  const { name, birthdays = null } = file
  const settings = storedSettings.parse({ birthdays, leavers: isListOfLeavers(name) })
  const id = await insertImport(db, { name, settings }, by)
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
  const { settings, state, birthdayOrder } = found
  const counts = found.counts ?? (await countVerdicts(db, id))
  const columns = usedColumns(found)
  const above = found.layout?.above ?? 1
  const rows = state === 'ready' ? await findFileRows(db, id, { afterNumber: 0, limit: 50 }) : []
  return {
    ...summaryOf(found),
    counts,
    settings,
    reasons: (await countReasons(db, id)).map((each) => asInSpreadsheets(each, above)),
    omitted: (await countOmissions(db, id)).map((each) => asInSpreadsheets(each, above)),
    layout: (found.header ?? []).map((header, index) => ({
      header,
      as: columns[index] ?? null,
      samples: samplesOf(rows.map(({ cells }) => cells[index] ?? '')),
    })),
    undecided: state === 'ready' ? undecidedColumns(found) : [],
    skipped: found.layout?.skipped ?? [],
    hasHeader: above > 0,
    birthdays: found.layout?.isOrderKnown === false ? null : birthdayOrder,
    consentColumns: state === 'ready' ? await findConsentColumns(db, found) : [],
  }
}

type Reason = ImportStatus['reasons'][number]
// Spreadsheets count the header, and what is above it.
const asInSpreadsheets = ({ rows, ...reason }: Reason, above: number): Reason => ({
  ...reason,
  rows: rows.map(({ number, cell }) => ({ number: number + above, cell })),
})

const maxSamples = 3
const maxSampleLength = 60
const samplesOf = (cells: string[]): string[] => {
  const filled = new Set(cells.map((each) => each.replace(/\s+/g, ' ').trim()).filter(Boolean))
  return [...filled].slice(0, maxSamples).map((each) => each.slice(0, maxSampleLength))
}

/** What the columns of a file hold; none until it was read. */
function usedColumns({ header, layout }: Pick<SubscriberImport, 'header' | 'layout'>): Columns {
  return header ? (layout?.columns ?? columnsOf(header)) : []
}

async function findConsentColumns(
  db: Database,
  found: SubscriberImport,
): Promise<ImportStatus['consentColumns']> {
  const columns = usedColumns(found)
  const places = consentColumns.map((column) => ({ column, place: columns.indexOf(column) }))
  const known = places.filter(({ place }) => place >= 0)
  const counts = await countFilled(
    db,
    found.id,
    known.map(({ place }) => place),
  )
  return known.flatMap(({ column, place }) => {
    const { count = 0 } = counts.find((each) => each.place === place) ?? {}
    return count ? [{ column, header: found.header?.[place] ?? column, count }] : []
  })
}

export const newestImports = async (payload: Payload): Promise<ImportSummary[]> =>
  (await findNewestImports(databaseOf(payload))).map(summaryOf)

function summaryOf(found: SubscriberImport): ImportSummary {
  const { id, name, state, refusal, header, asks, rows, parts, partsRead, done } = found
  const known = usedColumns(found)
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

/** The day of a consent; null if a column says it. */
const statedDay = ({ when }: NonNullable<ImportSettings['consent']>): string | null =>
  consentColumns.some((each) => each === when) ? null : when

/**
 * Stores what staff said about an import, and evaluates its rows again.
 * @param by who said it, and who states the consent if it is a new one
 * @throws HttpError `conflict` if the import is not ready; `bad_request` if the columns are not those of the file, or if
 *   the day of the consent is in the future
 */
export async function changeSettings(
  req: PayloadRequest,
  id: number,
  settings: ImportSettings,
  by: { name: string },
): Promise<void> {
  const day = settings.consent && statedDay(settings.consent)
  if (day) await requireBegun(req.payload, day, 'consent.when')
  await inTransaction(req, async (db) => {
    const found = await findImport(db, id)
    if (!found) throw newsletterError('import_gone')
    const { columns, consent } = settings
    if (columns && columns.length !== found.header?.length) throw newsletterError('other_columns')
    requireColumns(found, settings.left_out)
    const { by: earlierBy, ...earlier } = found.settings.consent ?? {}
    const isSame = JSON.stringify(earlier) === JSON.stringify(consent)
    const stated = consent && { ...consent, by: (isSame && earlierBy) || by.name }
    const isReady = await setReadingAgain(db, id, { ...settings, consent: stated })
    if (!isReady) throw newsletterError('import_not_ready')
    await enqueue(db, readImportJob, { id }, { key: importKey(id) })
  })
}

/** @throws HttpError `bad_request` if a name is none of the list's columns */
function requireColumns({ header }: Pick<SubscriberImport, 'header'>, names: readonly string[]) {
  const labels = columnLabels(header ?? [])
  if (!names.every((each) => labels.includes(each)))
    throw newsletterError('unknown_column', {
      field: 'left_out',
      replyFields: { field: 'left_out' },
    })
}

/** @throws HttpError `bad_request` if staff must say first whether columns tell who has left */
async function requireDecided(db: Database, found: SubscriberImport, asks: boolean): Promise<void> {
  const counts = await countVerdicts(db, found.id)
  if (!counts.joins && !(asks && counts.asks)) return
  if (!found.layout?.doubtful) throw newsletterError('read_by_earlier')
  const columns = undecidedColumns(found)
  if (!columns.length) return
  throw new HttpError('bad_request', describeUndecided(columns), {
    reason: 'columns_undecided',
    replyFields: { columns },
  })
}

/**
 * Starts to carry out an import. A consent that is stated for the whole list is recorded in the audit trail.
 * @param options.asks whether people without a stated consent are asked for it by mail
 * @param options.leftOut the names of further columns that don't tell who has left
 * @throws HttpError `conflict` if the import is not ready, or was started before, or if the order of its days is
 *   unknown; `bad_request` if somebody would be added or asked, and a column that may say who has left is neither used nor
 *   left out
 */
export async function beginImport(
  req: PayloadRequest,
  id: number,
  { asks, leftOut }: { asks: boolean; leftOut: readonly string[] },
): Promise<void> {
  await inTransaction(req, async (db) => {
    const found = await lockImport(db, id)
    if (found?.state !== 'ready') throw newsletterError('import_not_ready')
    if (found.layout?.isOrderKnown === false) throw newsletterError('order_unknown')
    requireColumns(found, leftOut)
    const settings = {
      ...found.settings,
      left_out: [...new Set([...found.settings.left_out, ...leftOut])],
    }
    await requireDecided(db, { ...found, settings }, asks)
    if (!(await setDoing(db, id, { asks, settings }))) throw newsletterError('import_not_ready')
    await enqueue(db, carryOutImportJob, { id }, { key: importKey(id) })
    if (!found.settings.consent) return
    const { joins } = await countVerdicts(db, id)
    await record(req, {
      action: 'list_consent_stated',
      subject: `a list of ${found.rows} ${found.rows === 1 ? 'subscriber' : 'subscribers'}`,
      of_collection: 'subscribers',
      document: `import ${id}`,
      details: { joins, ...consentDetails(found.settings.consent) },
    })
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
 * The rejected rows and the rows with omitted cells, as CSV with a column for the reasons. The corrected file can be imported as it is.
 * @throws HttpError `not_found`
 */
export async function rejectedRows(payload: Payload, id: number): Promise<AsyncGenerator<string>> {
  const db = databaseOf(payload)
  const header = (await findImport(db, id))?.header
  if (!header) throw newsletterError('import_gone')
  const reasonIndex = header.findIndex(isReason)
  const withReason = (cells: string[], reason: string) => {
    // The file may have been written by an export, whose cells are guarded already.
    const bare = cells.map(bareCell)
    const row = header.map((_, index) => bare[index] ?? '').concat(bare.slice(header.length))
    return reasonIndex < 0 ? row.toSpliced(header.length, 0, reason) : row.with(reasonIndex, reason)
  }
  return csvPages(
    withReason(header, reasonColumn),
    (afterNumber, limit) => findRejectedRows(db, id, { afterNumber, limit }),
    ({ number, cells, reason }) => ({ after: number, cells: withReason(cells, reason) }),
    { isText: true },
  )
}
