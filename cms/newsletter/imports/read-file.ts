import { createLocalReq, type Payload } from 'payload'
import { type Database, databaseOf } from '../../database/query.ts'
import { toStorableText } from '../../database/storable-text.ts'
import { inTransaction } from '../../database/transaction.ts'
import { parseAddress } from '../../mail/address.ts'
import { type Columns, cellTextsOf, columnsOf, isReason } from '../csv/columns.ts'
import { decodeFile, UnreadableFileError } from '../csv/encoding.ts'
import { recordsOf } from '../csv/records.ts'
import { findRowNumbers, type ImportRow, insertRows } from '../queries/import-rows.ts'
import {
  deleteParts,
  lockReadingImport,
  type ReadingImport,
  readParts,
  setReady,
} from '../queries/imports.ts'
import { findAddressRecords } from './address-records.ts'
import { refuseImport } from './end-import.ts'
import { evaluateRow } from './evaluate-row.ts'
import { duplicateReason, isDuplicateReason, reimportedDuplicateReason } from './rules.ts'

const batchSize = 500
const maxRows = 1_000_000
/** Maximum number of characters in the rows that are evaluated together. */
const maxBatchLength = 1024 * 1024
const maxColumns = 200
const maxCellLength = 10_000
/** How many characters of a cell are stored if the cell is too long. */
const storedCellLength = 200

type Row = { number: number; cells: string[]; problem: string | null }

/**
 * Reads an uploaded file and evaluates its rows, in one transaction. If the process dies, another process
 * starts again from the beginning.
 */
export async function readUploadedFile(payload: Payload, id: number): Promise<void> {
  const req = await createLocalReq({}, payload)
  try {
    await inTransaction(req, async (db) => {
      const reading = await lockReadingImport(db, id)
      if (reading) await readImport(payload, db, reading)
    })
  } catch (error) {
    if (!(error instanceof UnreadableFileError)) throw error
    await refuseImport(payload, id, error.message)
  }
}

async function readImport(payload: Payload, db: Database, reading: ReadingImport): Promise<void> {
  const { id } = reading
  let header: string[] | undefined
  let columns: Columns = []
  let waiting: Row[] = []
  let length = 0
  let number = 0
  const evaluateWaiting = async () => {
    await evaluateRows(db, reading, header ?? [], columns, waiting)
    waiting = []
    length = 0
  }
  for await (const record of recordsOf(decodeFile(readParts(db, id, databaseOf(payload))))) {
    if (!header) {
      if (record.length > maxColumns) {
        throw new UnreadableFileError(`The file has more than ${maxColumns} columns.`)
      }
      header = record.map((each) => toStorableText(each))
      columns = columnsOf(header)
      continue
    }
    if (++number > maxRows) throw new UnreadableFileError('The file has more than a million rows.')
    const row = rowOf(number, record, header)
    waiting.push(row)
    length += row.cells.reduce((sum, cell) => sum + cell.length, 0)
    if (waiting.length === batchSize || length > maxBatchLength) await evaluateWaiting()
  }
  if (!number) throw new UnreadableFileError('The file has a first row, and nobody below it.')
  if (waiting.length) await evaluateWaiting()
  await setReady(db, id, { header, rows: number })
  await deleteParts(db, id)
}

function rowOf(number: number, record: string[], header: string[]): Row {
  if (record.length > header.length + maxColumns) {
    const cells = record.slice(0, header.length)
    const problem = `The row has ${record.length} cells; here the rest is cut off.`
    return { number, cells: shortenCells(cells), problem }
  }
  const cells = record.map(toStorableText)
  const isLong = cells.some(({ length }) => length > maxCellLength)
  return {
    number,
    cells: isLong ? shortenCells(cells) : cells,
    problem: isLong
      ? `A cell has more than ${maxCellLength} characters; here they are cut to ${storedCellLength}.`
      : problemOf(record, header),
  }
}

const shortenCells = (cells: string[]) =>
  cells.map((each) => toStorableText(each.slice(0, storedCellLength)))

function problemOf(record: string[], header: string[]): string | null {
  if (record.some((each) => each.includes('\0'))) {
    return 'A cell held characters that are none; here they are taken out.'
  }
  return record.slice(header.length).some(Boolean)
    ? 'The row has more cells than the first one: does a comma stand in a cell without quotation marks?'
    : null
}

async function evaluateRows(
  db: Database,
  { id, birthdayOrder: order }: ReadingImport,
  header: readonly string[],
  columns: Columns,
  rows: readonly Row[],
): Promise<void> {
  const parsed = rows.map((row) => {
    const texts = cellTextsOf(row.cells, columns)
    return { ...row, texts, email: parseAddress(texts.email ?? '') }
  })
  const emails = [...new Set(parsed.flatMap(({ email }) => email ?? []))]
  const records = await findAddressRecords(db, emails, { lock: false })
  const earlier = await findRowNumbers(db, id, emails)
  const now = new Date()
  const reasonIndex = header.findIndex(isReason)
  const evaluated = parsed.map(({ number, cells, problem, texts, email }): ImportRow => {
    const row = { number, email, cells, cell: null }
    const reject = (reason: string, cell: string | null = null): ImportRow => ({
      ...row,
      verdict: 'rejected',
      reason,
      cell,
    })
    if (problem) return reject(problem)
    const earlierRow = email && earlier.get(email)
    // Spreadsheets count the header as row 1.
    if (earlierRow) return reject(duplicateReason(earlierRow + 1))
    // If the file is a downloaded list of rejected rows, it lacks the earlier row of a duplicate, because that row was
    // imported. The duplicate is then recognised by its reason.
    if (reasonIndex >= 0 && isDuplicateReason(cells[reasonIndex] ?? ''))
      return reject(reimportedDuplicateReason)
    const stored = (email && records.get(email)) || { subscriber: null, suppressed: null }
    const outcome = evaluateRow(texts, stored, { order, now })
    if (outcome.verdict === 'rejected') return reject(outcome.reason, outcome.cell)
    if (email) earlier.set(email, number)
    return { ...row, verdict: outcome.verdict, reason: null }
  })
  await insertRows(db, id, evaluated)
}
