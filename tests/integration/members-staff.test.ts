import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeDatabase, onDatabase, waitUntilSomeoneWaits } from '../support/database.ts'
import { membershipOf } from '../support/membership.ts'
import { newsletterOf, signUpRequest } from '../support/newsletter.ts'
import { phoneOf } from '../support/passkeys.ts'
import { type Server, startServer } from '../support/server.ts'
import { jsonRequest, makeStaff } from '../support/staff.ts'
import { whileLocked } from '../support/while-locked.ts'

let url: string
let server: Server
let others: Server[]
let membership: ReturnType<typeof membershipOf>
let newsletter: ReturnType<typeof newsletterOf>
let staff: Awaited<ReturnType<typeof makeStaff>>
type Role = keyof typeof staff | 'stranger' | 'member'
let memberToken = ''

const act = (role: Role, path: string, body: object) => {
  const session = role === 'stranger' || role === 'member' ? undefined : staff[role]
  const options = jsonRequest('POST', body, session)
  const headers = { ...options.headers, ...(role === 'member' && { authorization: memberToken }) }
  return server.send(`/api/members/${path}`, { ...options, headers })
}
const makeMember = async (email: string) => {
  await newsletter.join(signUpRequest(email))
  const { visitor, user } = await membership.signIn(email)
  const phone = phoneOf(visitor, server)
  const { userHandle } = await phone.register()
  const [link] = await membership.query<{ id: number }>(
    'select id from passkey_handles where handle = $1',
    [userHandle],
  )
  return { visitor, phone, handle: userHandle, id: user.id, link: link?.id ?? 0 }
}
const auditEntries = async (action: string, id: number) =>
  membership.query(
    `select by_name, subject, details from audit
      where action = $1 and document = $2 and of_collection = 'members'`,
    [action, String(id)],
  )

beforeAll(async () => {
  url = await makeDatabase('demo')
  server = await startServer({ DATABASE_URL: url })
  others = await Promise.all(
    [1, 2].map(() => startServer({ DATABASE_URL: url, SITE_URL: server.url })),
  )
  membership = membershipOf(server, url)
  newsletter = newsletterOf(server, url)
  staff = await makeStaff(server)
  memberToken = `Bearer ${(await membership.signIn('any@venue.example')).access_token}`
})
afterAll(async () => {
  for (const each of [server, ...(others ?? [])]) await each?.stop()
})

