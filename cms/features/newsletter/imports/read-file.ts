import { createLocalReq, type Payload } from 'payload'
import { type Database, databaseOf } from '../../../platform/database/query.ts'
import { toStorableText } from '../../../platform/database/storable-text.ts'
import { inTransaction } from '../../../platform/database/transaction.ts'
import type { QuoteNote } from '../csv/close-quotes.ts'
import { isReason } from '../csv/columns.ts'
import { decodeFile, UnreadableFileError } from '../csv/encoding.ts'
import { findHeader, maxSearchedRows } from '../csv/find-header.ts'
import { recordsOf } from '../csv/records.ts'
import { createSurvey } from '../csv/survey-columns.ts'
import {
  type AcceptedNumber,
  type FileRow,
  findAcceptedNumbers,
  findFileRows,
  type ImportRow,
  insertRows,
  updateRows,
  updateVerdicts,
} from '../queries/import-rows.ts'
import {
  deleteParts,
  lockReadingImport,
  type ReadingImport,
  readParts,
  setReady,
} from '../queries/imports.ts'
import { findAddressRecords } from './address-records.ts'
import { refuseImport } from './end-import.ts'
import { type EvaluationOptions, evaluateRow } from './evaluate-row.ts'
import { findLayout } from './find-layout.ts'
import { evaluationOptions, omissionsOf, type ReadColumns, readRow } from './row-texts.ts'
import {
  departureReason,
  doubtReason,
  duplicateReason,
  isDuplicateReason,
  reimportedDuplicateReason,
} from './rules.ts'
import type { FileLayout } from './settings.ts'

const batchSize = 500
const maxRows = 1_000_000
/** Maximum number of characters in the rows that are evaluated together. */
const maxBatchLength = 1024 * 1024
const maxColumns = 200
const maxCellLength = 10_000
/** How many characters of a cell are stored if the cell is too long. */
const storedCellLength = 200

/**
 * Reads an uploaded file and evaluates its rows, in one transaction. If the process dies, another process
 * starts again from the beginning. The rows of a file that was read before are evaluated again, with the settings that
 * staff have changed.
 */
export async function readUploadedFile(payload: Payload, id: number): Promise<void> {
  const req = await createLocalReq({}, payload)
  try {
    await inTransaction(req, async (db) => {
      const reading = await lockReadingImport(db, id)
      if (!reading) return
      if (reading.header) await evaluateAgain(db, reading, reading.header)
      else await readImport(payload, db, reading)
    })
  } catch (error) {
    if (!(error instanceof UnreadableFileError)) throw error
    await refuseImport(payload, id, error.message)
  }
}

type Evaluation = {
  id: number
  read: ReadColumns
  options: EvaluationOptions
  /** How many rows of the file are above the first one of the list. */
  above: number
}

/** What a file has above its rows. */
type FileHead = Pick<FileLayout, 'above' | 'skipped'> & { header: string[] }

async function readImport(payload: Payload, db: Database, reading: ReadingImport): Promise<void> {
  const { id } = reading
  const file = (progressDb: Database | null) => readFile(readParts(db, id, progressDb))
  const head = await headOf(file(null))
  await evaluateAll(db, reading, head, {
    look: () => rowsBelow(file(null)),
    rows: rowsBelow(file(databaseOf(payload))),
    store: (rows) => insertRows(db, id, rows),
  })
  await deleteParts(db, id)
}

async function evaluateAgain(
  db: Database,
  reading: ReadingImport,
  header: string[],
): Promise<void> {
  const { id, layout } = reading
  const head = { header, above: layout?.above ?? 1, skipped: layout?.skipped ?? [] }
  const stored = () => storedRows(db, id)
  // The rows are changed in place, so that the deletion of a subscriber, which waits for them, finds them.
  const store = (rows: ImportRow[]) => updateRows(db, id, rows)
  await evaluateAll(db, reading, head, { look: stored, rows: stored(), store })
}

/** @param source.look reads the rows from the start, to find out how they are to be read */
async function evaluateAll(
  db: Database,
  { id, settings }: ReadingImport,
  { header, above, skipped }: FileHead,
  source: {
    look: () => AsyncIterable<FileRow>
    rows: AsyncIterable<FileRow>
    store: (rows: ImportRow[]) => Promise<unknown>
  },
): Promise<void> {
  const { order, ...layout } = await findLayout(header, source.look, settings)
  const { columns } = layout
  const read = { columns, header, isAssigned: settings.columns !== null }
  const evaluation = { id, read, above, options: evaluationOptions(settings, order) }
  const survey = createSurvey(header, columns)
  let number = 0
  for await (const rows of batchesOf(source.rows)) {
    for (const { cells } of rows) survey.add(cells)
    await source.store(await evaluateRows(db, evaluation, rows))
    number = rows.at(-1)?.number ?? number
  }
  const doubtful = survey.doubtful()
  await setReady(db, id, {
    header,
    rows: number,
    order,
    layout: { ...layout, above, skipped, doubtful },
  })
}

