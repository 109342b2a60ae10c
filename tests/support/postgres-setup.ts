import { ensureBuilt } from '../../cms/app/build.ts'
import { startEmbeddedPostgres } from '../../cms/platform/database/embedded.ts'
import { dataFolder, prepareDataFolder } from './data-folder.ts'
import { databaseAt, onDatabase } from './database.ts'
import { keepFoldersInMemory } from './folders.ts'
import { startServer } from './server.ts'
import { startServerHost } from './server-host.ts'

/**
 * Builds the program if needed, and starts one PostgreSQL and the server host. Sets `POSTGRES_UNDER_TEST` to the URL
 * of PostgreSQL. Creates the template databases `empty`, with the schema, and `demo`, with the demo venue. Does nothing
 * if the run has already started a PostgreSQL.
 * @returns a function that stops what was started
 */
export default async function setup(): Promise<() => Promise<void>> {
  if (process.env.POSTGRES_UNDER_TEST) return async () => {}
  await ensureBuilt()
  const started: (() => unknown)[] = []
  const stop = async () => {
    delete process.env.POSTGRES_UNDER_TEST
    for (const each of started.toReversed()) await each()
  }
  try {
    started.push(keepFoldersInMemory())
    started.push(await startServerHost())
    started.push(await prepareDataFolder())
    const { folder, remove } = dataFolder()
    started.push(remove)
    const postgres = await startEmbeddedPostgres(folder)
    started.push(() => postgres.stop())
    await createTemplates(postgres.url)
    process.env.POSTGRES_UNDER_TEST = postgres.url
  } catch (error) {
    await stop()
    throw error
  }
  return stop
}

/** Creates the template databases, instead of older ones. The program must be built. */
export async function createTemplates(postgres: string): Promise<void> {
  await onDatabase(postgres, async (query) => {
    // Tests kill processes, not machines, so fsync is not needed for durability.
    await query('alter system set fsync = off')
    await query('alter system set full_page_writes = off')
    await query('select pg_reload_conf()')
    for (const name of ['demo', 'empty']) await query(`drop database if exists ${name}`)
    await query('create database empty')
  })
  await migrate(databaseAt(postgres, 'empty'), false)
  await onDatabase(postgres, (query) => query('create database demo template empty'))
  await migrate(databaseAt(postgres, 'demo'), true)
  await onDatabase(databaseAt(postgres, 'demo'), (query) => query(withoutVisits))
  await onDatabase(databaseAt(postgres, 'demo'), async (query) => {
    for (const statement of withoutLetters) await query(statement)
  })
}

// Tests of analytics count visits, in raw rows and in sums, and expect only the visits that they create.
const withoutVisits = `
  truncate user_sessions, page_views, user_journeys, user_interactions, analytics_segments, analytics_days,
           analytics_visits, analytics_pages, analytics_times, analytics_moves, analytics_actions,
           analytics_vitals, analytics_funnels, analytics_months`

// Tests of letters count subscribers and letters, and expect only those that they create.
const withoutLetters = [
  'delete from subscribers',
  'delete from letters',
  'delete from letter_editions',
]

// Starting the program creates the schema, as in every installation.
async function migrate(url: string, hasDemo: boolean) {
  const env = { DATABASE_URL: url, DEMO: hasDemo ? '1' : '0', QUICK_PASSWORDS: '1' }
  const server = await startServer(env)
  await server.stop()
}
