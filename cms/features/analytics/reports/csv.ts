import type { PayloadRequest } from 'payload'
import { asWords } from '../../../platform/ui/as-words.ts'
import { type RawTable, rawTables } from '../rules.ts'
import type { Cell, PageRow, ReportQuery, Reports, Totals } from './contract.ts'
import { cellText, rawCsvRows } from './raw.ts'
import type { ReportName, ReportTable } from './rules.ts'
import { readReport } from './service.ts'

type Shown<Name extends ReportName> = Extract<Reports[Name], { tooFew: false }>

/** A report as the cells of a table. The columns are the same even without rows. */
type Table<Name extends ReportName> = {
  report: Name
  columns: readonly string[]
  cells: (data: Shown<Name>) => string[][]
}

/** @param columns names of properties of the rows */
const table = <Name extends ReportName, Row extends object>(
  report: Name,
  rows: (data: Shown<Name>) => readonly Row[],
  columns: readonly (keyof Row & string)[],
): Table<Name> => ({
  report,
  columns,
  cells: (data) =>
    rows(data).map((row) => columns.map((column) => reportCell(column, row[column] ?? null))),
})

// Seconds and percent need no more decimals than people read; shares are between 0 and 1.
function reportCell(column: string, value: unknown): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value !== 'number') return cellText(value as Cell)
  return String(Number(value.toFixed(/seconds|scroll/i.test(column) ? 1 : 4)))
}

/** The name of a property in words: `medianSeconds` is `Median seconds`. */
const inWords = (name: string) =>
  asWords(name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`))

const pageTable = (report: 'pages' | 'entries' | 'exits') =>
  table<typeof report, PageRow>(report, ({ rows }) => rows, [
    ...(['page', 'title', 'views', 'sessions', 'entries', 'exits', 'bounceRate'] as const),
    ...(['medianSeconds', 'meanScroll', 'viewsBefore', 'entriesBefore', 'exitsBefore'] as const),
  ])

const totalNames = [
  ...(['visitors', 'sessions', 'views', 'bounces', 'viewsPerSession', 'bounceRate'] as const),
  ...(['medianSeconds', 'meanScroll'] as const),
] satisfies (keyof Totals)[]

const totalCell = (name: string, value: number | null) =>
  value === null ? '' : reportCell(name, value)

const tables = {
  overview: table('overview', ({ series }) => series, ['start', 'visitors', 'sessions', 'views']),
  totals: table(
    'overview',
    ({ totals, before, joined }) => [
      ...totalNames.map((name) => ({
        name: inWords(name),
        value: totalCell(name, totals[name]),
        before: totalCell(name, before?.[name] ?? null),
      })),
      ...joined.map(({ label, count, before: earlier }) => ({
        name: label,
        value: String(count),
        before: earlier === null ? '' : String(earlier),
      })),
    ],
    ['name', 'value', 'before'],
  ),
  pages: pageTable('pages'),
  entries: pageTable('entries'),
  exits: pageTable('exits'),
  sources: table('sources', ({ rows }) => rows, [
    ...(['source', 'medium', 'campaign', 'sessions', 'visitors', 'views', 'bounceRate'] as const),
    'sessionsBefore',
  ]),
  technology: table(
    'technology',
    (report) =>
      (['devices', 'browsers', 'systems', 'countries'] as const).flatMap((kind) =>
        report[kind].map((row) => ({ kind, ...row })),
      ),
    ['kind', 'name', 'sessions', 'visitors', 'views', 'sessionsBefore'],
  ),
  journeys: table('journeys', ({ moves }) => moves, [
    ...(['from', 'to', 'transition', 'moves', 'sessions'] as const),
  ]),
  actions: table('actions', ({ rows }) => rows, [
    ...(['page', 'type', 'element', 'interactions', 'sessions', 'interactionsBefore'] as const),
  ]),
  vitals: table('vitals', ({ rows }) => rows, [
    ...(['metric', 'page', 'p75', 'views', 'good', 'middle', 'poor', 'p75Before'] as const),
  ]),
  funnels: table(
    'funnels',
    (report) =>
      report.funnels.flatMap(({ name: funnel, steps, isCounting, countedFrom }) =>
        steps.map((step, index) => ({
          funnel,
          position: index + 1,
          isCounting,
          countedFrom,
          ...step,
        })),
      ),
    [
      ...(['funnel', 'position', 'name', 'isMailed', 'sessions', 'share'] as const),
      ...(['sessionsBefore', 'isCounting', 'countedFrom'] as const),
    ],
  ),
  members: table(
    'members',
    ({ cohorts }) =>
      cohorts.flatMap(({ week, members, active }) =>
        active.map((share, weeks) => ({
          week,
          members,
          weeks,
          share,
          isOver: weeks < active.length - 1,
        })),
      ),
    ['week', 'members', 'weeks', 'share', 'isOver'],
  ),
} satisfies Record<ReportTable, object>

export const isRaw = (name: RawTable | ReportTable): name is RawTable =>
  (rawTables as readonly string[]).includes(name)

/** A raw table or all rows of a report as cells, page by page. The first row is the header. */
export async function* csvRows(
  req: PayloadRequest,
  name: RawTable | ReportTable,
  query: ReportQuery,
): AsyncGenerator<string[][]> {
  if (isRaw(name)) {
    yield* rawCsvRows(req, name, query)
    return
  }
  // The compiler can't infer that a report and its table have the same type.
  const { report, columns, cells } = tables[name] as Table<ReportName>
  const found = await readReport(req, report, query, { isWhole: true })
  yield [columns.map(inWords), ...(found.tooFew ? [] : cells(found as never))]
}
