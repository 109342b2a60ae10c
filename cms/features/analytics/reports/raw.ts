import type { PayloadRequest } from 'payload'
import { z } from 'zod'
import { databaseOf } from '../../../platform/database/query.ts'
import { HttpError } from '../../../platform/http/errors.ts'
import { can } from '../../../platform/staff/can.ts'
import { findVenue } from '../../venue/service.ts'
import { venueDay } from '../rollups/days.ts'
import { daysOf } from '../rollups/rules.ts'
import { type RawTable, rawColumnNames, timestampColumns } from '../rules.ts'
import type { Cell, RawQuery, RawReply, ReportQuery } from './contract.ts'
import { findFirstDay } from './queries/choices.ts'
import {
  findRawRows,
  memberColumns,
  type RawPosition,
  rawColumns,
  rawPosition,
} from './queries/raw.ts'

const cursor = z.string().transform((text, context) => {
  try {
    return rawPosition.parse(JSON.parse(Buffer.from(text, 'base64url').toString()))
  } catch {
    context.addIssue('This is not a cursor of an earlier reply.')
    return z.NEVER
  }
})

const toCursor = (position: RawPosition): string =>
  Buffer.from(JSON.stringify(position)).toString('base64url')

/** The columns of a raw table that the staff member of a request may see. */
const columnsFor = (req: PayloadRequest, table: RawTable): string[] =>
  rawColumns[table].filter(
    (column) => can(req, 'analytics.members') || !memberColumns.includes(column),
  )

/** A page of a raw table, the newest rows first. */
export async function readRawRows(
  req: PayloadRequest,
  table: RawTable,
  { after, limit, ...query }: RawQuery,
): Promise<RawReply> {
  const parsed = after === undefined ? null : cursor.safeParse(after)
  if (parsed?.error)
    throw new HttpError('bad_request', 'This page does not exist.', {
      reason: 'invalid_input',
      field: 'after',
    })
  const { from, to, ...filters } = query
  const columns = columnsFor(req, table)
  const rows = await findRawRows(databaseOf(req.payload), {
    table,
    columns,
    from,
    to,
    filters,
    after: parsed?.data ?? null,
    limit,
    order: 'time',
  })
  const last = rows.at(-1)
  return {
    columns,
    rows: rows.map(({ cells }) => cells),
    next: last && rows.length === limit ? toCursor(last.position) : null,
  }
}

const pageSize = 2000

/** All rows of a raw table as cells of a CSV file, page by page. The first page contains the header. */
export async function* rawCsvRows(
  req: PayloadRequest,
  table: RawTable,
  query: ReportQuery,
): AsyncGenerator<string[][]> {
  const columns = columnsFor(req, table)
  yield [
    columns.map((column) => {
      const name = rawColumnNames[column] ?? column
      return timestampColumns.includes(column) ? `${name} (ISO 8601)` : name
    }),
  ]
  const { from: _from, to: _to, compare: _compare, ...filters } = query
  const db = databaseOf(req.payload)
  for (const day of await daysWithRows(req, query)) {
    for (let after: RawPosition | null = null; ; ) {
      const rows: Awaited<ReturnType<typeof findRawRows>> = await findRawRows(db, {
        table,
        columns,
        from: day,
        to: day,
        filters,
        after,
        limit: pageSize,
        order: 'key',
      })
      yield rows.map(({ cells }) => columns.map((column) => cellText(cells[column] ?? null)))
      after = rows.at(-1)?.position ?? null
      if (rows.length < pageSize) break
    }
  }
}

/** The days of a range that can have rows. */
async function daysWithRows({ payload }: PayloadRequest, { from, to }: ReportQuery) {
  const firstDay = await findFirstDay(databaseOf(payload))
  const today = venueDay(new Date(), (await findVenue(payload)).timeZone)
  if (firstDay === null) return []
  return daysOf({ from: from < firstDay ? firstDay : from, to: to < today ? to : today })
}

export function cellText(cell: Cell): string {
  if (cell === null) return ''
  return typeof cell === 'object' ? JSON.stringify(cell) : String(cell)
}