async function* storedRows(db: Database, id: number): AsyncGenerator<FileRow> {
  for (let afterNumber = 0; ; ) {
    const rows = await findFileRows(db, id, { afterNumber, limit: batchSize })
    yield* rows
    const last = rows.at(-1)
    if (!last) return
    afterNumber = last.number
  }
}

async function* batchesOf(rows: AsyncIterable<FileRow>): AsyncGenerator<FileRow[]> {
  let waiting: FileRow[] = []
  let length = 0
  for await (const row of rows) {
    waiting.push(row)
    length += row.cells.reduce((sum, cell) => sum + cell.length, 0)
    if (waiting.length < batchSize && length <= maxBatchLength) continue
    yield waiting
    waiting = []
    length = 0
  }
  if (waiting.length) yield waiting
}

/** How many cells and characters of the first rows are searched for the header. */
const maxSearched = { cells: 50_000, length: 2 * 1024 * 1024 }

/** The rows of a file, below what it has above them. */
async function* readFile(parts: AsyncIterable<Uint8Array>): AsyncGenerator<FileRow | FileHead> {
  const notes = new Map<number, QuoteNote>()
  const records = recordsOf(decodeFile(parts), (note) => notes.set(note.record, note))
  const waiting: string[][] = []
  const searched = { cells: 0, length: 0 }
  let head: FileHead | null = null
  let number = 0
  const nextRow = (record: string[]): FileRow => {
    const { header, above } = head as FileHead
    if (++number > maxRows) throw new UnreadableFileError('The file has more than a million rows.')
    const place = number + above - 1
    const note = notes.get(place)
    notes.delete(place)
    return rowOf(number, record, header, note)
  }
  for await (const record of records) {
    if (head) {
      yield nextRow(record)
      continue
    }
    waiting.push(record)
    searched.cells += record.length
    for (const each of record) searched.length += each.length
    const isEnough =
      waiting.length >= maxSearchedRows ||
      searched.cells > maxSearched.cells ||
      searched.length > maxSearched.length
    if (!isEnough) continue
    head = headIn(waiting)
    yield head
    for (const each of waiting.splice(0).slice(head.above)) yield nextRow(each)
  }
  if (!head && waiting.length) {
    head = headIn(waiting)
    yield head
    for (const each of waiting.slice(head.above)) yield nextRow(each)
  }
  if (!number) throw new UnreadableFileError('The file has a first row, and nobody below it.')
}

const maxSkippedShown = 5
const maxSkippedLength = 100

/** @throws UnreadableFile if there are too many columns */
function headIn(rows: readonly string[][]): FileHead {
  const place = findHeader(rows)
  const widths = rows.map(({ length }) => length).filter((each) => each <= maxColumns)
  const width = Math.max(1, ...widths)
  const record =
    place === null
      ? Array.from({ length: width }, (_, index) => `Column ${index + 1}`)
      : rows[place]
  if (!record || record.length > maxColumns)
    throw new UnreadableFileError(`The file has more than ${maxColumns} columns.`)
  const titles = rows.slice(0, place ?? 0).map((cells) => {
    const filled = cells.map((each) => each.trim()).filter(Boolean)
    return toStorableText(filled.join(' · ').slice(0, maxSkippedLength))
  })
  return {
    header: record.map((each) => toStorableText(each)),
    above: place === null ? 0 : place + 1,
    skipped: titles.filter(Boolean).slice(0, maxSkippedShown),
  }
}

const remarkOf = ({ kind, line }: QuoteNote): string =>
  kind === 'unclosed'
    ? `A quotation mark is opened in line ${line} and never closed. It was left out, and the lines below were read as rows.`
    : `A cell that begins in line ${line} has several lines with addresses. Is a quotation mark missing there? Then people in these lines were not read.`

async function headOf(rows: AsyncIterable<FileRow | FileHead>): Promise<FileHead> {
  for await (const each of rows) if ('header' in each) return each
  throw new UnreadableFileError('The file is empty.')
}

async function* rowsBelow(rows: AsyncIterable<FileRow | FileHead>): AsyncGenerator<FileRow> {
  for await (const row of rows) if (!('header' in row)) yield row
}

