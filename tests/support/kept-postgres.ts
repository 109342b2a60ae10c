import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { lockFolder } from '../../cms/platform/database/folder-lock.ts'
import { runVariable } from './child-processes.ts'
import { preparedVariable } from './data-folder.ts'
import { onDatabase } from './database.ts'
import { root, runFolderVariable } from './folders.ts'
import type { Sources } from './import-graph.ts'
import { createTemplates } from './postgres-setup.ts'
import { waitUntil } from './wait-until.ts'

/** What the process of the kept PostgreSQL says about itself in a file. */
export type KeptProcess = { pid: number; url: string; prepared: string; folders: string[] }

const keptFolder = path.join(root, '.astro/tests')
export const keptFile = (folder: string): string => path.join(folder, 'postgres.json')
const file = keptFile(keptFolder)
const stampFile = path.join(keptFolder, 'templates-stamp')
const startTimeoutMs = 120_000

/**
 * Makes this the only run that uses the kept PostgreSQL, and waits while another one does.
 * @returns a function that ends this run's use
 */
export async function lockKeptPostgres(): Promise<() => void> {
  mkdirSync(keptFolder, { recursive: true })
  let unlock = lockFolder(keptFolder)
  if (!unlock) console.log('Waits for another run of test:for …')
  while (!unlock) {
    await sleep(500)
    unlock = lockFolder(keptFolder)
  }
  return unlock
}

/**
 * Starts a PostgreSQL that keeps running after this process, or finds it, and sets the variables of a test run. The
 * template databases are created again when what they are made of has changed.
 * @param isBuilt resolves when the program is built, which creates the templates
 * @returns what was done, in words
 */
export async function keepPostgres(sources: Sources, isBuilt: Promise<unknown>): Promise<string> {
  const found = await findRunning()
  const kept = found ?? (await startProcess())
  utimesSync(file, new Date(), new Date())
  process.env[preparedVariable] = kept.prepared
  await isBuilt
  const stamp = stampOf(sources)
  const hasTemplates = found && existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp
  if (!hasTemplates) {
    rmSync(stampFile, { force: true })
    await createTemplates(kept.url)
    writeFileSync(stampFile, stamp)
  }
  await dropLeftDatabases(kept.url)
  process.env.POSTGRES_UNDER_TEST = kept.url
  if (!found) return 'started, with new templates'
  return hasTemplates ? 'kept from the last run' : 'kept from the last run, with new templates'
}

/** Stops the kept PostgreSQL and deletes its files. @returns whether it was running */
export async function stopKeptPostgres(): Promise<boolean> {
  const kept = readProcess()
  const isRunning = kept !== null && (await findRunning()) !== null
  if (kept && isRunning) {
    process.kill(kept.pid, 'SIGTERM')
    await waitUntil(
      async () => isAlive(kept.pid),
      (alive) => !alive,
      startTimeoutMs,
    )
  }
  removeFiles(kept)
  return isRunning
}

async function startProcess(): Promise<KeptProcess> {
  removeFiles(readProcess())
  const log = openSync(path.join(keptFolder, 'log'), 'w')
  const program = path.join(import.meta.dirname, 'kept-postgres-process.ts')
  // It outlives this run, so it is not found by the run's variables.
  const { [runVariable]: _run, [runFolderVariable]: _folder, ...env } = process.env
  const child = spawn(process.execPath, [program, keptFolder], {
    cwd: root,
    env,
    detached: true,
    stdio: ['ignore', log, log],
  })
  child.unref()
  const kept = await waitUntil(
    async () => {
      if (child.exitCode !== null) {
        throw new Error(
          `PostgreSQL did not start:\n${readFileSync(path.join(keptFolder, 'log'), 'utf8')}`,
        )
      }
      return findRunning()
    },
    (running) => running !== null,
    startTimeoutMs,
  )
  if (!kept) throw new Error('PostgreSQL did not start in time.')
  return kept
}

/** The running process; null if there is none, or if its database does not answer. */
async function findRunning(): Promise<KeptProcess | null> {
  const kept = readProcess()
  if (!kept || !isAlive(kept.pid)) return null
  const client = new pg.Client({ connectionString: kept.url, connectionTimeoutMillis: 5000 })
  client.on('error', () => {})
  try {
    await client.connect()
    await client.end()
    return kept
  } catch {
    return null
  }
}

function readProcess(): KeptProcess | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return null
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

// A process that was killed leaves its folders.
function removeFiles(kept: KeptProcess | null): void {
  for (const folder of kept?.folders ?? []) rmSync(folder, { recursive: true, force: true })
  rmSync(file, { force: true })
  rmSync(stampFile, { force: true })
}

// A run that was killed leaves its databases.
const dropLeftDatabases = (postgres: string) =>
  onDatabase(postgres, async (query) => {
    const left = await query<{ datname: string }>(
      `select datname from pg_database where datname like 'test\\_%'`,
    )
    for (const { datname } of left) await query(`drop database ${datname} with (force)`)
  })

/** Files of which the templates are made: the schema, the demo venue, and the hooks through which it is stored. */
const templateFiles =
  /^cms\/(.+\/)?migrations\/|\/demo\/|\/(fill-)?demo[\w-]*\.ts$|^collections\/|\/hooks\/|-hooks\.ts$|\/content\/editing\//

/** A hash of what the templates are made of. The demo venue's dates depend on the day. */
export function stampOf(sources: Sources, day = new Date().toISOString().slice(0, 10)): string {
  const hash = createHash('sha256').update(day)
  for (const [name, text] of [...sources].sort(([one], [other]) => (one < other ? -1 : 1))) {
    if (templateFiles.test(name)) hash.update(`${name}\n${text}`)
  }
  return hash.update(readFileSync(path.join(root, 'package-lock.json'))).digest('hex')
}
