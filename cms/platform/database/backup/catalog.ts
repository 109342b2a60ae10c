import type pg from 'pg'
import type { Table, Totals } from './format.ts'

/** The schemas with the tables of this program and of the job engine. */
const schemas = ['public', 'graphile_worker']
/** The job engine's list of its migrations. A backup omits it, because the installation of the engine fills it. */
const omittedTable = 'graphile_worker.migrations'
/**
 * The database comment of tables with secrets. A backup omits these tables, because it would keep the secrets after the
 * rows are deleted.
 */
const omittedComment = 'not backed up'

/** Quotes an identifier for SQL. */
export const quote = (name: string): string => `"${name.replaceAll('"', '""')}"`
/** The quoted name of a table or sequence, with its schema. */
export const nameOf = ({ schema, name }: Pick<Table, 'schema' | 'name'>): string =>
  `${quote(schema)}.${quote(name)}`
const columnsOf = ({ columns }: Table) => columns.map(quote).join(', ')

// A partitioned table has no rows of its own, so a query reads the rows of its partitions.
export const copyOutStatement = (table: Table): string =>
  table.partitions
    ? `copy (select ${columnsOf(table)} from ${nameOf(table)}) to stdout`
    : `copy ${nameOf(table)} (${columnsOf(table)}) to stdout`
export const copyInStatement = (table: Table): string =>
  `copy ${nameOf(table)} (${columnsOf(table)}) from stdin`

/** Statements that create a table's partitions. */
export const partitionStatements = (table: Table): string[] =>
  (table.partitions ?? []).map(
    ({ name, bound }) =>
      `create table ${nameOf({ schema: table.schema, name })} partition of ${nameOf(table)} ${bound}`,
  )

/**
 * Settings for the rest of a transaction. With them every server writes a value in the same way, a query reads rows
 * in the order in which they are stored, and no timeout stops a long copy.
 */
export const settingsForCopy = `
  set local datestyle = 'ISO'; set local intervalstyle = 'postgres'; set local timezone = 'UTC';
  set local extra_float_digits = 1; set local bytea_output = 'hex';
  set local synchronize_seqscans = off; set local max_parallel_workers_per_gather = 0;
  set local client_encoding = 'UTF8';
  set local statement_timeout = 0; set local lock_timeout = 0;
  set local idle_in_transaction_session_timeout = 0`

/**
 * The tables of a backup with their columns. Generated columns, tables of extensions, and tables with the comment
 * `not backed up` are left out. Partitions are listed with their table.
 */
export async function listTables(client: pg.ClientBase): Promise<Table[]> {
  const { rows } = await client.query<Table>(
    `select n.nspname::text as schema, c.relname::text as name,
            array(select a.attname::text from pg_attribute a
                   where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
                     and a.attgenerated = '' order by a.attnum) as columns,
            case c.relkind when 'p' then
              (select coalesce(jsonb_agg(jsonb_build_object('name', p.relname::text, 'bound',
                                 pg_get_expr(p.relpartbound, p.oid)) order by p.relname), '[]')
                 from pg_inherits i join pg_class p on p.oid = i.inhrelid
                where i.inhparent = c.oid)
            end as partitions
       from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind in ('r', 'p') and not c.relispartition
        and n.nspname = any($1) and n.nspname || '.' || c.relname <> $2
        and obj_description(c.oid, 'pg_class') is distinct from $3
        and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
      order by 1, 2`,
    [schemas, omittedTable, omittedComment],
  )
  return rows.map(({ partitions, ...table }) => (partitions ? { ...table, partitions } : table))
}

/** The last value of every sequence that was used. */
export async function listSequences(client: pg.ClientBase): Promise<Totals['sequences']> {
  const { rows } = await client.query<Totals['sequences'][number]>(
    `select schemaname::text as schema, sequencename::text as name, last_value::text as value
       from pg_sequences where schemaname = any($1) and last_value is not null order by 1, 2`,
    [schemas],
  )
  return rows
}

type Constraint = { table: string; name: string; definition: string }

/** All foreign keys. `table` and `name` are quoted identifiers. */
export async function listForeignKeys(client: pg.ClientBase): Promise<Constraint[]> {
  const { rows } = await client.query<Constraint>(
    `select format('%I.%I', n.nspname, r.relname) as table, format('%I', c.conname) as name,
            pg_get_constraintdef(c.oid) as definition
       from pg_constraint c join pg_class r on r.oid = c.conrelid
       join pg_namespace n on n.oid = r.relnamespace
      where c.contype = 'f' and n.nspname = any($1) and c.conparentid = 0 order by 1, 2`,
    [schemas],
  )
  return rows
}

/** Statements that drop all tables, enum types and routines in `public`, except those of extensions. */
export async function listDrops(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ statement: string }>(
    `with own as (select oid from pg_namespace where nspname = 'public')
     select format('drop table if exists public.%I cascade', relname) as statement
       from pg_class c where relnamespace in (select oid from own) and relkind in ('r', 'p')
        and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
     union all
     select format('drop type if exists public.%I cascade', typname)
       from pg_type t where typnamespace in (select oid from own) and typtype = 'e'
        and not exists (select from pg_depend d where d.objid = t.oid and d.deptype = 'e')
     union all
     select format('drop routine if exists %s cascade', p.oid::regprocedure)
       from pg_proc p where pronamespace in (select oid from own)
        and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')`,
  )
  return rows.map(({ statement }) => statement)
}
