import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import type { Database } from './query.ts'

/**
 * Runs `work` on a connection that is not taken from the pool.
 * @param url the database
 * @throws what `work` throws; the error of the connection, which is given up after 5 s
 */
export async function onOwnConnection<T>(
  url: string,
  work: (db: Database) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000 })
  // A lost connection fails the query; without a listener the event would end the process.
  client.on('error', () => {})
  await client.connect()
  try {
    return await work(drizzle(client))
  } finally {
    await client.end()
  }
}
