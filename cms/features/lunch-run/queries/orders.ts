import { z } from 'zod'
import {
  column,
  type Database,
  execute,
  findRow,
  findRows,
  jsonRows,
  requireRow,
  sql,
} from '../../../platform/database/query.ts'
import { assignments, insertion, rowOf, type Values } from '../../../platform/database/row.ts'
import type { OrderLine, PaymentWay } from '../rules.ts'
import { lunchOrders } from '../tables.ts'

const order = rowOf(lunchOrders, { without: ['createdAt'] })
const orderRow = order.schema.extend({ lines: z.custom<OrderLine[]>(Array.isArray) })
export type Order = z.output<typeof orderRow>

export const findOrderOf = (db: Database, run: number, member: number): Promise<Order | null> =>
  findRow(db, orderRow)`
    select ${order.columns} from lunch_orders where run = ${run} and member = ${member}`

export const findOrder = (db: Database, id: number): Promise<Order | null> =>
  findRow(db, orderRow)`select ${order.columns} from lunch_orders where id = ${id}`

export const lockOrder = (db: Database, id: number): Promise<Order | null> =>
  findRow(db, orderRow)`
    select ${order.columns} from lunch_orders where id = ${id} for no key update`

export const lockOrderOf = (db: Database, run: number, member: number): Promise<Order | null> =>
  findRow(db, orderRow)`
    select ${order.columns} from lunch_orders where run = ${run} and member = ${member} for no key update`

export const insertOrder = (db: Database, values: Values<typeof lunchOrders>): Promise<Order> => {
  const { names, values: row } = insertion(lunchOrders, values)
  return requireRow(db, orderRow)`
    insert into lunch_orders (${names}) select ${row} returning ${order.columns}`
}

export const updateOrder = (
  db: Database,
  id: number,
  values: Values<typeof lunchOrders>,
): Promise<number> =>
  execute(db)`update lunch_orders set ${assignments(lunchOrders, values)} where id = ${id}`

/** Orders of a run that were not withdrawn, in the order of their accounts. */
export const lockOrders = (db: Database, run: number): Promise<Order[]> =>
  findRows(db, orderRow)`
    select ${order.columns} from lunch_orders where run = ${run} and state = 'ordered'
     order by account, id for no key update`

/** The orders on the list of a run: not withdrawn, with dishes. */
export const listOrders = (db: Database, run: number): Promise<Order[]> =>
  findRows(db, orderRow)`
    select ${order.columns} from lunch_orders
     where run = ${run} and state in ('ordered', 'settled') and lines <> '[]'::jsonb order by created_at, id`

/** How many orders of a run have dishes, or may choose again because all of theirs have sold out. */
export const countWanted = (db: Database, run: number): Promise<number> =>
  requireRow(db, column(z.number()))`
    select count(*)::int from lunch_orders
     where run = ${run} and state = 'ordered'
       and (lines <> '[]'::jsonb or choose_until > clock_timestamp())`

/** How many orders of a run were changed after a time, such as by a member who chose again. */
export const countChangedSince = (db: Database, run: number, at: Date): Promise<number> =>
  requireRow(db, column(z.number()))`
    select count(*)::int from lunch_orders
     where run = ${run} and state in ('ordered', 'withdrawn') and changed_at > ${at}`

/** How many orders of a run have dishes. */
export const countOrders = (db: Database, run: number): Promise<number> =>
  requireRow(db, column(z.number()))`
    select count(*)::int from lunch_orders
     where run = ${run} and state in ('ordered', 'settled') and lines <> '[]'::jsonb`

type Settled = {
  id: number
  state: 'settled' | 'cancelled'
  transfer: number | null
  payment: PaymentWay
}

/** Stores how orders of a run ended. */
export const endOrders = (db: Database, orders: readonly Settled[]): Promise<number> =>
  execute(db)`
    update lunch_orders as o
       set state = n.state, transfer = n.transfer, payment = n.payment, changed_at = now(),
           -- What was paid at the bar became credit; if that could not be collected, it is owed again.
           paid_at = case when n.payment = o.payment then o.paid_at end
      from jsonb_to_recordset(${jsonRows(orders)}) as n (id int, state text, transfer bigint, payment text)
     where o.id = n.id`

