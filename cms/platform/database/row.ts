import {
  type Column,
  type GetColumnData,
  getTableColumns,
  is,
  SQL,
  sql,
  type Table,
} from 'drizzle-orm'
import { PgArray } from 'drizzle-orm/pg-core'
import { z } from 'zod'

type ColumnsOf<T extends Table> = T['_']['columns']
type Field<T extends Table> = keyof ColumnsOf<T> & string
type Shape<T extends Table, F extends Field<T>> = {
  [Name in F]: z.ZodType<GetColumnData<ColumnsOf<T>[Name]>>
}

/** How statements read and write some columns of a table, derived from the table’s declaration. */
export type RowOf<T extends Table, F extends Field<T>> = {
  /** Reads a row that was selected with `columns`. Values that are computed are added with `extend`. */
  schema: z.ZodObject<Shape<T, F>>
  /** The columns, each under the name of its field: `select ${columns}` or `returning ${columns}`. */
  columns: SQL
  /** `columns` of a table that a statement calls `alias`. */
  columnsOf: (alias: string) => SQL
  /** The names of the columns, as in `insert into … (${names})`. */
  names: SQL
  /** Rows as a table whose columns have their own names: `select ${names} from ${tableOf(rows, 'n')}`. */
  tableOf: (rows: readonly Readonly<Record<F, unknown>>[], alias: string) => SQL
  /** `name = alias.name` for each column, to update rows from `tableOf`. */
  assignmentsFrom: (alias: string) => SQL
}

/**
 * The row of a table; with `only` or `without`, some of its columns. So a column’s name, type and values are declared
 * in the table alone:
 * `const guest = rowOf(reservations, { only: ['id', 'heldUntil'] })`,
 * ``findRow(db, guest.schema)`select ${guest.columns} from reservations …` ``.
 */
export function rowOf<T extends Table, F extends Field<T> = Field<T>>(
  table: T,
  part: { only: readonly F[] },
): RowOf<T, F>
export function rowOf<T extends Table, F extends Field<T> = never>(
  table: T,
  part?: { without: readonly F[] },
): RowOf<T, Exclude<Field<T>, F>>
export function rowOf(
  table: Table,
  part: { only?: readonly string[]; without?: readonly string[] } = {},
): RowOf<Table, string> {
  const { only, without = [] } = part
  const columns = Object.entries(getTableColumns(table)).filter(([field]) =>
    only ? only.includes(field) : !without.includes(field),
  )
  const list = (write: (name: string, field: string, column: Column) => string) =>
    sql.raw(columns.map(([field, column]) => write(`"${column.name}"`, field, column)).join(', '))
  const rename = (rows: readonly Readonly<Record<string, unknown>>[]) =>
    rows.map((row) =>
      Object.fromEntries(columns.map(([field, { name }]) => [name, row[field] ?? null])),
    )
  return {
    schema: z.object(
      Object.fromEntries(columns.map(([field, column]) => [field, schemaOf(column)])),
    ) as unknown as z.ZodObject<Shape<Table, string>>,
    columns: list((name, field) => `${name} as "${field}"`),
    columnsOf: (alias) => list((name, field) => `"${alias}".${name} as "${field}"`),
    names: list((name) => name),
    tableOf: (rows, alias) =>
      sql`jsonb_to_recordset(${JSON.stringify(rename(rows))}::jsonb) as ${sql.identifier(alias)} (${list((name, _, column) => `${name} ${typeOf(column)}`)})`,
    assignmentsFrom: (alias) => list((name) => `${name} = "${alias}".${name}`),
  }
}

/** Values of columns by their fields. A part of a statement stands for the value that it computes. */
export type Values<T extends Table> = { [F in Field<T>]?: GetColumnData<ColumnsOf<T>[F]> | SQL }

/** Values to update: `update … set ${assignments(table, values)}`. Fields that are undefined are left out. */
export const assignments = <T extends Table>(table: T, values: Values<T>): SQL =>
  sql.join(
    entriesOf(table, values).map(
      ([column, value]) => sql`${sql.identifier(column.name)} = ${value}`,
    ),
    sql`, `,
  )

/** Values of one new row: `insert into … (${names}) select ${values}`. */
export function insertion<T extends Table>(
  table: T,
  values: Values<T>,
): { names: SQL; values: SQL } {
  const entries = entriesOf(table, values)
  const names = entries.map(([{ name }]) => sql.identifier(name))
  // PostgreSQL takes an untyped parameter in the list of a `select` for a text.
  const typed = entries.map(([column, value]) => sql`${value}::${sql.raw(typeOf(column))}`)
  return { names: sql.join(names, sql`, `), values: sql.join(typed, sql`, `) }
}

const entriesOf = (table: Table, values: Record<string, unknown>): [Column, unknown][] => {
  const columns = getTableColumns(table)
  return Object.entries(values).flatMap(([field, value]) => {
    const column = columns[field]
    if (!column) throw new Error(`The table has no column for the field ${field}.`)
    if (value === undefined) return []
    return [[column, is(value, SQL) ? sql`(${value})` : sql.param(value, column)]]
  })
}

/** The type of a column in a cast. `serial` is not a type, but an integer with a default. */
const typeOf = (column: Column): string => column.getSQLType().replace('serial', 'int')

/** The schema of a column’s values as PostgreSQL’s driver returns them. */
function schemaOf(column: Column): z.ZodType {
  const schema = is(column, PgArray)
    ? z.array(scalarOf(column.baseColumn as Column))
    : scalarOf(column)
  return column.notNull ? schema : schema.nullable()
}

function scalarOf({ columnType, enumValues, name }: Column): z.ZodType {
  if (enumValues?.length) return z.enum(enumValues)
  const known = schemas[columnType]
  if (!known) throw new Error(`rowOf can’t read the column ${name} of type ${columnType}.`)
  return known
}

// The driver returns a bigint or numeric as text, because it may have more digits than a number. Null is not a 0.
const numeral = z.union([z.number(), z.string()]).pipe(z.coerce.number())

const schemas: Readonly<Record<string, z.ZodType>> = {
  PgSerial: z.number(),
  PgInteger: z.number(),
  PgDoublePrecision: z.number(),
  PgBigInt53: numeral.pipe(z.int()),
  PgNumeric: z.string(),
  PgNumericNumber: numeral,
  PgText: z.string(),
  PgUUID: z.string(),
  PgBoolean: z.boolean(),
  // The driver returns a text or a Date.
  PgTimestamp: z.union([z.date(), z.string()]).pipe(z.coerce.date()),
  PgJsonb: z.custom<object>((value) => typeof value === 'object' && value !== null),
}
