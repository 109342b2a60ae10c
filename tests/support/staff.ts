import type { Asked } from './request.ts'
import type { Server } from './server.ts'

export const password = 'correct horse battery'
export const adminEmail = 'ada@venue.example'

/** The path of the one-time link, as the server printed it at its start. */
export function firstVisit(server: Server): string {
  const [, path] = /(\/admin\/first\/[\w-]+)/.exec(server.output()) ?? []
  if (!path) throw new Error('The server printed no link for the first admin.')
  return path
}

/** What the form behind the first start's link sends. */
export const firstAdminForm = (server: Server, fields: Record<string, string> = {}): Asked => ({
  method: 'POST',
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
  body: new URLSearchParams({
    token: firstVisit(server).split('/').at(-1) ?? '',
    name: 'Ada',
    email: adminEmail,
    password,
    ...fields,
  }).toString(),
})

/** A JSON request, with a staff session where one is given. */
export const json = (method: string, body: unknown, session?: string): Asked => ({
  method,
  headers: {
    'content-type': 'application/json',
    ...(session && { authorization: `JWT ${session}` }),
  },
  body: JSON.stringify(body),
})

/** Signs staff in. @returns the session's token, empty where it was refused */
export async function signIn(server: Server, email: string): Promise<string> {
  const answer = await server.send('/api/users/login', json('POST', { email, password }))
  return answer.json<{ token?: string }>().token ?? ''
}

/** The first admin by the printed link, then one of each other role. @returns their sessions */
export async function makeStaff(server: Server) {
  await server.send('/api/first-admin', firstAdminForm(server))
  const admin = await signIn(server, adminEmail)
  for (const role of ['editor', 'publisher']) {
    const person = { name: role, role, email: `${role}@venue.example`, password }
    await server.send('/api/users', json('POST', person, admin))
  }
  return {
    admin,
    editor: await signIn(server, 'editor@venue.example'),
    publisher: await signIn(server, 'publisher@venue.example'),
  }
}
