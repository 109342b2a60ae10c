import { createHash, type Hash, hash as hashOf } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { createGunzip } from 'node:zlib'
import { z } from 'zod'
import { StartError } from '../../runtime/start-error.ts'

// A backup is a gzip file with these lines:
// 1. `magic`;
// 2. the header as JSON;
// 3. for each table its rows in the text format of PostgreSQL's COPY, then the line `\.`;
// 4. the totals as JSON;
// 5. the SHA-256 of all lines above.
// In the text format of COPY a row is one line, and no row is the line `\.`
// (https://www.postgresql.org/docs/current/sql-copy.html, Text Format).

export const magic = 'common-room backup 1'
export const endOfTable = '\\.\n'
const newline = 0x0a

const day = String.raw`\('\d{4}-\d{2}-\d{2}'\)`
const partition = z.object({
  name: z.string(),
  /** The bounds of the partition, as in `create table … partition of`. */
  bound: z.string().regex(new RegExp(`^FOR VALUES FROM ${day} TO ${day}$`)),
})

const table = z.object({
  schema: z.string(),
  name: z.string(),
  columns: z.array(z.string()),
  /** Only for a table that is partitioned by day. Backups of earlier versions list no partitions. */
  partitions: z.array(partition).optional(),
})
export type Table = z.output<typeof table>

const header = z.object({
  /** When the backup was made, in ISO 8601. */
  made: z.string(),
  /** Version of PostgreSQL. */
  postgres: z.string(),
  /** Names of the migrations that had run, in the order in which they ran. */
  migrations: z.array(z.string()),
  /** Number of the job engine's last migration. */
  jobs: z.number(),
  /** The value of the setting SECRET. */
  secret: z.string(),
  tables: z.array(table),
})
export type Header = z.output<typeof header>

const totals = z.object({
  /** In the order of the header's tables. */
  tables: z.array(z.object({ rows: z.number(), sha256: z.string() })),
  sequences: z.array(z.object({ schema: z.string(), name: z.string(), value: z.string() })),
})
export type Totals = z.output<typeof totals>

/** Counts the rows of a table and hashes its content. Each line break counts as one row. */
export class TableTotal {
  private rows = 0
  private readonly hash: Hash = createHash('sha256')
  add(lines: Buffer): void {
    this.hash.update(lines)
    for (let at = lines.indexOf(newline); at >= 0; at = lines.indexOf(newline, at + 1)) this.rows++
  }
  get(): Totals['tables'][number] {
    return { rows: this.rows, sha256: this.hash.digest('hex') }
  }
}

/**
 * Counts the rows of a table and adds up their hashes. The sum does not depend on the order of the rows, because
 * PostgreSQL may store copied rows of different lengths in another order.
 */
export class RowSum {
  private rows = 0
  /** The sum of the first 128 bits of each row's SHA-256, in two halves. */
  private readonly sum = new BigUint64Array(2)
  /** The hash of a row whose end has not been added yet. */
  private begun: Hash | null = null

  /** @param rows may begin and end within a row */
  add(rows: Buffer): void {
    let from = 0
    for (let end = rows.indexOf(newline); end >= 0; end = rows.indexOf(newline, from)) {
      const part = rows.subarray(from, end)
      const digest = this.begun
        ? this.begun.update(part).digest()
        : hashOf('sha256', part, { outputEncoding: 'buffer' })
      this.begun = null
      this.rows++
      for (const half of [0, 1]) {
        this.sum[half] = (this.sum[half] ?? 0n) + digest.readBigUInt64BE(half * 8)
      }
      from = end + 1
    }
    if (from < rows.length) {
      this.begun ??= createHash('sha256')
      this.begun.update(rows.subarray(from))
    }
  }

  get(): { rows: number; sum: string } {
    return { rows: this.rows, sum: this.sum.join(' ') }
  }
}

/** Callbacks for the parts of a backup, called in the order of the file. */
type PartHandlers = {
  header?: (header: Header) => Promise<void>
  /** May be called several times for a table. `lines` are complete rows. */
  rows?: (table: Table, lines: Buffer) => Promise<void>
  endOfTable?: (table: Table) => Promise<void>
}

