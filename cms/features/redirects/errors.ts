import { errorTable } from '../../platform/http/errors.ts'
import { redirectProblems } from './rules.ts'

export const importProblems = {
  unreadable: 'This is no CSV file with the columns from and to.',
  too_long: 'A file may have at most 1,000 rows.',
  rows: 'Nothing was imported: some rows can’t be used.',
} as const

/** The errors of the feature's calls. */
export const redirectError = errorTable(
  { too_many: 'conflict', unreadable: 'bad_request', too_long: 'too_large', rows: 'bad_request' },
  { ...importProblems, too_many: redirectProblems.too_many },
)
