import type { PayloadRequest } from 'payload'
import { type RawTable, rawTables } from '../rules.ts'
import type { Cell, ReportQuery, Reports } from './contract.ts'
import { cellText, rawCsvRows } from './raw.ts'
import type { ReportName } from './rules.ts'
import { readReport } from './service.ts'

type Shown<Name extends ReportName> = Extract<Reports[Name], { tooFew: false }>

/** A report as a table: its columns are the same whether there are rows or not. */
type Table<Data> = {
  columns: readonly string[]
  rows: (data: Data) => Record<string, Cell>[]
}

const pageTable: Table<Shown<'pages'>> = {
  columns: [
    ...['page', 'title', 'views', 'sessions', 'entries', 'exits', 'bounceRate', 'medianSeconds'],
    ...['meanScroll', 'viewsBefore', 'entriesBefore', 'exitsBefore'],
  ],
  rows: ({ rows }) => rows,
}

const tables: { [Name in ReportName]: Table<Shown<Name>> } = {
  overview: {
    columns: ['start', 'visitors', 'sessions', 'views'],
    rows: ({ series }) => series,
  },
  pages: pageTable,
  entries: pageTable,
  exits: pageTable,
  sources: {
    columns: [
      ...['source', 'medium', 'campaign', 'sessions', 'visitors', 'views', 'bounceRate'],
      'sessionsBefore',
    ],
    rows: ({ rows }) => rows,
  },
  technology: {
    columns: ['kind', 'name', 'sessions', 'visitors', 'views', 'sessionsBefore'],
    rows: (report) =>
      (['devices', 'browsers', 'systems', 'countries'] as const).flatMap((kind) =>
        report[kind].map((row) => ({ kind, ...row })),
      ),
  },
  journeys: {
    columns: ['from', 'to', 'transition', 'moves', 'sessions'],
    rows: ({ moves }) => moves,
  },
  actions: {
    columns: ['page', 'type', 'element', 'interactions', 'sessions', 'interactionsBefore'],
    rows: ({ rows }) => rows,
  },
  vitals: {
    columns: ['metric', 'page', 'p75', 'views', 'good', 'middle', 'poor', 'p75Before'],
    rows: ({ rows }) => rows,
  },
  funnels: {
    columns: [
      ...['funnel', 'position', 'name', 'isMailed', 'sessions', 'share', 'sessionsBefore'],
      ...['isCounting', 'countedFrom'],
    ],
    rows: (report) =>
      report.funnels.flatMap(({ name: funnel, steps, isCounting, countedFrom }) =>
        steps.map((step, index) => ({
          ...{ funnel, position: index + 1, isCounting, countedFrom },
          ...step,
        })),
      ),
  },
  members: {
    columns: ['week', 'members', 'weeks', 'share', 'isOver'],
    rows: ({ cohorts }) =>
      cohorts.flatMap(({ week, members, active }) =>
        active.map((share, weeks) => ({
          ...{ week, members, weeks, share },
          isOver: weeks < active.length - 1,
        })),
      ),
  },
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
  const { columns, rows } = tables[table] as Table<unknown>
  const found = report.tooFew ? [] : rows(report)
  yield [
    [...columns],
    ...found.map((row) => columns.map((column) => cellText(row[column] ?? null))),
  ]
}