/**
 * Reads a backup to its end and checks every hash.
 * @param handlers called while the file is read, before its hashes are checked
 * @throws StartError if the file is not a backup, is cut off or was changed; any error of `handlers`
 */
export async function readBackup(
  file: string,
  handlers: PartHandlers = {},
): Promise<{ header: Header; totals: Totals }> {
  const refuse = (reason: string, cause?: unknown) =>
    new StartError(`${file} can’t be used: ${reason}.`, { cause })
  const hash = createHash('sha256')
  let parsedHeader: Header | null = null
  let parsedTotals: Totals | null = null
  let isComplete = false
  let hasMagic = false
  let index = 0
  let total = new TableTotal()
  const sums: Totals['tables'] = []

  const parse = <T>(schema: z.ZodType<T>, line: Buffer): T => {
    try {
      return schema.parse(JSON.parse(line.toString()))
    } catch (cause) {
      throw refuse('it was changed', cause)
    }
  }

  /** @returns how many bytes of `lines` were used; the next call gets the rest */
  const read = async (lines: Buffer): Promise<number> => {
    const current = parsedHeader?.tables[index]
    if (parsedHeader && current) {
      const end = endIn(lines)
      const rows = end < 0 ? lines : lines.subarray(0, end)
      if (rows.length) {
        hash.update(rows)
        total.add(rows)
        await handlers.rows?.(current, rows)
      }
      if (end < 0) return lines.length
      hash.update(endOfTable)
      sums.push(total.get())
      total = new TableTotal()
      index++
      await handlers.endOfTable?.(current)
      return end + endOfTable.length
    }
    const length = lines.indexOf(newline) + 1
    const line = lines.subarray(0, length)
    if (parsedTotals) {
      if (isComplete || line.toString() !== `${hash.digest('hex')}\n`)
        throw refuse('it was changed')
      isComplete = true
      return length
    }
    hash.update(line)
    if (!hasMagic) {
      if (line.toString() !== `${magic}\n`) throw refuse('it is no backup of this program')
      hasMagic = true
    } else if (!parsedHeader) {
      parsedHeader = parse(header, line)
      await handlers.header?.(parsedHeader)
    } else {
      parsedTotals = parse(totals, line)
      if (JSON.stringify(parsedTotals.tables) !== JSON.stringify(sums))
        throw refuse('it was changed')
    }
    return length
  }

  try {
    const unzipped = createGunzip()
    // `pipe` does not pass errors on.
    createReadStream(file)
      .on('error', (error) => unzipped.destroy(error))
      .pipe(unzipped)
    for await (const lines of wholeLines(unzipped)) {
      let rest = lines
      while (rest.length) rest = rest.subarray(await read(rest))
    }
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    if (unreadable[code]) throw refuse(unreadable[code], error)
    if (code === 'Z_BUF_ERROR') throw refuse('it is cut off', error)
    if (code.startsWith('Z_')) throw refuse('it is no backup, or it was changed', error)
    throw error
  }
  if (!parsedHeader || !parsedTotals || !isComplete) throw refuse('it is cut off')
  return { header: parsedHeader, totals: parsedTotals }
}

const unreadable: Record<string, string> = {
  ENOENT: 'there is no such file',
  EISDIR: 'it is a folder',
  EACCES: 'this account may not read it',
}

/** Index of the line that ends a table, in bytes; -1 if `lines` does not contain it. */
function endIn(lines: Buffer): number {
  if (lines.subarray(0, endOfTable.length).equals(Buffer.from(endOfTable))) return 0
  const at = lines.indexOf(`\n${endOfTable}`)
  return at < 0 ? -1 : at + 1
}

/** Splits and joins chunks so that each one ends with a line break. */
async function* wholeLines(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let pending: Buffer[] = []
  for await (const chunk of chunks) {
    const end = chunk.lastIndexOf(newline) + 1
    if (end > 0) {
      yield Buffer.concat([...pending, chunk.subarray(0, end)])
      pending = []
    }
    if (end < chunk.length) pending.push(chunk.subarray(end))
  }
  if (pending.length)
    throw Object.assign(new Error('No line break at the end.'), { code: 'Z_BUF_ERROR' })
}
