import { type Database, databaseOf, sql, transactionOf } from './query.ts'

// Former names, until every caller uses `query.ts`.
export { databaseOf, sql }
export type Executor = Database
export const executorOf = transactionOf
