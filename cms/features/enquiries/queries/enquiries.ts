import { z } from 'zod'
import {
  column,
  type Database,
  findReadableRows,
  findRow,
  findRows,
  requireRow,
  sql,
} from '../../../platform/database/query.ts'
import { assignments, insertion, rowOf } from '../../../platform/database/row.ts'
import type { EnquiryStatus } from '../rules.ts'
import { enquiries } from '../tables.ts'

const enquiryRow = rowOf(enquiries)
export type Enquiry = typeof enquiries.$inferSelect

type NewEnquiry = Pick<
  Enquiry,
  | 'key'
  | 'kind'
  | 'days'
  | 'dayPart'
  | 'people'
  | 'budgetCents'
  | 'words'
  | 'name'
  | 'email'
  | 'phone'
  | 'member'
  | 'confirmedAt'
  | 'dueOn'
>

/** @returns null if an enquiry with this key exists */
export const insertEnquiry = (db: Database, values: NewEnquiry): Promise<Enquiry | null> => {
  const row = insertion(enquiries, values)
  return findRow(db, enquiryRow.schema)`
    insert into enquiries (${row.names}) select ${row.values} on conflict (key) do nothing
    returning ${enquiryRow.columns}`
}

export const findEnquiryByKey = (db: Database, key: string): Promise<Enquiry | null> =>
  findRow(db, enquiryRow.schema)`select ${enquiryRow.columns} from enquiries where key = ${key}`

export const findEnquiry = (db: Database, id: number): Promise<Enquiry | null> =>
  findRow(db, enquiryRow.schema)`select ${enquiryRow.columns} from enquiries where id = ${id}`

/** Finds an enquiry and locks it until the transaction ends. */
export const lockEnquiry = (db: Database, id: number): Promise<Enquiry | null> =>
  findRow(db, enquiryRow.schema)`
    select ${enquiryRow.columns} from enquiries where id = ${id} for no key update`

/** Changes a locked enquiry, and increases its version. */
export const updateEnquiry = (
  db: Database,
  id: number,
  values: Partial<Omit<Enquiry, 'id' | 'version'>>,
): Promise<Enquiry> =>
  requireRow(db, enquiryRow.schema)`
    update enquiries set ${assignments(enquiries, { ...values, version: sql`version + 1` })}
     where id = ${id} returning ${enquiryRow.columns}`

/** How many enquiries that are not over have an address that begins like this one; the caller compares mailboxes. */
export const listStandingAddresses = (db: Database, email: string): Promise<string[]> =>
  findRows(db, column(z.string()))`
    select email from enquiries
     where status not in ('won', 'lost') and left(email, 1) = left(${email}, 1) order by id limit 2000`

/** The enquiries that staff see: all that are open, and those that were closed in the last days. */
export const listEnquiries = (
  db: Database,
  { closedDays, status, owner }: { closedDays: number; status?: EnquiryStatus; owner?: number },
): Promise<Enquiry[]> =>
  findReadableRows(db, enquiryRow.schema, 'enquiries')`
    select ${enquiryRow.columns} from enquiries
     where (status not in ('won', 'lost') or closed_at > now() - ${closedDays}::int * interval '1 day'
            or due_on is not null)
       and (${status ?? null}::text is null or status = ${status ?? null})
       and (${owner ?? null}::int is null or owner = ${owner ?? null}::int)
     order by due_on nulls last, id limit 1000`

/** How many enquiries nobody has answered yet. */
export const countUnanswered = (db: Database): Promise<number> =>
  requireRow(db, column(z.coerce.number()))`
    select count(*) from enquiries where status = 'new'`

/** How many enquiries staff should have looked after before `today`. */
export const countOverdue = (db: Database, today: string): Promise<number> =>
  requireRow(db, column(z.coerce.number()))`
    select count(*) from enquiries where due_on < ${today}`
