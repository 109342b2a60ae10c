import {
  APIError,
  commitTransaction,
  initTransaction,
  killTransaction,
  type PayloadRequest,
} from 'payload'
import pg from 'pg'
import { record } from '../audit/service.ts'
import { lockUntilCommit } from '../database/lock.ts'
import { executorOf, sql } from '../database/sql.ts'
import { databaseUrl } from '../database/url.ts'
import { HttpError } from '../http/errors.ts'

/**
 * Ends every session of somebody on the staff, in every browser.
 * @param id whose
 * @returns how many sessions were ended
 * @throws HttpError `not_found`
 */
export async function signOutEverywhere(req: PayloadRequest, id: number): Promise<number> {
  await initTransaction(req)
  try {
    await lockUntilCommit(req, 'staff')
    const db = await executorOf(req)
    const [person] = (await db.execute(sql`select name from users where id = ${id}`)).rows
    if (!person) throw new HttpError('not_found', 'There is no such person on the staff.')
    const { rows: ended } = await db.execute(
      sql`delete from users_sessions where _parent_id = ${id} returning id`,
    )
    await record(req, {
      action: 'signed_out_everywhere',
      subject: String(person.name),
      of_collection: 'users',
      document: id,
      version: null,
    })
    await commitTransaction(req)
    return ended.length
  } catch (error) {
    await killTransaction(req)
    throw error
  }
}

type Standing = { role: string; email: string; hash: string; sessions: string[] }
const standing = `select u.role::text as role, u.email, u.hash,
    array(select s.id from users_sessions s where s._parent_id = u.id) as sessions
  from users u where u.id = `

/**
 * Payload reads a person, checks the password for a while, and then writes the whole person back
 * with the new session: a role taken away, a password changed or sessions ended meanwhile would come
 * back. Called in that transaction, after it wrote; refuses where that happened.
 * @throws APIError 409: the next try reads them anew
 */
export async function refuseStaleSignIn(req: PayloadRequest, id: number): Promise<void> {
  const db = await executorOf(req)
  const written = (await db.execute(sql`${sql.raw(standing)}${id}`)).rows[0] as Standing | undefined
  const kept = await committed(id)
  const isSame =
    written &&
    kept &&
    (['role', 'email', 'hash'] as const).every((name) => written[name] === kept[name]) &&
    // All but the new one were there before.
    written.sessions.filter((each) => !kept.sessions.includes(each)).length <= 1
  if (!isSame) {
    throw new APIError('Your account was just changed. Please try again.', 409, undefined, true)
  }
}

// What everyone else sees: our own transaction has it overwritten. The connection is one of its own,
// because those of the pool may all be held by people who wait here.
async function committed(id: number): Promise<Standing | undefined> {
  const client = new pg.Client({ connectionString: databaseUrl(), connectionTimeoutMillis: 5000 })
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query<Standing>(`${standing}$1`, [id])).rows[0]
  } finally {
    await client.end()
  }
}
