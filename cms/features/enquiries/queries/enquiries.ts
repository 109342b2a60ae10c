import { z } from 'zod'
import {
  column,
  type Database,
  findReadableRows,
  findRow,
  findRows,
  requireRow,
  type SQL,
  sql,
} from '../../../platform/database/query.ts'
import { assignments, insertion, rowOf } from '../../../platform/database/row.ts'
import { type EnquiryStatus, unconfirmedCountDays } from '../rules.ts'
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

/**
 * The addresses of enquiries that are not over, those that begin like this one; the caller compares mailboxes. Enquiries whose
 * address nobody confirmed count for some days only: anybody can send them, and must not lock a guest out.
 */
export const listStandingAddresses = (db: Database, email: string): Promise<string[]> =>
  findRows(db, column(z.string()))`
    select email from enquiries
     where status not in ('won', 'lost') and left(email, 1) = left(${email}, 1)
       and (confirmed_at is not null or created_at > now() - ${unconfirmedCountDays}::int * interval '1 day')
     order by id limit 2000`

/** SQL: nobody has shown that the address is theirs, and nothing was done since. */
const isUnconfirmed = sql`(e.confirmed_at is null and e.version = 1)`
/** SQL: a space is kept for it, in time to come. */
const hasDateToCome = sql`exists (
  select from enquiry_holds as h where h.enquiry = e.id and h.active and upper(h.during) > now()
     and (h.held_until is null or h.held_until > now()))`

type Wanted = {
  closedDays: number
  status?: EnquiryStatus
  owner?: number
  /** Those that were due before this day. */
  dueBefore?: string
  /** Only those whose address was confirmed, and those that staff have worked on. */
  isConfirmed?: boolean
  /** A number, a part of a name, an address or what they wrote. */
  search?: string
}

const condition = ({
  closedDays,
  status,
  owner,
  dueBefore,
  isConfirmed = false,
  search = '',
}: Wanted): SQL => sql`
  (e.status not in ('won', 'lost') or e.closed_at > now() - ${closedDays}::int * interval '1 day'
   or e.due_on is not null or ${hasDateToCome})
  and (${status ?? null}::text is null or e.status = ${status ?? null})
  and (${owner ?? null}::int is null or e.owner = ${owner ?? null}::int)
  and (${dueBefore ?? null}::text is null or e.due_on < ${dueBefore ?? null})
  and (not ${isConfirmed}::boolean or not ${isUnconfirmed})
  and (${search} = '' or e.id::text = ${search}
       or strpos(lower(concat_ws(' ', e.name, e.email, e.phone, e.kind, e.words)), lower(${search})) > 0)`

/**
 * The enquiries that staff see: all that are open, those with a date to come, and those that were closed in the last days.
 * The most urgent are first, and those whose address nobody confirmed last.
 */
export const listEnquiries = (
  db: Database,
  { skip = 0, limit = 1000, ...wanted }: Wanted & { skip?: number; limit?: number },
): Promise<Enquiry[]> =>
  findReadableRows(db, enquiryRow.schema, 'enquiries')`
    select ${enquiryRow.columnsOf('e')} from enquiries as e where ${condition(wanted)}
     order by ${isUnconfirmed}, e.due_on nulls last, e.id offset ${skip} limit ${limit}`

export const countEnquiries = (db: Database, wanted: Wanted): Promise<number> =>
  requireRow(db, column(z.coerce.number()))`
    select count(*) from enquiries as e where ${condition(wanted)}`

const due = z.object({
  overdue: z.coerce.number(),
  today: z.coerce.number(),
  unconfirmed: z.coerce.number(),
})

/** How many enquiries nobody has answered, although there is time for it after `today`. */
export const countUnanswered = (db: Database, today: string): Promise<number> =>
  requireRow(db, column(z.coerce.number()))`
    select count(*) from enquiries as e
     where e.status = 'new' and not ${isUnconfirmed} and (e.due_on is null or e.due_on > ${today})`

/** How many enquiries staff should have looked after before `today`, or today; and how many of these nobody confirmed. */
export const countDue = (db: Database, today: string): Promise<z.output<typeof due>> =>
  requireRow(db, due)`
    select count(*) filter (where e.due_on < ${today} and not ${isUnconfirmed}) as overdue,
           count(*) filter (where e.due_on = ${today} and not ${isUnconfirmed}) as today,
           count(*) filter (where ${isUnconfirmed}) as unconfirmed
      from enquiries as e where e.due_on <= ${today}`
