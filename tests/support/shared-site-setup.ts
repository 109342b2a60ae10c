import { makeDatabase } from './database.ts'
import startPostgres from './postgres-setup.ts'
import { startServer } from './server.ts'

/** Starts the built program with the demo venue for the whole test run. */
export default async function setup() {
  const stopPostgres = await startPostgres()
  const database = await makeDatabase('demo')
  const server = await startServer({ DATABASE_URL: database })
  process.env.DATABASE_UNDER_TEST = database
  process.env.SITE_UNDER_TEST = server.url
  return async () => {
    await server.stop()
    await stopPostgres()
  }
}
