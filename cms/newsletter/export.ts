import { stringify } from 'csv-stringify/sync'
import type { PayloadRequest } from 'payload'
import { record } from '../audit/service.ts'
import { databaseOf } from '../database/sql.ts'
import { guardCell } from './csv/cells.ts'
import { fields } from './csv/columns.ts'
import { textsOfPerson } from './csv/person.ts'
import { type Chosen, countPersons, personsAfter } from './persons.ts'

const most = 1000

/**
 * Rows as CSV (RFC 4180), each cell such that no spreadsheet computes it. Where another separator or
 * line break would be found in a cell it stands in quotation marks too.
 */
export const written = (rows: readonly (readonly string[])[]): string =>
  stringify(
    rows.map((cells) => cells.map(guardCell)),
    { record_delimiter: '\r\n', quoted_match: /[;\t\r\n]/ },
  )

/** By its first character Excel knows UTF-8. */
export const byteOrderMark = '\ufeff'

/**
 * Subscribers as a list, some at a time, and an entry in the audit trail that says who took how many.
 * Who comes or changes meanwhile is in it or not; nobody is in it twice.
 */
export async function exportSubscribers(
  req: PayloadRequest,
  chosen: Chosen,
): Promise<AsyncGenerator<string>> {
  const db = databaseOf(req.payload)
  const count = await countPersons(db, chosen)
  await record(req, {
    action: 'exported',
    subject: `${count} ${count === 1 ? 'subscriber' : 'subscribers'}`,
    of_collection: 'subscribers',
    document: 'export',
    version: null,
    details: {
      ...(chosen.state && { state: chosen.state }),
      ...(chosen.interest && { interest: chosen.interest }),
    },
  })
  async function* list() {
    yield written([fields])
    for (let after = 0; ; ) {
      const some = await personsAfter(db, { ...chosen, after, most })
      const rows = some.map(({ person, consent }) => {
        const texts = textsOfPerson(person, consent)
        return fields.map((field) => texts[field])
      })
      if (rows.length) yield written(rows)
      after = some.at(-1)?.id ?? 0
      if (some.length < most) return
    }
  }
  return list()
}