function rowOf(number: number, record: string[], header: string[], note?: QuoteNote): FileRow {
  const isCut = record.length > header.length + maxColumns
  const cells = isCut ? record.slice(0, header.length) : record
  const isLong = cells.some(({ length }) => length > maxCellLength)
  const remarks = [
    note && remarkOf(note),
    isLong &&
      `A cell has more than ${maxCellLength} characters; here they are cut to ${storedCellLength}.`,
    cells.some((each) => each.includes('\0')) &&
      'A cell held characters that are none; here they are taken out.',
  ]
  return {
    number,
    cells: cells.map((each) =>
      toStorableText(each.length > maxCellLength ? each.slice(0, storedCellLength) : each),
    ),
    problem: problemOf(record, header),
    remark: remarks.filter(Boolean).join(' ') || null,
  }
}

function problemOf(record: string[], header: string[]): string | null {
  if (record.length > header.length + maxColumns) {
    return `The row has ${record.length} cells; here the rest is cut off.`
  }
  return record.slice(header.length).some(Boolean)
    ? 'The row has more cells than the first one: does a comma stand in a cell without quotation marks?'
    : null
}

/**
 * Decides the verdicts of rows. Of several rows with the same address the first one counts, or the first one that says
 * that its owner gets no letters.
 */
async function evaluateRows(
  db: Database,
  { id, read, options, above }: Evaluation,
  rows: readonly FileRow[],
): Promise<ImportRow[]> {
  const parsed = rows.map((row) => ({ ...row, ...readRow(row, read) }))
  const emails = [...new Set(parsed.flatMap(({ email }) => email ?? []))]
  const records = await findAddressRecords(db, emails, { lock: false })
  const accepted = await findAcceptedNumbers(db, id, emails, rows[0]?.number ?? 0)
  const replaced: { number: number; by: number }[] = []
  const reasonIndex = read.header.findIndex(isReason)
  const evaluated = parsed.map(({ texts, email, ...row }): ImportRow => {
    const { problem, cells } = row
    const stored = (email && records.get(email)) || { subscriber: null, suppressed: null }
    const outcome = evaluateRow(texts, stored, options)
    const reject = (reason: string, cell: string | null = null): ImportRow => ({
      ...row,
      email,
      verdict: 'rejected',
      reason,
      cell,
      omitted: omissionsOf({ ...row, problem: null }, { omitted: [] }),
    })
    const { leaves, verdict } = outcome
    if (problem && !leaves) return reject(problem)
    const earlier = email ? accepted.get(email) : undefined
    // Spreadsheets count the header, and what is above it.
    if (earlier?.verdict === 'rejected' && !leaves)
      return reject(departureReason(earlier.number + above))
    const isDoubtful = outcome.verdict === 'rejected' && outcome.reason === doubtReason
    if (earlier && !((leaves || isDoubtful) && !isDeparture(earlier))) {
      return reject(duplicateReason(earlier.number + above))
    }
    // If the file is a downloaded list of rejected rows, it lacks the earlier row of a duplicate, because that row was
    // imported. The duplicate is then recognised by its reason.
    if (!leaves && reasonIndex >= 0 && isDuplicateReason(cells[reasonIndex] ?? ''))
      return reject(reimportedDuplicateReason)
    if (outcome.verdict === 'rejected') {
      if (isDoubtful && email) {
        if (earlier) replaced.push({ number: earlier.number, by: row.number })
        accepted.set(email, { number: row.number, verdict })
      }
      return reject(outcome.reason, outcome.cell)
    }
    if (earlier && earlier.verdict !== 'rejected')
      replaced.push({ number: earlier.number, by: row.number })
    if (email) accepted.set(email, { number: row.number, verdict })
    const omitted = omissionsOf(row, outcome)
    return { ...row, email, verdict, reason: null, cell: null, omitted }
  })
  return replaceEarlier(db, { id, above }, evaluated, replaced)
}

const isDeparture = ({ verdict }: AcceptedNumber) => verdict === 'stops' || verdict === 'noted'

/** Rejects rows of which a later row says that their owner gets no letters. */
async function replaceEarlier(
  db: Database,
  { id, above }: Pick<Evaluation, 'id' | 'above'>,
  rows: ImportRow[],
  replaced: readonly { number: number; by: number }[],
): Promise<ImportRow[]> {
  const rejections = new Map(
    replaced.map(({ number, by }) => [
      number,
      {
        number,
        verdict: 'rejected' as const,
        reason: departureReason(by + above),
        cell: null,
        omitted: null,
      },
    ]),
  )
  await updateVerdicts(db, id, [...rejections.values()])
  return rows.map((row) => ({ ...row, ...rejections.get(row.number) }))
}
