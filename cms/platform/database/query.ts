import { createHash } from 'node:crypto'
import { type SQL, sql } from 'drizzle-orm'
import type { Payload, PayloadRequest } from 'payload'
import { z } from 'zod'
import { perStart } from '../runtime/state.ts'

export { type SQL, sql }

/** Runs statements on the connection pool or in a transaction. */
export type Database = {
  execute: (query: SQL) => Promise<{ rows: Record<string, unknown>[]; rowCount?: number | null }>
}
type Statement = { sql: string; params: unknown[] }
/** The undocumented properties of Drizzle's databases and transactions that this module uses. */
type Drizzle = Database & {
  dialect: { sqlToQuery: (query: SQL) => Statement }
  session: {
    prepareQuery: (
      statement: Statement,
      fields: undefined,
      name: string,
      isArray: false,
    ) => { execute: () => ReturnType<Database['execute']> }
  }
}
type Adapter = { drizzle: Drizzle; sessions?: Record<string, { db: Drizzle }> }

/** The connection pool. Its statements are not part of a transaction. */
export const databaseOf = (payload: Payload): Database => {
  const pool = () => (payload.db as unknown as Adapter).drizzle
  const database: Drizzle = {
    execute: (query) => pool().execute(query),
    get dialect() {
      return pool().dialect
    },
    get session() {
      return pool().session
    },
  }
  return database
}

const statementNames = new Map<string, string>()

/**
 * The name of a prepared statement: a hash of its text. Each bundle has a copy of this module, so with a counter two
 * statements could get the same name.
 */
function nameOf(text: string): string {
  const name = statementNames.get(text) ?? createHash('sha256').update(text).digest('base64url')
  statementNames.set(text, name)
  return name
}

/**
 * The same database, but statements are prepared: findRow(withPreparation(db), schema)`select …`. Each connection
 * parses a statement once, and PostgreSQL may keep the statement's plan after five executions. Use it only for
 * statements that run very often and always have the same text, because connections keep prepared statements.
 */
export const withPreparation = (db: Database): Database => ({
  execute: (query) => {
    const { dialect, session } = db as Drizzle
    const statement = dialect.sqlToQuery(query)
    return session.prepareQuery(statement, undefined, nameOf(statement.sql), false).execute()
  },
})

/** The request's open transaction; the connection pool if the request has none. */
export async function transactionOf(req: PayloadRequest): Promise<Database> {
  const { drizzle, sessions } = req.payload.db as unknown as Adapter
  const id = req.transactionID ? await req.transactionID : undefined
  return (id && sessions?.[id]?.db) || drizzle
}

/** A template tag: runs the template as a statement, with the values as parameters. */
type Run<Result> = (text: TemplateStringsArray, ...values: unknown[]) => Promise<Result>

/**
 * The rows of a statement: findRows(db, schema)`select …`.
 * @param schema of one row; it must match what the statement returns
 * @throws ZodError if a row does not match; the database's error
 */
export const findRows =
  <S extends z.ZodType>(db: Database, schema: S): Run<z.output<S>[]> =>
  async (...query) => {
    const { rows } = await db.execute(sql(...query))
    return rows.map((row) => schema.parse(row))
  }

/**
 * Like `findRows`, for lists that people see: a row that does not match is left out and logged once, so that one bad
 * row does not take a whole page down. Not for rows that are added up, sent or deleted.
 * @param name of the rows, for the log
 */
export const findReadableRows =
  <S extends z.ZodType>(db: Database, schema: S, name: string): Run<z.output<S>[]> =>
  async (...query) => {
    const { rows } = await db.execute(sql(...query))
    return rows.flatMap((row) => readRow(schema, name, row) ?? [])
  }

/** A row of a page; `row` is null if it is damaged. */
export type PageRow<Place, Row> = { place: Place; row: Row | null }

/**
 * Like `findReadableRows`, for lists that are read page by page. A damaged row is not left out, but null: so whoever asks
 * for the next page knows where this one ended, and whether it was full.
 * @param place of a row in the order of the list, such as its id
 */
export const findReadablePage =
  <S extends z.ZodType, P extends z.ZodType>(
    db: Database,
    schema: S,
    place: P,
    name: string,
  ): Run<PageRow<z.output<P>, z.output<S>>[]> =>
  async (...query) => {
    const { rows } = await db.execute(sql(...query))
    return rows.map((row) => ({ place: place.parse(row), row: readRow(schema, name, row) }))
  }

/** A row; null if it does not match, which is logged once. */
function readRow<S extends z.ZodType>(
  schema: S,
  name: string,
  row: Record<string, unknown>,
): z.output<S> | null {
  try {
    return schema.parse(row)
  } catch (error) {
    // Not `safeParse`, because transforms of some schemas parse with another schema, whose error it does not catch.
    if (!(error instanceof z.ZodError)) throw error
    noteUnreadableRow(name, row, error)
    return null
  }
}

const maxNotedRows = 1000
const notedRows = perStart(() => new Set<string>())

/** Logs a row that cannot be read, once for each row. */
function noteUnreadableRow(name: string, row: Record<string, unknown>, error: z.ZodError): void {
  const fields = error.issues.map(({ path }) => path.join('.'))
  const record = row.id ?? row.section ?? row.key ?? null
  const noted = notedRows()
  const key = `${name} ${record} ${fields}`
  if (noted.has(key) || noted.size >= maxNotedRows) return
  noted.add(key)
  // Imported here, because the log reads the environment, which creates the secret of an installation.
  void import('../runtime/log/log.ts').then(({ log }) =>
    log.warn({ rows: name, record, fields }, 'a row was left out of a list, because it is damaged'),
  )
}

/** The first row of a statement; null if the statement returns none. See `findRows`. */
export const findRow =
  <S extends z.ZodType>(db: Database, schema: S): Run<z.output<S> | null> =>
  async (...query) => {
    const { rows } = await db.execute(sql(...query))
    return rows[0] === undefined ? null : schema.parse(rows[0])
  }

/** The row of a statement that always returns one. @throws Error if there is no row. See `findRows` */
export const requireRow =
  <S extends z.ZodType>(db: Database, schema: S): Run<z.output<S>> =>
  async (...query) => {
    const row = await findRow(db, schema)(...query)
    if (row === null) throw new Error('A statement returned no row.')
    return row
  }

/** Whether a statement returns a row. */
export const hasRow =
  (db: Database): Run<boolean> =>
  async (...query) =>
    (await db.execute(sql(...query))).rows.length > 0

/** Schema of rows with one column. The result is the column's value: findRows(db, column(z.number())). */
export const column = <S extends z.ZodType>(schema: S) =>
  z.record(z.string(), z.unknown()).transform((row) => schema.parse(Object.values(row)[0]))

/** Runs a statement. @returns how many rows it inserted, updated or deleted */
export const execute =
  (db: Database): Run<number> =>
  async (...query) =>
    (await db.execute(sql(...query))).rowCount ?? 0

/** Ids as one parameter, to be cast to `int[]`. */
export const idList = (ids: readonly number[]): string => `{${ids.join(',')}}`

/**
 * Texts as one parameter: a subquery in parentheses, to be read with `in`, as `array${textList(…)}`, or as
 * `from ${textList(…)} as names (name)`.
 */
export const textList = (texts: readonly string[]): SQL =>
  sql`(select jsonb_array_elements_text(${JSON.stringify(texts)}::jsonb))`

/** Rows as one parameter, to be read with `jsonb_to_recordset`. */
export const jsonRows = (rows: readonly object[]): SQL => sql`${JSON.stringify(rows)}::jsonb`
