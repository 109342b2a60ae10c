import type { PayloadRequest } from 'payload'
import { type RawTable, rawTables } from '../rules.ts'
import type { Cell, ReportQuery, Reports } from './contract.ts'
import { cellText, rawCsvRows } from './raw.ts'
import type { ReportName } from './rules.ts'
import { readReport } from './service.ts'

type Row = Record<string, Cell>
type Shown<Name extends ReportName> = Extract<Reports[Name], { tooFew: false }>

/** The rows of each report as a table. */
const tableOf: { [Name in ReportName]: (report: Shown<Name>) => Row[] } = {
  overview: ({ series }) => series,
  pages: ({ rows }) => rows,
  entries: ({ rows }) => rows,
  exits: ({ rows }) => rows,
  sources: ({ rows }) => rows,
  technology: (report) =>
    (['devices', 'browsers', 'systems', 'countries'] as const).flatMap((kind) =>
      report[kind].map((row) => ({ kind, ...row })),
    ),
  journeys: ({ moves }) => moves,
  actions: ({ rows }) => rows,
  vitals: ({ rows }) => rows,
  funnels: (report) =>
    report.funnels.flatMap(({ name: funnel, steps }) =>
      steps.map((step, index) => ({ funnel, position: index + 1, ...step })),
    ),
  members: ({ cohorts }) =>
    cohorts.flatMap(({ week, members, active }) =>
      active.map((share, weeks) => ({
        ...{ week, members, weeks, share },
        isOver: weeks < active.length - 1,
      })),
    ),
}

export const isRaw = (table: RawTable | ReportName): table is RawTable =>
  (rawTables as readonly string[]).includes(table)

/** A raw table or all rows of a report as cells, page by page. The first row is the header. */
export async function* csvRows(
  req: PayloadRequest,
  table: RawTable | ReportName,
  query: ReportQuery,
): AsyncGenerator<string[][]> {
  if (isRaw(table)) {
    yield* rawCsvRows(req, table, query)
    return
  }
  const report = await readReport(req, table, query, { isWhole: true })
  const rows = report.tooFew ? [] : (tableOf[table] as (shown: unknown) => Row[])(report)
  const columns = Object.keys(rows[0] ?? {})
  yield [columns, ...rows.map((row) => columns.map((column) => cellText(row[column] ?? null)))]
}