describe('a member', () => {
  test('is suspended at once everywhere, and reinstated', async () => {
    const { visitor, phone, handle, id } = await makeMember('suspended@venue.example')
    expect((await act('publisher', 'suspend', { id })).status).toBe(200)
    for (const to of [server, ...others]) {
      expect((await visitor.get('/api/auth/user', { to })).status).toBe(401)
      expect((await visitor.call('/api/auth/refresh', {}, { to })).status).toBe(401)
      expect(await phone.check(handle, to)).toMatchObject({ linked: false })
    }
    expect(await auditEntries('member_suspended', id)).toEqual([
      { by_name: 'publisher', subject: String(id), details: null },
    ])
    // A session that is being opened when staff let the member in again ends too.
    const letIn = await whileLocked(
      url,
      async (query) => {
        await query(`insert into member_sessions (member, key, method, user_agent, expires_at)
                     values (${id}, 'late', 'code', '', now() + interval '1 day')`)
        await query(`update members set last_seen_at = now() where id = ${id}`)
      },
      () => act('publisher', 'let-in', { id }),
    )
    expect(letIn.status).toBe(200)
    expect(await membership.count('member_sessions', 'member = $1', [id])).toBe(0)
    expect((await visitor.get('/api/auth/user')).status).toBe(401)
    expect(await phone.check(handle)).toMatchObject({ linkedAndActive: true })
    expect(await auditEntries('member_let_in', id)).toHaveLength(1)
  })

  test('is suspended while a session is opened, without a deadlock', async () => {
    const { visitor, id } = await makeMember('renewing@venue.example')
    await onDatabase(url, async (query) => {
      // Takes the locks in the order of signing in: the member, then the browser's previous session.
      await query('begin')
      await query(`update members set last_seen_at = now() where id = ${id}`)
      const suspended = act('publisher', 'suspend', { id })
      await waitUntilSomeoneWaits(query)
      await query(`select from member_sessions where member = ${id} for update`)
      await query('commit')
      expect((await suspended).status).toBe(200)
    })
    expect((await visitor.get('/api/auth/user')).status).toBe(401)
  })

  test('is signed out everywhere, and loses all device trust', async () => {
    const { visitor, phone, handle, id } = await makeMember('signed-out@venue.example')
    const { visitor: desk } = await membership.signIn('signed-out@venue.example')
    expect((await act('admin', 'sign-out', { id })).status).toBe(200)
    for (const each of [visitor, desk]) {
      expect((await each.get('/api/auth/user')).status).toBe(401)
    }
    expect(await phone.check(handle)).toMatchObject({ linked: false })
    expect(await membership.count('device_grants', 'member = $1', [id])).toBe(0)
    expect(await auditEntries('member_signed_out', id)).toHaveLength(1)
    const before = await membership.mailsTo('signed-out@venue.example')
    await membership.signIn('signed-out@venue.example', visitor)
    const after = await membership.mailsTo('signed-out@venue.example')
    expect(after.slice(before.length).map(({ subject }) => subject)).toContainEqual(
      expect.stringMatching(/^A new device/),
    )
  })

  test('is deleted by an admin as they asked: a mail, seven days, and they may change their mind', async () => {
    const email = 'on-paper@venue.example'
    const { id } = await makeMember(email)
    const dueIn = async () =>
      (
        await membership.query<{ days: number | null }>(
          'select round(extract(epoch from delete_at - now()) / 86400)::int as days from members where id = $1',
          [id],
        )
      )[0]?.days
    expect((await act('publisher', 'delete', { id })).status).toBe(403)
    for (const reply of await Promise.all([1, 2].map(() => act('admin', 'delete', { id })))) {
      expect(reply.status).toBe(200)
    }
    expect(await dueIn()).toBe(7)
    const subjects = (await membership.mailsTo(email)).map(({ subject }) => subject)
    expect(subjects.filter((each) => each.includes('about to be deleted'))).toHaveLength(1)
    expect(await auditEntries('member_deletion_asked', id)).toHaveLength(1)
    for (const reply of await Promise.all([1, 2].map(() => act('admin', 'keep', { id })))) {
      expect(reply.status).toBe(200)
    }
    expect(await dueIn()).toBeNull()
    expect(await auditEntries('member_deletion_undone', id)).toHaveLength(1)
    const stopped = (await membership.mailsTo(email)).filter(({ subject }) =>
      subject.startsWith('Your account stays'),
    )
    expect(stopped).toHaveLength(1)
  })

  test('is unlinked from a passkey, is notified, and can link it again with a code', async () => {
    const email = 'unlinked@venue.example'
    const { phone, handle, id, link } = await makeMember(email)
    const someone = await makeMember('not-unlinked@venue.example')
    expect((await act('publisher', 'unlink', { id, link: someone.link })).status).toBe(404)
    await phone.authenticate(handle)
    phone.visitor.token = null
    phone.visitor.cookies.delete('common-room-session')
    expect((await phone.createSession(handle)).status).toBe(200)
    expect((await act('publisher', 'unlink', { id, link })).status).toBe(200)
    expect((await phone.visitor.get('/api/auth/user')).status).toBe(401)
    expect(await phone.check(handle)).toMatchObject({ linked: false })
    expect((await membership.mailsTo(email)).at(-1)?.subject).toMatch(/^A passkey was removed/)
    expect(await auditEntries('member_unlinked', id)).toHaveLength(1)
    expect(await phone.authenticate(handle)).toMatchObject({ hasExistingLink: false })
    await membership.resetCodeLimits()
    expect((await phone.startLink(handle, email)).status).toBe(200)
    const response = await phone.verifyLink(handle, email, await membership.codeTo(email))
    expect(response.status).toBe(200)
    expect(await phone.check(handle)).toMatchObject({ linkedAndActive: true })
  })

  test('keeps a passkey that was linked to them while staff unlink it from another member', async () => {
    const previousMember = await makeMember('linked-before@venue.example')
    const email = 'linked-since@venue.example'
    const { id } = await makeMember(email)
    const mails = await membership.mailsTo(email)
    const response = await whileLocked(
      url,
      (query) =>
        query('update passkey_handles set member = $1 where id = $2', [id, previousMember.link]),
      () => act('publisher', 'unlink', { id: previousMember.id, link: previousMember.link }),
    )
    expect(response.status).toBe(404)
    expect(
      await membership.count('passkey_handles', 'id = $1 and member = $2', [
        previousMember.link,
        id,
      ]),
    ).toBe(1)
    expect(await membership.mailsTo(email)).toEqual(mails)
    expect(await auditEntries('member_unlinked', previousMember.id)).toEqual([])
  })

  test('is notified of each unlinked passkey; the handle is kept for a month', async () => {
    const email = 'old-passkey@venue.example'
    const { phone, handle, id, link } = await makeMember(email)
    await phone.register(handle)
    expect((await act('publisher', 'unlink', { id, link })).status).toBe(200)
    const removed = /^A passkey was removed/
    expect(
      (await membership.mailsTo(email)).filter(({ subject }) => removed.test(subject)),
    ).toHaveLength(2)
    const long = `now() - interval '31 days'`
    await membership.query(`update passkey_handles set created_at = ${long} where id = $1`, [link])
    await membership.query(
      `insert into passkey_handles (handle, created_at, unlinked_at) values ('AA', ${long}, ${long})`,
    )
    // Each server deletes expired rows when it starts.
    const other = await startServer({ DATABASE_URL: url, SITE_URL: server.url })
    try {
      await expect.poll(() => membership.count('passkey_handles', `handle = 'AA'`)).toBe(0)
      expect(await membership.count('passkeys', 'handle = $1', [link])).toBe(2)
    } finally {
      await other.stop()
    }
  })

  test.each(['suspend', 'let-in', 'sign-out', 'unlink'])(
    'can only be changed by publishers and admins: %s',
    async (path) => {
      const { visitor, id, link } = await makeMember(`nobody-${path}@venue.example`)
      for (const [role, status] of [
        ['stranger', 401],
        ['member', 401],
        ['editor', 403],
      ] as const) {
        const response = await act(role, path, { id, link })
        expect(response.status, role).toBe(status)
      }
      expect((await visitor.get('/api/auth/user')).status).toBe(200)
      expect((await act('publisher', path, { id: 999_999, link })).status).toBe(404)
      for (const wrong of [{}, { id: 'x' }, { id: -1 }, { id: [id] }]) {
        expect((await act('publisher', path, wrong)).status).toBe(400)
      }
    },
  )
})

