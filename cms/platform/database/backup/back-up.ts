import { createHash, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import {
  createWriteStream,
  existsSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import path from 'node:path'
import { finished } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { linkFile, syncFolder } from '../../crypto/stored-secret.ts'
import { StartError } from '../../runtime/start-error.ts'
import { withLock } from '../lock.ts'
import { fingerprintKey, otherSecretMessage, secretFingerprint } from '../secret-fingerprint.ts'
import { copyOutStatement, listSequences, listTables, settingsForCopy } from './catalog.ts'
import { endOfTable, type Header, magic, readBackup, TableTotal, type Totals } from './format.ts'

// The fastest level, because pictures are compressed already and the running program needs the processor.
const compressionLevel = 1

/**
 * A partial file that has not changed for this long belongs to no running backup: writing changes the file
 * more often, and reading the complete file back takes less time.
 */
const abandonedAfterMs = 60 * 60_000
const partialPattern = /\.[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\.partial$/

/**
 * Writes a backup of a database to a file, also while the program uses the database. The backup contains the
 * secret and all tables, including the pictures, as of one moment. It is written to a partial file, which gets
 * its final name after it was flushed to the disk and read back. Partial files that killed backups left in the
 * same folder are deleted.
 * @param file must not exist; only its owner can read it
 * @returns the numbers of tables and rows in the backup
 * @throws StartError if the file exists or cannot be written, or if the database has no tables of this program
 */
export async function backUp(
  url: string,
  { file, secret }: { file: string; secret: string },
): Promise<{ tables: number; rows: number }> {
  const existsError = () => new StartError(`${file} exists. Name another file.`)
  if (existsSync(file)) throw existsError()
  const partial = `${file}.${randomUUID()}.partial`
  deleteAbandoned(path.dirname(path.resolve(file)))
  try {
    // The lock prevents migrations from changing the schema meanwhile.
    await withLock(url, 'migrate', () => dump(url, partial, secret))
    const { totals } = await readBackup(partial)
    // `linkFile` fails if another backup has created the file meanwhile. Renaming would overwrite that file, so the
    // partial file is renamed only on file systems without hard links, after another check.
    if (!linkFile(partial, file)) {
      if (existsSync(file)) throw existsError()
      renameSync(partial, file)
    }
    syncFolder(path.dirname(path.resolve(file)))
    const rows = totals.tables.reduce((sum, table) => sum + table.rows, 0)
    return { tables: totals.tables.length, rows }
  } catch (error) {
    const { code = '', syscall } = error as NodeJS.ErrnoException
    if (code === 'EEXIST') throw existsError()
    // A connection to a missing or protected Unix socket fails with the same codes as a file.
    const reason = syscall === 'connect' ? undefined : reasons[code]
    if (reason) throw new StartError(`${file} can’t be written: ${reason}.`, { cause: error })
    throw error
  } finally {
    rmSync(partial, { force: true })
  }
}

// Partial files are deleted because they contain the secret. If that fails, the backup continues.
function deleteAbandoned(folder: string): void {
  try {
    for (const name of readdirSync(folder)) {
      if (!partialPattern.test(name)) continue
      const partial = path.join(folder, name)
      if (statSync(partial).mtimeMs < Date.now() - abandonedAfterMs) rmSync(partial)
    }
  } catch {}
}

const reasons: Record<string, string> = {
  ENOENT: 'there is no such folder',
  ENOTDIR: 'there is no such folder',
  EACCES: 'this account may not write there',
  EPERM: 'this account may not write there',
  EROFS: 'the file system is read-only',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
}

async function dump(url: string, file: string, secret: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, application_name: 'common-room-backup' })
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query('begin isolation level repeatable read read only')
    await client.query(settingsForCopy)
    await write(client, file, await makeHeader(client, secret))
    await client.query('commit')
  } finally {
    await client.end()
  }
}

async function makeHeader(client: pg.Client, secret: string): Promise<Header> {
  const tables = await listTables(client)
  if (!tables.some(({ name }) => name === 'payload_migrations')) {
    throw new StartError('This database holds no site: there is nothing to back up.')
  }
  const stored = await client.query<{ fingerprint: string }>(
    `select data ->> 'fingerprint' as fingerprint from public.payload_kv where key = $1`,
    [fingerprintKey],
  )
  // The database of an earlier version has no fingerprint.
  const [known] = stored.rows
  if (known && known.fingerprint !== secretFingerprint(secret))
    throw new StartError(otherSecretMessage)
  const migrations = await client.query<{ name: string }>(
    'select name from public.payload_migrations order by id',
  )
  const jobs = await client.query<{ id: number }>(
    'select coalesce(max(id), 0)::int as id from graphile_worker.migrations',
  )
  const version = await client.query<{ server_version: string }>('show server_version')
  return {
    made: new Date().toISOString(),
    postgres: version.rows[0]?.server_version ?? '',
    migrations: migrations.rows.map(({ name }) => name),
    jobs: jobs.rows[0]?.id ?? 0,
    secret,
    tables,
  }
}

async function write(client: pg.Client, file: string, header: Header): Promise<void> {
  const hash = createHash('sha256')
  const gzip = createGzip({ level: compressionLevel })
  const output = createWriteStream(file, { fd: openSync(file, 'wx', 0o600), flush: true })
  const written = finished(gzip.pipe(output))
  gzip.on('error', (error) => output.destroy(error))
  const put = async (content: string | Buffer) => {
    hash.update(content)
    if (!gzip.write(content)) await Promise.race([once(gzip, 'drain'), written])
  }
  // If the disk is full, `written` rejects. The next `put` or the end of this function throws the error.
  written.catch(() => {})
  await put(`${magic}\n${JSON.stringify(header)}\n`)
  const sums: Totals['tables'] = []
  for (const table of header.tables) {
    const total = new TableTotal()
    for await (const chunk of client.query(copyTo(copyOutStatement(table)))) {
      total.add(chunk)
      await put(chunk)
    }
    sums.push(total.get())
    await put(endOfTable)
  }
  // Sequences are read last. They are not part of the snapshot, and their values must not be lower than the
  // ids of the rows.
  const totals: Totals = { tables: sums, sequences: await listSequences(client) }
  await put(`${JSON.stringify(totals)}\n`)
  gzip.end(`${hash.digest('hex')}\n`)
  await written
}
