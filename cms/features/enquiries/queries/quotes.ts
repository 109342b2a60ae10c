import {
  type Database,
  execute,
  findRow,
  findRows,
  idList,
  requireRow,
} from '../../../platform/database/query.ts'
import { assignments, insertion, rowOf } from '../../../platform/database/row.ts'
import { enquiryQuotes } from '../tables.ts'

const quoteRow = rowOf(enquiryQuotes)
export type Quote = typeof enquiryQuotes.$inferSelect
type NewQuote = Omit<Quote, 'id' | 'status' | 'acceptedAt' | 'payment' | 'createdAt'>

export const insertQuote = (db: Database, quote: NewQuote): Promise<Quote> => {
  const row = insertion(enquiryQuotes, quote)
  return requireRow(db, quoteRow.schema)`
    insert into enquiry_quotes (${row.names}) select ${row.values} returning ${quoteRow.columns}` as Promise<Quote>
}

export const findQuoteByKey = (db: Database, enquiry: number, key: string): Promise<Quote | null> =>
  findRow(db, quoteRow.schema)`
    select ${quoteRow.columns} from enquiry_quotes
     where enquiry = ${enquiry} and key = ${key}` as Promise<Quote | null>

/** The quote that counts: the newest one that was sent or accepted. */
export const findStandingQuote = (db: Database, enquiry: number): Promise<Quote | null> =>
  findRow(db, quoteRow.schema)`
    select ${quoteRow.columns} from enquiry_quotes
     where enquiry = ${enquiry} and status in ('sent', 'accepted')
     order by id desc limit 1` as Promise<Quote | null>

/** All quotes of an enquiry, the newest first. */
export const listQuotes = (db: Database, enquiry: number): Promise<Quote[]> =>
  findRows(db, quoteRow.schema)`
    select ${quoteRow.columns} from enquiry_quotes
     where enquiry = ${enquiry} order by id desc` as Promise<Quote[]>

/** The quote of each enquiry that counts, or else its newest. */
export const listMainQuotes = (db: Database, enquiries: readonly number[]): Promise<Quote[]> =>
  findRows(db, quoteRow.schema)`
    select distinct on (enquiry) ${quoteRow.columns} from enquiry_quotes
     where enquiry = any(${idList(enquiries)}::int[])
     order by enquiry, status in ('sent', 'accepted') desc, id desc` as Promise<Quote[]>

export const updateQuote = (
  db: Database,
  id: number,
  values: Partial<Pick<Quote, 'status' | 'acceptedAt' | 'payment'>>,
): Promise<number> =>
  execute(db)`update enquiry_quotes set ${assignments(enquiryQuotes, values)} where id = ${id}`
