import { parse } from 'csv-parse/sync'
import { stringify } from 'csv-stringify/sync'
import { matchKinds, parsePath, parseTarget, type Redirect, redirectStatuses } from './rules.ts'

const columns = ['from', 'to', 'match', 'status'] as const

/** The redirects as a CSV file. Cells that begin like a formula are escaped: spreadsheets do not run them. */
export const writeCsv = (redirects: readonly Redirect[]): string =>
  stringify([...redirects], { header: true, columns: [...columns], escape_formulas: true })

/** A row of a file as a redirect. Values that cannot be parsed are kept as written. */
export type CsvRow = { line: number; redirect: Redirect }

/**
 * Reads a CSV file.
 * @returns null if it is no CSV file or lacks the columns `from` and `to`
 */
export function readCsv(text: string): CsvRow[] | null {
  try {
    const lines = parse(text, {
      bom: true,
      columns: (names: string[]) => names.map((name) => name.trim().toLowerCase()),
      info: true,
      relax_column_count: true,
      skip_empty_lines: true,
      trim: true,
    }) as unknown as { info: { lines: number }; record: Record<string, string | undefined> }[]
    const rows = lines.map(({ info, record }) => ({ line: info.lines, redirect: readRow(record) }))
    return rows.every(({ redirect }) => redirect) ? (rows as CsvRow[]) : null
  } catch {
    return null
  }
}

function readRow({ from, to, match, status }: Record<string, string | undefined>): Redirect | null {
  if (from === undefined || to === undefined) return null
  return {
    from: parsePath(from) ?? from,
    to: parseTarget(to) ?? to,
    match: matchKinds.find((each) => each === match?.toLowerCase()) ?? 'exact',
    status: redirectStatuses.find((each) => each === status) ?? '301',
  }
}
