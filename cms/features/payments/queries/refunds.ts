import { z } from 'zod'
import {
  column,
  type Database,
  execute,
  findRow,
  findRows,
  idList,
  requireRow,
} from '../../../platform/database/query.ts'
import { assignments, insertion, rowOf, type Values } from '../../../platform/database/row.ts'
import { cardRefunds } from '../tables.ts'

const refund = rowOf(cardRefunds)
export type CardRefund = z.output<typeof refund.schema>

export const listRefunds = (db: Database, payments: readonly number[]): Promise<CardRefund[]> =>
  findRows(db, refund.schema)`
    select ${refund.columns} from card_refunds where payment = any(${idList(payments)}::int[]) order by id`

export const findRefund = (db: Database, id: number): Promise<CardRefund | null> =>
  findRow(db, refund.schema)`select ${refund.columns} from card_refunds where id = ${id}`

export const findRefundByKey = (db: Database, payment: number, key: string) =>
  findRow(db, refund.schema)`
    select ${refund.columns} from card_refunds where payment = ${payment} and key = ${key}`

/** Stores a refund of a locked payment. */
export function insertRefund(db: Database, values: Values<typeof cardRefunds>): Promise<number> {
  const row = insertion(cardRefunds, values)
  return requireRow(db, column(z.number()))`
    insert into card_refunds (${row.names}) select ${row.values} returning id`
}

export const updateRefund = (db: Database, id: number, values: Values<typeof cardRefunds>) =>
  execute(db)`update card_refunds set ${assignments(cardRefunds, values)} where id = ${id}`

/** How many failed refunds nobody has looked after. */
export const countFailedRefunds = (db: Database): Promise<number> =>
  requireRow(db, column(z.coerce.number().int()))`
    select count(*) from card_refunds where state = 'failed' and closed_by is null`

/** Marks a failed refund as looked after. @returns false if it is not failed, or was marked before */
export const closeFailedRefund = async (
  db: Database,
  id: number,
  staff: number,
): Promise<boolean> =>
  (await execute(db)`
    update card_refunds set closed_by = ${staff} where id = ${id} and state = 'failed' and closed_by is null`) >
  0

/** Marks the failed refunds of a payment as looked after, because another refund was requested. */
export const closeFailedRefundsOf = (db: Database, payment: number, staff: number) =>
  execute(db)`
    update card_refunds set closed_by = ${staff} where payment = ${payment} and state = 'failed' and closed_by is null`
