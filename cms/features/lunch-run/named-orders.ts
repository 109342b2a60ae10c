import type { Database } from '../../platform/database/query.ts'
import { listMemberNames } from '../members/service.ts'
import { listOrders } from './queries/orders.ts'

/** The name of a member on a list; a member who was deleted has none. */
export const listName = (name: string | null | undefined, member: number | null): string =>
  name?.trim() || (member === null ? 'Somebody who left' : `Member no. ${member}`)

/** The orders of a run, with the names of those who ordered. */
export async function findNamedOrders(db: Database, run: number) {
  const orders = await listOrders(db, run)
  const ids = orders.flatMap(({ member }) => member ?? [])
  const names = new Map((await listMemberNames(db, ids)).map(({ id, name }) => [id, name]))
  return orders.map((order) => ({
    ...order,
    name: listName(order.member === null ? null : names.get(order.member), order.member),
  }))
}
