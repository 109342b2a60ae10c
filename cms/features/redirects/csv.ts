import { parse } from 'csv-parse/sync'
import { stringify } from 'csv-stringify/sync'
import {
  matchKinds,
  parsePath,
  parseTarget,
  type Redirect,
  type redirectProblems,
  redirectStatuses,
} from './rules.ts'

const columns = ['from', 'to', 'match', 'status'] as const

/** The redirects as a CSV file. Cells that begin like a formula are escaped, so that spreadsheets do not run them. */
export const writeCsv = (redirects: readonly Redirect[]): string =>
  stringify([...redirects], { header: true, columns: [...columns], escape_formulas: true })

/**
 * A row of a file as a redirect. Paths and targets that cannot be parsed are kept as written. `problem` says whether
 * the match or the status is invalid.
 */
export type CsvRow = { line: number; redirect: Redirect; problem?: keyof typeof redirectProblems }

/**
 * Reads a CSV file with commas or semicolons between the cells.
 * @param siteUrl see `parseTarget`
 * @returns null if the text is not a CSV file or lacks the columns `from` and `to`
 */
export function readCsv(text: string, siteUrl: string): CsvRow[] | null {
  try {
    const lines = parse(text, {
      bom: true,
      delimiter: /^[^,\n]*;/.test(text) ? ';' : ',',
      columns: (names: string[]) => names.map((name) => name.trim().toLowerCase()),
      info: true,
      relax_column_count: true,
      skip_empty_lines: true,
      trim: true,
    }) as unknown as { info: { lines: number }; record: Record<string, string | undefined> }[]
    if (lines.some(({ record: { from, to } }) => from === undefined || to === undefined))
      return null
    return lines.map(({ info, record }) => ({ line: info.lines, ...readRow(record, siteUrl) }))
  } catch {
    return null
  }
}

function readRow(
  { from = '', to = '', match, status }: Record<string, string | undefined>,
  siteUrl: string,
): Omit<CsvRow, 'line'> {
  const knownMatch = matchKinds.find((each) => each === (match?.toLowerCase() || 'exact'))
  const knownStatus = redirectStatuses.find((each) => each === (status || '301'))
  const problem = knownMatch ? (knownStatus ? undefined : 'invalid_status') : 'invalid_match'
  return {
    redirect: {
      from: parsePath(from) ?? from,
      to: parseTarget(to, siteUrl) ?? to,
      match: knownMatch ?? 'exact',
      status: knownStatus ?? '301',
    },
    ...(problem && { problem }),
  }
}
