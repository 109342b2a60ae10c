import type { TestProject } from 'vitest/node'
import { build, isBuilt } from '../../cms/build.ts'
import { startEmbeddedPostgres } from '../../cms/database/embedded.ts'
import { databaseAt, onDatabase } from './database.ts'
import { startServer } from './server.ts'
import { temporaryFolder } from './workplace.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of the test run's PostgreSQL; its databases `empty` and `demo` are templates. */
    postgres: string
  }
}

/** The program built, and one PostgreSQL for the run with a migrated and a filled template. */
export default async function setup(project: TestProject) {
  if (!(await isBuilt())) await build()
  const { folder, remove } = temporaryFolder()
  const postgres = await startEmbeddedPostgres(folder)
  await onDatabase(postgres.url, (query) => query('create database empty'))
  await migrate(databaseAt(postgres.url, 'empty'), false)
  await onDatabase(postgres.url, (query) => query('create database demo template empty'))
  await migrate(databaseAt(postgres.url, 'demo'), true)
  project.provide('postgres', postgres.url)
  return async () => {
    await postgres.stop()
    remove()
  }
}

// The way every installation gets its schema: by starting.
async function migrate(url: string, demo: boolean) {
  const server = await startServer({ DATABASE_URL: url, DEMO: demo ? '1' : '0' })
  await server.stop()
}
