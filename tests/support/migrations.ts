import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { onTestFinished } from 'vitest'
import type { Database } from '../../cms/database/query.ts'
import { migrations } from '../../cms/migrations/index.ts'
import { makeDatabase } from './database.ts'

/**
 * Creates a database as it was before a migration. Its only connection is closed after the test.
 * @param name the migration's name
 * @returns `query` and `db` use the connection. `migrate` runs the migration as Payload does, in a transaction
 */
export async function openBeforeMigration(name: string) {
  const client = new pg.Client({ connectionString: await makeDatabase('bare') })
  onTestFinished(() => client.end())
  await client.connect()
  const db = drizzle(client) as unknown as Database
  const args = { db } as unknown as Parameters<(typeof migrations)[number]['up']>[0]
  const index = migrations.findIndex((each) => each.name === name)
  for (const { up } of migrations.slice(0, index)) await up(args)
  const query = async <Row extends pg.QueryResultRow>(text: string, values?: unknown[]) =>
    (await client.query<Row>(text, values)).rows
  return {
    db,
    query,
    migrate: async () => {
      await query('begin')
      await migrations[index]?.up(args)
      await query('commit')
    },
  }
}
