import { once } from 'node:events'
import type { Writable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import type { StagedSecret } from '../../crypto/stored-secret.ts'
import { installJobs } from '../../jobs/install.ts'
import { migrations } from '../../migrations/index.ts'
import { StartError } from '../../runtime/start-error.ts'
import { requireReleased } from '../former-migrations.ts'
import { withLock } from '../lock.ts'
import {
  copyInStatement,
  copyOutStatement,
  listDrops,
  listForeignKeys,
  listTables,
  nameOf,
  partitionStatements,
  settingsForCopy,
} from './catalog.ts'
import { type Header, RowSum, readBackup, type Table } from './format.ts'

type Up = (args: { db: unknown }) => Promise<void>

/**
 * Checks that a backup is complete and that this version of the program can restore it.
 * @throws StartError if the backup is damaged, or was made by a newer version or before the first release
 */
export async function checkBackup(file: string): Promise<Header> {
  const { header } = await readBackup(file)
  requireReleased(header.migrations, `${file}`, 'Restore it with the version that made it.')
  const unknown = header.migrations.filter((each) => !migrations.some(({ name }) => name === each))
  if (unknown.length) {
    throw new StartError(
      `${file} was made by a newer version of the program, with the migration ${unknown.join(', ')}. ` +
        'Install that version first.',
    )
  }
  return header
}

/**
 * Restores a backup in one transaction. Runs the migrations that the backup names, so that the schema is
 * that of the backup. Then copies the rows, and compares the tables with the backup. Newer migrations run at
 * the next start of the program.
 * @param options.replace deletes the former content of the database; otherwise the database must be empty
 * @param options.stage called before the commit, to store the secret of the backup. The secret is applied
 *   after the commit, and discarded if PostgreSQL rolled back
 * @returns how many rows were restored
 * @throws StartError if the database is not empty or is in use, if the file is damaged or needs a newer
 *   job engine, or if the connection was lost during the commit
 */
export async function restore(
  url: string,
  file: string,
  { replace, stage }: { replace: boolean; stage?: () => StagedSecret },
): Promise<number> {
  const client = new pg.Client({ connectionString: url, application_name: 'common-room-restore' })
  client.on('error', () => {})
  await client.connect()
  try {
    return await withLock(url, 'migrate', async () => {
      await requireUnused(client)
      if (!replace) await requireEmpty(client)
      // Creates the schema of the job engine, without jobs. This precedes `begin`, because the engine uses
      // transactions of its own.
      await installJobs(url)
      await client.query('begin')
      await client.query(settingsForCopy)
      const rows = await fillDatabase(client, file)
      await commit(client, stage?.())
      await client.query('analyze')
      return rows
    })
  } finally {
    await client.end()
  }
}

async function commit(client: pg.Client, secret: StagedSecret | undefined): Promise<void> {
  try {
    await client.query('commit')
  } catch (error) {
    // Severity ERROR means that the transaction was rolled back. After FATAL or PANIC it is unknown whether
    // the transaction was committed.
    if (error instanceof pg.DatabaseError && error.severity === 'ERROR') {
      secret?.discard()
      throw error
    }
    throw new StartError(
      'The connection to the database was lost while the restore was committed. Repeat it with --replace.',
      { cause: error },
    )
  }
  secret?.apply()
}

async function requireUnused(client: pg.Client): Promise<void> {
  const { rowCount } = await client.query(
    `select from pg_stat_activity
      where datname = current_database() and application_name = 'common-room-listener'`,
  )
  if (rowCount) throw new StartError('The program runs on this database. Stop it, then restore.')
}

async function requireEmpty(client: pg.Client): Promise<void> {
  const tables = (await listTables(client)).filter(({ schema }) => schema === 'public')
  if (tables.length) {
    throw new StartError(
      'The database is not empty. To delete what is in it and restore the backup: --replace',
    )
  }
}

async function fillDatabase(client: pg.Client, file: string): Promise<number> {
  for (const statement of await listDrops(client)) await client.query(statement)
  let copying: { stream: Writable; written: Promise<void> } | null = null
  const foreignKeys: Awaited<ReturnType<typeof listForeignKeys>> = []
  const sums = new Map<string, RowSum>()

  const { header, totals } = await readBackup(file, {
    header: async ({ migrations: ran, jobs, tables }) => {
      await requireJobEngine(client, jobs)
      const db = drizzle(client)
      for (const { name, up } of migrations) {
        if (ran.includes(name)) await (up as unknown as Up)({ db })
      }
      foreignKeys.push(...(await listForeignKeys(client)))
      for (const { table, name } of foreignKeys) {
        await client.query(`alter table ${table} drop constraint ${name}`)
      }
      for (const table of tables) {
        sums.set(nameOf(table), new RowSum())
        await client.query(`alter table ${nameOf(table)} disable trigger user`)
      }
      for (const statement of tables.flatMap(partitionStatements)) await client.query(statement)
      // Migrations and the installation of the job engine may have inserted rows.
      await client.query(`truncate ${tables.map(nameOf).join(', ')}`)
    },
    rows: async (table, lines) => {
      sums.get(nameOf(table))?.add(lines)
      copying ??= startCopy(client.query(copyFrom(copyInStatement(table))))
      const { stream, written } = copying
      if (!stream.write(lines)) await Promise.race([once(stream, 'drain'), written])
    },
    endOfTable: async () => {
      copying?.stream.end()
      await copying?.written
      copying = null
    },
  })

  for (const { table, name, definition } of foreignKeys) {
    await client.query(`alter table ${table} add constraint ${name} ${definition}`)
  }
  for (const table of header.tables) {
    await client.query(`alter table ${nameOf(table)} enable trigger user`)
  }
  for (const sequence of totals.sequences) {
    await client.query('select setval($1::regclass, $2::bigint)', [
      nameOf(sequence),
      sequence.value,
    ])
  }
  return compare(client, header.tables, sums)
}

// PostgreSQL may refuse rows at any time, for example if the disk is full. The next call of `rows` or `endOfTable`
// throws the error.
function startCopy(stream: Writable) {
  // After an error, the stream of pg-copy-streams has no connection but still accepts rows. Writing them
  // would throw.
  stream.once('error', () => stream.destroy())
  const written = finished(stream)
  written.catch(() => {})
  return { stream, written }
}

/** @throws StartError if the installed job engine is older than the one of the backup */
async function requireJobEngine(client: pg.Client, needed: number): Promise<void> {
  const { rows } = await client.query<{ id: number }>(
    'select max(id)::int as id from graphile_worker.migrations',
  )
  if ((rows[0]?.id ?? 0) < needed) {
    throw new StartError('The backup was made with a newer version of the job engine.')
  }
}

/**
 * Compares the restored tables with the backup.
 * @param expected the sums of the backup's rows, by table
 * @returns how many rows the tables have
 * @throws Error if a table differs
 */
async function compare(
  client: pg.Client,
  tables: Table[],
  expected: ReadonlyMap<string, RowSum>,
): Promise<number> {
  let rows = 0
  for (const table of tables) {
    const restored = new RowSum()
    for await (const chunk of client.query(copyTo(copyOutStatement(table)))) restored.add(chunk)
    const found = restored.get()
    if (found.sum !== expected.get(nameOf(table))?.get().sum) {
      throw new Error(`The table ${nameOf(table)} differs from the backup after it was restored.`)
    }
    rows += found.rows
  }
  return rows
}
