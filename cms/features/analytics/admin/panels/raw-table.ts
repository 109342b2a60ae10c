import { type RawTable, rawTables, timestampColumns } from '../../rules.ts'
import { momentText, pageText } from '../texts.ts'

export const tableNames: Record<RawTable, string> = {
  user_sessions: 'Visits',
  page_views: 'Page views',
  user_journeys: 'Moves',
  user_interactions: 'Actions',
}

/** The raw table that the query of a URL names; the first table if it names none. */
export const tableOf = (query: Pick<URLSearchParams, 'get'>): RawTable =>
  rawTables.find((table) => table === query.get('table')) ?? rawTables[0]

const pageColumns = ['entry_page', 'exit_page', 'page_path', 'from_page', 'to_page']

/** A value of a raw table as text for people. @param timeZone the venue's, for columns with times */
export function cellText(column: string, value: unknown, timeZone: string): string {
  if (typeof value === 'string' && timestampColumns.includes(column))
    return momentText(value, timeZone)
  if (typeof value === 'string' && pageColumns.includes(column)) return pageText(value)
  if (value === null || value === undefined || value === '') return '–'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