/** The last order that a member had before a run, of the same offer if there is one. */
export const findLastOrder = (
  db: Database,
  {
    member,
    run,
    source,
    vendor,
  }: { member: number; run: number; source: string; vendor: number | null },
): Promise<Order | null> =>
  findRow(db, orderRow)`
    select ${order.columnsOf('o')} from lunch_orders as o join lunch_runs as r on r.id = o.run
     where o.member = ${member} and o.run <> ${run} and o.state in ('ordered', 'settled')
       and o.lines <> '[]'::jsonb
     order by (r.source = ${source} and coalesce(r.vendor, 0) = ${vendor ?? 0}) desc, o.changed_at desc
     limit 1`

/** The orders of a member in the given runs. */
export const listOwnOrders = (db: Database, member: number, day: string): Promise<Order[]> =>
  findRows(db, orderRow)`
    select ${order.columnsOf('o')} from lunch_orders as o join lunch_runs as r on r.id = o.run
     where o.member = ${member} and r.day >= ${day} order by o.id`

const owed = z.object({
  id: z.number(),
  member: z.number().nullable(),
  totalCents: z.coerce.number(),
  run: z.number(),
  offerName: z.string(),
  day: z.string(),
  isSettled: z.boolean(),
})
/** An order that is to be paid at the bar. */
export type OwedOrder = z.output<typeof owed>

/** What is still to be paid at the bar, of any day. @param member null for all members’ */
export const listOwed = (db: Database, member: number | null): Promise<OwedOrder[]> =>
  findRows(db, owed)`
    select o.id, o.member, o.total as "totalCents", r.id as run, r.offer_name as "offerName", r.day,
           r.state = 'settled' as "isSettled"
      from lunch_orders as o join lunch_runs as r on r.id = o.run
     where o.payment = 'bar' and o.paid_at is null and o.total > 0
       and ((r.state = 'closed' and o.state = 'ordered' and o.member is not null)
         or (r.state = 'settled' and o.state = 'settled'
             and (r.payee <> 'runner' or o.member is distinct from r.runner)))
       ${member === null ? sql`` : sql`and o.member = ${member}`}
     order by r.day, r.id, o.id`

/** The orders of a member in runs that are not finished. */
export const lockUnfinishedOf = (
  db: Database,
  member: number,
): Promise<(Order & { isOpen: boolean })[]> =>
  findRows(db, orderRow.extend({ isOpen: z.boolean() }))`
    select ${order.columnsOf('o')}, r.state = 'open' as "isOpen"
      from lunch_orders as o join lunch_runs as r on r.id = o.run
     where o.member = ${member} and o.state = 'ordered' order by o.id for no key update of o`

/** Removes a member from their orders, with what they typed. */
export const forgetOrders = (db: Database, member: number): Promise<number> =>
  execute(db)`update lunch_orders set member = null, note = null where member = ${member}`

const exported = z.object({
  day: z.string(),
  offer: z.string(),
  lines: z.custom<OrderLine[]>(Array.isArray),
  note: z.string().nullable(),
  total_cents: z.coerce.number(),
  payment: z.string(),
  state: z.string(),
})

export const exportOrders = (db: Database, member: number) =>
  findRows(db, exported)`
    select r.day, r.offer_name as offer, o.lines, o.note, o.total as total_cents, o.payment, o.state
      from lunch_orders as o join lunch_runs as r on r.id = o.run
     where o.member = ${member} order by o.id`

/** Deletes the notes of orders that ended some days ago. */
export const deleteOldNotes = (db: Database, days: number): Promise<number> =>
  execute(db)`
    update lunch_orders as o set note = null
      from lunch_runs as r
     where r.id = o.run and o.note is not null and r.ends_at < now() - ${days} * interval '1 day'`
