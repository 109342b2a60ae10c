import type { Payload } from 'payload'
import { type Database, databaseOf, sql, transactionOf } from './query.ts'

// Former names, until every caller uses `query.ts`.
export { databaseOf, sql }
export type Executor = Database
export const executorOf = transactionOf
export async function rows<Row>(payload: Payload, query: ReturnType<typeof sql>): Promise<Row[]> {
  return (await databaseOf(payload).execute(query)).rows as Row[]
}
