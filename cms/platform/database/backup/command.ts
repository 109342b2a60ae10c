import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { readOrCreateSecret, stageSecret } from '../../crypto/stored-secret.ts'
import { type Env, parseEnv } from '../../runtime/env.ts'
import { StartError, startProblem } from '../../runtime/start-error.ts'
import { startEmbeddedPostgres } from '../embedded.ts'
import { openDatabaseFolder } from '../embedded-folder.ts'
import { backUp } from './back-up.ts'

const usage = `Usage: npm run backup [-- FILE]
       npm run restore -- FILE [--replace]

backup writes the database, pictures included, and the secret to FILE, also while the program runs.
restore needs a stopped program and an empty database. With --replace, it deletes what is in the database.`

const noSecret = 'a placeholder where no secret is needed'

async function main(args: string[]): Promise<void> {
  const { positionals, values } = parseArgs({
    args,
    allowPositionals: true,
    options: { replace: { type: 'boolean', default: false } },
  })
  const [command, file] = positionals
  if (existsSync('.env')) process.loadEnvFile('.env')
  const envSecret = process.env.SECRET || null
  // Without SECRET, `parseEnv` would create a missing secret and reject a damaged one. A backup must not
  // create a secret, and a restore can replace a damaged one.
  process.env.SECRET = envSecret ?? noSecret
  process.env.LOG_LEVEL ??= 'warn'
  const settings = parseEnv(process.env)
  if (command === 'backup' && !values.replace) await runBackup(settings, envSecret, file)
  else if (command === 'restore' && file)
    await runRestore(settings, envSecret, file, values.replace)
  else throw new StartError(usage)
}

async function runBackup(settings: Env, envSecret: string | null, file = defaultName()) {
  const secretFile = path.join(settings.DATA_DIR, 'secret')
  if (!settings.DATABASE_URL) requireDatabase(settings.DATA_DIR)
  if (!envSecret && !existsSync(secretFile)) {
    throw new StartError(`There is no secret: neither SECRET nor ${secretFile}.`)
  }
  const repair = 'Set SECRET to what the program runs with.'
  const secret = envSecret ?? readOrCreateSecret(secretFile, { what: 'The secret', repair })
  const { rows, tables } = await onDatabase(settings, (url) => backUp(url, { file, secret }))
  console.log(
    `Backed up ${rows} rows of ${tables} tables, and the secret, to ${path.resolve(file)}`,
  )
}

async function runRestore(settings: Env, envSecret: string | null, file: string, replace: boolean) {
  // Imported only for a restore, because the module loads the migrations.
  const { checkBackup, restore } = await import('./restore.ts')
  const { secret, made } = await checkBackup(file)
  const secretFile = path.join(settings.DATA_DIR, 'secret')
  if (envSecret && envSecret !== secret) {
    throw new StartError(
      'SECRET is not the secret of the backup. Without SECRET, the restore stores the secret of the backup ' +
        `in ${secretFile}.`,
    )
  }
  const stored = existsSync(secretFile) ? readFileSync(secretFile, 'utf8').trim() : null
  if (!envSecret && stored !== null && stored !== secret && !replace) {
    throw new StartError(
      `${secretFile} holds another secret than the backup. To overwrite it: --replace`,
    )
  }
  const options = envSecret
    ? { replace }
    : { replace, stage: () => stageSecret(secretFile, secret) }
  const rows = await onDatabase(settings, (url) => restore(url, file, options))
  console.log(`Restored ${rows} rows, as of ${made}. Start the program.`)
}

async function onDatabase<T>(settings: Env, work: (url: string) => Promise<T>): Promise<T> {
  if (settings.DATABASE_URL) return work(settings.DATABASE_URL)
  const embedded = await startEmbeddedPostgres(settings.DATA_DIR)
  try {
    return await work(embedded.url)
  } finally {
    await embedded.stop()
  }
}

function requireDatabase(dataDir: string): void {
  if (existsSync(dataDir) && openDatabaseFolder(dataDir).isInitialised()) return
  throw new StartError(`There is no database in ${dataDir}. Set DATA_DIR or DATABASE_URL.`)
}

const defaultName = () =>
  `common-room-${new Date().toISOString().slice(0, 19).replaceAll(':', '')}.backup.gz`

try {
  await main(process.argv.slice(2))
  process.exit(0)
} catch (error) {
  console.error(startProblem(error) ?? error)
  process.exit(1)
}
