import { z } from 'zod'
import {
  column,
  type Database,
  execute,
  findRow,
  findRows,
  requireRow,
} from '../../platform/database/query.ts'
import { isoTimestamp } from '../../platform/database/row-fields.ts'
import { type CaseState, caseYears, maxCaseLength, type Till } from './rules.ts'

// PostgreSQL returns a bigint as text.
const number = z.coerce.number().int()

const closingRow = z
  .object({
    id: z.number(),
    till: z.string().transform((till) => till as Till),
    booked: number,
    counted: number,
    blind: z.boolean(),
    banked: number.nullable(),
    note: z.string().nullable(),
    transfer: number.nullable(),
    balance: number,
    staff: z.number(),
    created_at: isoTimestamp,
  })
  .transform(({ booked, counted, balance, banked, ...rest }) => ({
    ...rest,
    bankedCents: banked,
    bookedCents: booked,
    countedCents: counted,
    balanceCents: balance,
  }))
export type Closing = z.output<typeof closingRow>

export const findLastClosing = (db: Database, till: Till): Promise<Closing | null> =>
  findRow(db, closingRow)`
    select * from till_closings where till = ${till} order by id desc limit 1`

/** When a till was closed last. What was taken to the bank is no closing. */
export const findLastCountedAt = (db: Database, till: Till): Promise<string | null> =>
  findRow(db, column(isoTimestamp))`
    select created_at from till_closings where till = ${till} and banked is null order by id desc limit 1`

export const findClosingByKey = (db: Database, key: string): Promise<Closing | null> =>
  findRow(db, closingRow)`select * from till_closings where key = ${key}`

/** The newest drawers that a staff member counted blind. */
export const listCountsBy = (db: Database, staff: number, limit: number): Promise<Closing[]> =>
  findRows(db, closingRow)`
    select * from till_closings where staff = ${staff} and blind order by id desc limit ${limit}`

/** Closings, the newest first. @param before an id; only closings with a lower id are listed */
export const listClosings = (db: Database, before: number, limit: number): Promise<Closing[]> =>
  findRows(db, closingRow)`
    select * from till_closings where id < ${before} order by id desc limit ${limit}`

type NewClosing = Omit<Closing, 'id' | 'created_at'> & { key: string }

export const insertClosing = (db: Database, closing: NewClosing): Promise<number> =>
  requireRow(db, column(z.number()))`
    insert into till_closings (till, key, booked, counted, blind, banked, note, transfer, balance, staff)
    values (${closing.till}, ${closing.key}, ${closing.bookedCents}, ${closing.countedCents}, ${closing.blind},
            ${closing.bankedCents}, ${closing.note}, ${closing.transfer}, ${closing.balanceCents}, ${closing.staff})
    returning id`

/** Inserts an invented closing of the past for the demo venue. */
export const insertDemoClosing = (db: Database, { at, ...closing }: NewClosing & { at: Date }) =>
  execute(db)`
    insert into till_closings (till, key, booked, counted, blind, banked, note, transfer, balance, staff, created_at)
    values (${closing.till}, ${closing.key}, ${closing.bookedCents}, ${closing.countedCents}, ${closing.blind},
            ${closing.bankedCents}, ${closing.note}, ${closing.transfer}, ${closing.balanceCents}, ${closing.staff},
            ${at.toISOString()})`

const caseRow = z.object({
  id: z.number(),
  member: z.number(),
  transfer: number,
  text: z.string(),
  state: z.string().transform((state) => state as CaseState),
  answer: z.string().nullable(),
  staff: z.number().nullable(),
  created_at: isoTimestamp,
  ended_at: isoTimestamp.nullable(),
})
export type Case = z.output<typeof caseRow>

/**
 * Opens a case. If the member has an open case about the transfer, the text is added to that case.
 * @returns the case's id
 */
export const upsertCase = (
  db: Database,
  { member, transfer, text }: Pick<Case, 'member' | 'transfer' | 'text'>,
): Promise<number> =>
  requireRow(db, column(z.number()))`
    insert into cases as c (member, transfer, text) values (${member}, ${transfer}, ${text})
    on conflict (member, transfer) where state = 'open' do update
       set text = case when strpos(c.text, excluded.text) > 0 then c.text
                       else left(c.text || E'\n' || excluded.text, ${maxCaseLength}) end
    returning id`

/** Open cases, the oldest first. */
export const listOpenCases = (db: Database, limit: number): Promise<Case[]> =>
  findRows(db, caseRow)`select * from cases where state = 'open' order by id limit ${limit}`
export const listEndedCases = (db: Database, limit: number): Promise<Case[]> =>
  findRows(db, caseRow)`
    select * from cases where state <> 'open' order by ended_at desc, id desc limit ${limit}`

export const countOpenCases = (db: Database): Promise<number> =>
  requireRow(db, column(number))`select count(*) from cases where state = 'open'`

/** Locks a case until the transaction ends; null if there is no such case. */
export const lockCase = (db: Database, id: number): Promise<Case | null> =>
  findRow(db, caseRow)`select * from cases where id = ${id} for no key update`

export const endCase = (
  db: Database,
  { id, state, answer, staff }: Pick<Case, 'id' | 'state' | 'answer' | 'staff'>,
) =>
  execute(db)`
    update cases set state = ${state}, answer = ${answer}, staff = ${staff}, ended_at = now() where id = ${id}`

const ownCase = caseRow.omit({ id: true, member: true, staff: true })

/** A member's cases, for the data download. */
export const exportCasesOf = (db: Database, member: number) =>
  findRows(db, ownCase)`
    select transfer, text, state, answer, created_at, ended_at from cases where member = ${member} order by id`

export const deleteCasesOf = (db: Database, member: number) =>
  execute(db)`delete from cases where member = ${member}`

export const deleteOldCases = (db: Database) =>
  execute(db)`delete from cases where ended_at < now() - ${caseYears} * interval '1 year'`
