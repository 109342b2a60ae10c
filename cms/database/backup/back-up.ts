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
import { StartError } from '../../start-error.ts'
import { linkFile, syncFolder } from '../../stored-secret.ts'
import { onceAtATime } from '../lock.ts'
import { copyOut, listSequences, listTables, portableText } from './catalog.ts'
import { endOfTable, type Header, magic, readBackup, TableTotal, type Totals } from './format.ts'

// Pictures are compressed already, and the program needs the processor.
const compressionLevel = 1

/** A running backup accesses its file more often than this. */
const abandonedAfterMs = 60 * 60_000
const partialPattern = /\.[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\.partial$/

/**
 * Writes a backup of a database while it is used: all tables as of one moment, pictures included, and
 * the secret. The file appears when it is complete, was written to the disk, and was read back. Partial
 * files that killed backups left in the folder are deleted.
 * @param file must not exist; only its owner can read it
 * @returns how many tables and rows it has
 * @throws StartError if the file exists or can't be written, or the database is not this program's
 */
export async function backUp(
  url: string,
  { file, secret }: { file: string; secret: string },
): Promise<{ tables: number; rows: number }> {
  const exists = () => new StartError(`${file} exists. Name another file.`)
  if (existsSync(file)) throw exists()
  const partial = `${file}.${randomUUID()}.partial`
  deleteAbandoned(path.dirname(path.resolve(file)))
  try {
    // No migration changes the schema meanwhile.
    await onceAtATime(url, 'migrate', () => dump(url, partial, secret))
    const { totals } = await readBackup(partial)
    // Another backup may have taken the name meanwhile.
    if (!linkFile(partial, file)) {
      if (existsSync(file)) throw exists()
      renameSync(partial, file)
    }
    syncFolder(path.dirname(path.resolve(file)))
    const rows = totals.tables.reduce((sum, table) => sum + table.rows, 0)
    return { tables: totals.tables.length, rows }
  } catch (error) {
    const { code = '', syscall } = error as NodeJS.ErrnoException
    if (code === 'EEXIST') throw exists()
    const reason = syscall === 'connect' ? undefined : reasons[code]
    if (reason) throw new StartError(`${file} can’t be written: ${reason}.`, { cause: error })
    throw error
  } finally {
    rmSync(partial, { force: true })
  }
}

// Partial files contain the secret. Failing to delete one does not prevent the backup.
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
    await client.query(portableText)
    await write(client, file, await readSite(client, secret))
    await client.query('commit')
  } finally {
    await client.end()
  }
}

async function readSite(client: pg.Client, secret: string): Promise<Header> {
  const tables = await listTables(client)
  if (!tables.some(({ name }) => name === 'payload_migrations')) {
    throw new StartError('This database holds no site: there is nothing to back up.')
  }
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
  // A full disk rejects `written`; the next `put` or the end of this function reports it.
  written.catch(() => {})
  await put(`${magic}\n${JSON.stringify(header)}\n`)
  const sums: Totals['tables'] = []
  for (const table of header.tables) {
    const total = new TableTotal()
    for await (const chunk of client.query(copyTo(copyOut(table)))) {
      total.add(chunk)
      await put(chunk)
    }
    sums.push(total.get())
    await put(endOfTable)
  }
  // Last: sequences are not part of the snapshot, and must not be behind the rows.
  const totals: Totals = { tables: sums, sequences: await listSequences(client) }
  await put(`${JSON.stringify(totals)}\n`)
  gzip.end(`${hash.digest('hex')}\n`)
  await written
}