describe('member data that staff see', () => {
  test('contains no keys, handles or session tokens', async () => {
    const email = 'seen@venue.example'
    const { visitor, phone, handle, id } = await makeMember(email)
    const page = await server.get(`/cms/collections/members/${id}`, {
      cookie: `payload-token=${staff.publisher}`,
      'sec-fetch-site': 'same-origin',
    })
    expect(page.status).toBe(200)
    for (const said of ['Coming in', 'iCloud Keychain', `${handle.slice(0, 4)}…`, 'Suspend']) {
      expect(page.text).toContain(said)
    }
    const [key] = await membership.query<{ public_key: string; credential: string }>(
      `select public_key, credential from passkeys where handle =
        (select id from passkey_handles where handle = $1)`,
      [handle],
    )
    const all = [
      page.text,
      ...(await Promise.all(
        [`/api/members/${id}?depth=3`, '/api/members?limit=0&depth=3&showHiddenFields=true'].map(
          async (path) => (await server.send(path, jsonRequest('GET', null, staff.admin))).text,
        ),
      )),
    ].join()
    const secrets = [handle, key?.public_key, key?.credential, ...visitor.cookies.values()]
    for (const secret of secrets) expect(all).not.toContain(secret)
    expect(phone.authenticator.credentials).toHaveLength(1)
    expect(all).not.toMatch(/member_sessions|device_grants|passkey_handles|public_key/)
  })

  test.each([
    'member_codes',
    'member_sessions',
    'device_grants',
    'signing_keys',
    'passkeys',
    'passkey_handles',
    'passkey_challenges',
    'passkey_proofs',
  ])('excludes %s, which Payload’s API does not expose', async (table) => {
    for (const session of [undefined, staff.admin]) {
      for (const method of ['GET', 'POST', 'PATCH', 'DELETE']) {
        const options = jsonRequest(method, {}, session)
        const { headers = {}, body } = options
        const response = await server.send(`/api/${table}?where[id][exists]=true`, {
          method,
          headers,
          ...(method !== 'GET' && body && { body }),
        })
        expect(response.status, `${method} ${response.text}`).toBe(404)
      }
    }
  })

  test('is refused to editors and to members', async () => {
    const listMembers = (session: string) =>
      server.send('/api/members', jsonRequest('GET', null, session))
    expect((await listMembers(staff.editor)).status).toBe(403)
    expect((await listMembers(staff.publisher)).status).toBe(200)
    const { visitor } = await membership.signIn('no-staff@venue.example')
    for (const path of ['/api/members', '/api/users', '/api/mails', '/api/subscribers']) {
      expect((await visitor.get(path)).status, path).toBe(403)
    }
    expect((await visitor.get('/api/users/me')).json()).toMatchObject({ user: null })
  })
})
