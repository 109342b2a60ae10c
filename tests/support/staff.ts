import { createToken, hashToken } from '../../cms/platform/crypto/tokens.ts'
import { onDatabase } from './database.ts'
import type { Reply, RequestOptions } from './request.ts'
import type { Server } from './server.ts'
import { storedPassword } from './stored-password.ts'

export type Role = 'admin' | 'editor' | 'publisher' | 'bar' | 'kitchen'

export const { password } = storedPassword
export const adminEmail = 'ada@venue.example'
export const emailOf = (role: Role): string =>
  role === 'admin' ? adminEmail : `${role}@venue.example`
// The stored password in Payload's format.
const passwordHash = `pbkdf2-sha256-v1:${storedPassword.key}`

/** The path of the first admin's one-time link, which the server printed when it started. */
export function firstAdminPath(server: Server): string {
  const [, path] = /(\/admin\/first\/[\w-]+)/.exec(server.output()) ?? []
  if (!path) throw new Error('The server printed no link for the first admin.')
  return path
}

/** The request of the form that creates the first admin. */
export const firstAdminForm = (
  server: Server,
  fields: Record<string, string> = {},
): RequestOptions => ({
  method: 'POST',
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
  body: new URLSearchParams({
    token: firstAdminPath(server).split('/').at(-1) ?? '',
    name: 'Ada',
    email: adminEmail,
    password,
    ...fields,
  }).toString(),
})

/** The headers with which a page of the site sends a staff session, over http and over https. */
export const sessionHeaders = (session: string) => ({
  cookie: `payload-token=${session}; __Host-payload-token=${session}`,
  'sec-fetch-site': 'same-origin',
})

/** A JSON request, with a staff session if one is given. */
export const jsonRequest = (method: string, body: unknown, session?: string): RequestOptions => ({
  method,
  headers: {
    'content-type': 'application/json',
    ...(session && sessionHeaders(session)),
  },
  body: JSON.stringify(body),
})

/** Signs staff in with a password, as the form does. @returns the session's token, empty if refused */
export async function signIn(server: Server, email: string): Promise<string> {
  return sessionIn(await server.send('/api/users/login', jsonRequest('POST', { email, password })))
}

/** The token of the staff session that a reply sets; empty if it sets none. */
export const sessionIn = ({ headers }: Reply): string =>
  /^payload-token=([^;]+)/.exec(headers['set-cookie']?.[0] ?? '')?.[1] ?? ''

/**
 * Inserts staff whose password is `password`. Existing accounts stay.
 * @returns the ids of the new accounts
 */
export const insertStaff = (
  database: string,
  people: { name: string; role: Role; email: string }[],
): Promise<number[]> =>
  onDatabase(database, async (query) => {
    const rows = await query<{ id: number }>(
      `insert into users (name, role, email, salt, hash)
       select name, role::enum_users_role, email, $2, $3
         from jsonb_to_recordset($1::jsonb) as p (name text, role text, email text)
       on conflict (email) do nothing returning id`,
      [JSON.stringify(people), storedPassword.salt, passwordHash],
    )
    return rows.map(({ id }) => id)
  })

/**
 * Signs staff in without a password: writes the row that a sign-in writes.
 * @param isProved whether the session has a proof, which stays fresh as long as tests run
 * @returns the session's token
 */
export async function createStaffSession(
  database: string,
  email: string,
  { isProved = true } = {},
): Promise<string> {
  const token = createToken()
  const rows = await onDatabase(database, (query) =>
    query(
      `insert into staff_sessions (token_hash, "user", proved_at)
       select $2, id, case when $3::bool then now() + interval '1 hour' end
         from users where email = $1 returning "user"`,
      [email, hashToken(token), isProved],
    ),
  )
  if (!rows.length) throw new Error(`There is no staff with the address ${email}.`)
  return token
}

/** Creates one staff member of each role in the server's database. @returns their sessions */
export async function makeStaff(
  server: Pick<Server, 'databaseUrl'>,
): Promise<Record<Role, string>> {
  const { databaseUrl } = server
  await insertStaff(databaseUrl, [
    { name: 'Ada', role: 'admin', email: adminEmail },
    { name: 'editor', role: 'editor', email: emailOf('editor') },
    { name: 'publisher', role: 'publisher', email: emailOf('publisher') },
    { name: 'bar', role: 'bar', email: emailOf('bar') },
    { name: 'kitchen', role: 'kitchen', email: emailOf('kitchen') },
  ])
  return {
    admin: await createStaffSession(databaseUrl, adminEmail),
    editor: await createStaffSession(databaseUrl, emailOf('editor')),
    publisher: await createStaffSession(databaseUrl, emailOf('publisher')),
    bar: await createStaffSession(databaseUrl, emailOf('bar')),
    kitchen: await createStaffSession(databaseUrl, emailOf('kitchen')),
  }
}

/** The token of the newest password link that was mailed to an address. The server must have no SMTP_URL. */
export async function passwordTokenTo(database: string, email: string): Promise<string> {
  const [mail] = await onDatabase(database, (query) =>
    query<{ text: string }>(
      `select text from mails where to_address = $1 and text like '%/cms/reset/%'
        order by id desc limit 1`,
      [email],
    ),
  )
  const token = /\/cms\/reset\/([\w-]+)/.exec(mail?.text ?? '')?.[1]
  if (!token) throw new Error(`No link to set a password was mailed to ${email}.`)
  return token
}
