import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { channel } from '../../cms/platform/database/announce.ts'
import { mailTextsTag } from '../../cms/platform/mail/tags.ts'
import { makeDatabase, onDatabase } from '../support/database.ts'
import { expectEqualDurations } from '../support/equal-durations.ts'
import { type Server, startServer } from '../support/server.ts'
import { type MailServer, startMailServer } from '../support/smtp-server.ts'
import {
  adminEmail,
  createStaffSession,
  insertStaff,
  jsonRequest,
  makeStaff,
  password,
  passwordTokenTo,
  sessionHeaders,
  sessionIn,
} from '../support/staff.ts'
import { waitUntil } from '../support/wait-until.ts'
import { waitForLockWaiters, whileLocked } from '../support/while-locked.ts'

let server: Server
let url: string
let admin: string
const newPassword = 'another long password'
const query = <Row extends Record<string, unknown>>(text: string, values: unknown[] = []) =>
  onDatabase(url, (run) => run<Row>(text, values))
const post = (path: string, body: unknown, session?: string) =>
  server.send(`/api/users/${path}`, jsonRequest('POST', body, session))
const statusOf = async (email: string, given: string) =>
  (await post('login', { email, password: given })).status
const isSignedIn = async (session: string) =>
  (await server.get('/api/users/me', sessionHeaders(session))).json<{ user: unknown }>().user !==
  null
const makeEditor = async (email: string) => {
  const [id = 0] = await insertStaff(url, [{ name: email, role: 'editor', email }])
  return id
}

beforeAll(async () => {
  url = await makeDatabase('empty')
  server = await startServer({ DATABASE_URL: url, DEMO: '0' })
  admin = (await makeStaff(server)).admin
})
afterAll(() => server?.stop())

describe('one’s own account', () => {
  test('needs its current password to change the password; the change ends all other sessions', async () => {
    const email = 'own@venue.example'
    const id = await makeEditor(email)
    const [session, other] = [
      await createStaffSession(url, email),
      await createStaffSession(url, email),
    ]
    const refused = [
      await server.send(
        `/api/users/${id}`,
        jsonRequest('PATCH', { password: newPassword }, session),
      ),
      await post('change-password', { password: newPassword }, session),
      await post('change-password', { current_password: 'wrong', password: newPassword }, session),
      await post('change-password', { current_password: password, password: 'short' }, session),
      await post('change-password', { current_password: password, password: newPassword }),
    ]
    expect(refused.map(({ status }) => status)).toEqual([403, 400, 403, 400, 401])
    expect(refused[2]?.json()).toEqual({
      error: 'forbidden',
      message: 'That is not your current password.',
    })
    expect(await statusOf(email, password)).toBe(200)
    const given = { current_password: password, password: newPassword }
    const changed = await post('change-password', given, session)
    expect(changed.status).toBe(200)
    // The session's old cookie is invalid too, because somebody may have copied it.
    expect(await Promise.all([sessionIn(changed), session, other].map(isSignedIn))).toEqual([
      true,
      false,
      false,
    ])
    expect([await statusOf(email, password), await statusOf(email, newPassword)]).toEqual([
      401, 200,
    ])
  })

  test('needs its password to change its address, and cannot take the address of another account', async () => {
    const email = 'moves@venue.example'
    const id = await makeEditor(email)
    const session = await createStaffSession(url, email)
    const move = (to: string, given: string) =>
      post('change-email', { current_password: given, email: to }, session)
    const saved = (to: string) =>
      server.send(`/api/users/${id}`, jsonRequest('PATCH', { email: to }, session))
    expect((await saved('moved@venue.example')).status).toBe(403)
    // The admin's form sends the unchanged address along.
    expect((await saved(email)).status).toBe(200)
    expect((await move('moved@venue.example', 'wrong')).status).toBe(403)
    expect((await move(adminEmail, password)).json()).toMatchObject({ error: 'conflict' })
    const moved = await move(' Moved@venue.example', password)
    expect(moved.status).toBe(200)
    expect(await Promise.all([sessionIn(moved), session].map(isSignedIn))).toEqual([true, false])
    expect(await statusOf('moved@venue.example', password)).toBe(200)
  })

  test('ends a stolen session after five wrong passwords, and its owner can still sign in', async () => {
    const email = 'stolen@venue.example'
    await makeEditor(email)
    const [stolen, ownerSession] = [
      await createStaffSession(url, email),
      await createStaffSession(url, email),
    ]
    const guess = (n: number) =>
      post('change-password', { current_password: `guess ${n}`, password: newPassword }, stolen)
    const statuses: number[] = []
    for (let n = 0; n < 4; n++) statuses.push((await guess(n)).status)
    statuses.push((await post('confirm', { current_password: 'guess 4' }, stolen)).status)
    expect(statuses).toEqual([403, 403, 403, 403, 401])
    expect((await post('confirm', { current_password: password }, stolen)).status).toBe(401)
    expect(await Promise.all([stolen, ownerSession].map(isSignedIn))).toEqual([false, true])
    expect(await statusOf(email, password)).toBe(200)
    const ended = await query(`select from audit where action = 'proofs_failed'`)
    expect(ended).toHaveLength(1)
  })

  test('allows at most five password guesses by concurrent requests with one session', async () => {
    const email = 'concurrent@venue.example'
    await makeEditor(email)
    const stolen = await createStaffSession(url, email)
    const guesses = Array.from({ length: 12 }, (_, n) =>
      post('confirm', { current_password: `guess ${n}` }, stolen),
    )
    const refused = (await Promise.all(guesses)).filter(({ status }) => status === 403)
    expect(refused.length).toBeLessThan(5)
    expect(await isSignedIn(stolen)).toBe(false)
  })

  test('cannot be given a password by an admin', async () => {
    const id = await makeEditor('colleague@venue.example')
    const path = `/api/users/${id}`
    for (const target of [path, `/api/users?where[id][equals]=${id}`]) {
      const response = await server.send(
        target,
        jsonRequest('PATCH', { password: newPassword }, admin),
      )
      expect(response.status, target).toBe(403)
    }
    const person = { name: 'X', email: 'x@venue.example', role: 'editor', password: newPassword }
    expect((await server.send('/api/users', jsonRequest('POST', person, admin))).status).toBe(400)
  })
})

describe('an admin’s session', () => {
  const mailsTo = (to: string) =>
    query<{ subject: string; text: string }>(
      `select subject, text from mails
        where to_address = $1 and kind = 'staff_security' order by id`,
      [to],
    )
  const prepareAccounts = async () => {
    const tag = Math.random().toString(36).slice(2)
    const stolenEmail = `robbed-${tag}@venue.example`
    const targetEmail = `prey-${tag}@venue.example`
    await insertStaff(url, [{ name: 'Robbed', role: 'admin', email: stolenEmail }])
    const session = await createStaffSession(url, stolenEmail, { isProved: false })
    const as = (method: string, path: string, body: object = {}) =>
      server.send(`/api/users${path}`, jsonRequest(method, body, session))
    return { tag, stolenEmail, targetEmail, id: await makeEditor(targetEmail), session, as }
  }
  const refusal = {
    error: 'proof_required',
    message: 'Please confirm that it’s you, and try again.',
  }

  test('without a fresh proof cannot invite, change, promote, unlock or delete accounts', async () => {
    const { tag, stolenEmail, targetEmail, id, session, as } = await prepareAccounts()
    const [passkey] = await query<{ id: number }>(
      `insert into staff_passkeys ("user", user_handle, credential, public_key, counter, transports,
                                   aaguid, is_multi_device, is_backed_up, name)
       values ($1, 'x', $2, 'x', 0, '[]', 'x', false, false, 'Phone') returning id`,
      [id, tag],
    )
    const mallory = { name: 'Mallory', email: `mallory-${tag}@venue.example`, role: 'admin' }
    const { email } = mallory
    const requests: [string, string, object?][] = [
      ['POST', '', mallory],
      ['POST', '?depth=0&draft=true', mallory],
      ['PATCH', `/${id}`, { email }],
      ['PATCH', `/${id}?trash=true&autosave=true`, { name: 'Mallory', email }],
      ['PATCH', `/${id}`, { role: 'admin' }],
      ['PATCH', `/${id}`, { email: targetEmail, role: 'publisher' }],
      ['POST', '/send-password-link', { id }],
      ['POST', '/passkeys/revoke', { user: id, id: passkey?.id }],
      ['POST', '/sign-out-everywhere', { id }],
      ['DELETE', `/${id}`],
      ['DELETE', `/${id}?trash=true`],
    ]
    const bulk: typeof requests = [
      ['PATCH', `?where[id][equals]=${id}`, { email }],
      ['PATCH', `?where[id][equals]=${id}`, { role: 'admin' }],
      ['PATCH', `?where[id][equals]=${id}&trash=true`, { deletedAt: null }],
      ['DELETE', `?where[id][equals]=${id}`],
      ['DELETE', `?where[id][equals]=${id}&trash=true`],
    ]
    const state = () =>
      query(
        `select u.email, u.role::text, (select count(*)::int from staff_passkeys) as passkeys,
                (select count(*)::int from staff_links) as links, (select count(*)::int from mails) as mails
           from users as u order by u.id`,
      )
    const before = await state()
    const attack = async () => {
      for (const [method, path, body] of requests) {
        const { status, text } = await as(method, path, body)
        expect([status, JSON.parse(text)], `${method} ${path}`).toEqual([
          403,
          expect.objectContaining(refusal),
        ])
      }
      for (const [method, path, body] of bulk) {
        expect((await as(method, path, body)).status, `${method} ${path}`).toBe(403)
      }
      expect(await state()).toEqual(before)
    }
    await attack()
    // `select` limits the fields of the response, not those that the hooks get.
    const renamed = await as('PATCH', `/${id}?select[email]=false`, { name: 'Renamed' })
    expect(renamed.status, renamed.text).toBe(200)
    expect(await state()).toEqual(before)
    // A proof that is five minutes old or of another session does not count.
    await query(
      `update staff_sessions set proved_at = now() - interval '5 minutes'
        where "user" = (select id from users where email = $1)`,
      [stolenEmail],
    )
    await createStaffSession(url, stolenEmail)
    await attack()
    expect((await post('confirm', { current_password: 'wrong' }, session)).json()).toMatchObject({
      error: 'forbidden',
    })
    expect((await post('confirm', {}, session)).status).toBe(400)
    await attack()
    // A change that gives nobody access to an account needs no proof.
    const form = { name: 'Renamed', email: targetEmail, role: 'editor' }
    expect((await as('PATCH', `/${id}`, form)).status).toBe(200)
  })

  test('is replaced when a proof is given; the old cookie gets no proof and expires', async () => {
    const { stolenEmail, id, session, as } = await prepareAccounts()
    const stolen = session
    const confirmed = await post('confirm', { current_password: password }, session)
    const replaced = sessionIn(confirmed)
    expect(replaced).toMatch(/^[\w-]{43}\.[\w-]{43}$/)
    const refused = await as('DELETE', `/${id}`)
    expect([refused.status, refused.json()]).toEqual([403, expect.objectContaining(refusal)])
    // Requests that other tabs had sent with the old cookie are answered.
    expect(await isSignedIn(stolen)).toBe(true)
    expect((await server.get('/api/users/proof', sessionHeaders(replaced))).status).toBe(200)
    expect((await server.get('/api/users/proof', sessionHeaders(stolen))).status).toBe(403)
    const rows = await query<{ ends: number; isReplaced: boolean }>(
      `select count(distinct created_at)::int as ends, bool_or(replaced_at is not null) as "isReplaced"
         from staff_sessions where "user" = (select id from users where email = $1)`,
      [stolenEmail],
    )
    expect(rows).toEqual([{ ends: 1, isReplaced: true }])

    await query(`update staff_sessions set replaced_at = replaced_at - interval '10 seconds'`)
    expect(await Promise.all([replaced, stolen].map(isSignedIn))).toEqual([true, false])
    expect((await post('confirm', { current_password: password }, stolen)).status).toBe(401)
    const deleted = await server.send(`/api/users/${id}`, jsonRequest('DELETE', {}, replaced))
    expect(deleted.status, deleted.text).toBe(200)
  })

  test('ends if it is replaced while the admin signs out everywhere', async () => {
    const { stolenEmail, session } = await prepareAccounts()
    const ofStolenAccount = `"user" = (select id from users where email = '${stolenEmail}')`
    await whileLocked(
      url,
      (run) => run(`select from staff_sessions where ${ofStolenAccount} for update`),
      async () => {
        const confirmed = post('confirm', { current_password: password }, session)
        await waitForLockWaiters(url)
        return Promise.all([confirmed, post('sign-out-everywhere', {}, session)])
      },
      2,
    )
    expect(await query(`select from staff_sessions where ${ofStolenAccount}`)).toEqual([])
  })

  test('is checked before a request waits for the lock of the accounts', async () => {
    const { id } = await prepareAccounts()
    const statuses = await onDatabase(url, async (run) => {
      await run('begin')
      await run('select pg_advisory_xact_lock(7262020)')
      const responses = [
        await server.send(`/api/users/${id}`, jsonRequest('PATCH', { name: 'x' })),
        await server.send(`/api/users/${id}`, jsonRequest('DELETE', {})),
      ]
      return responses.map(({ status }) => status)
    })
    expect(statuses).toEqual([403, 403])
  })

  test('with a fresh proof changes an address, ends its sessions and links, and notifies the old address', async () => {
    const { tag, stolenEmail, targetEmail, id, session: before } = await prepareAccounts()
    const targetSession = await createStaffSession(url, targetEmail)
    const confirmed = await post('confirm', { current_password: password }, before)
    expect(confirmed.json()).toEqual({ ok: true })
    const session = sessionIn(confirmed)
    const as = (method: string, path: string, body: object = {}) =>
      server.send(`/api/users${path}`, jsonRequest(method, body, session))
    expect((await as('POST', '/send-password-link', { id })).status).toBe(200)
    const token = await passwordTokenTo(url, targetEmail)
    const moved = `moved-${tag}@venue.example`
    expect((await as('PATCH', `/${id}`, { email: moved })).status).toBe(200)
    expect(await isSignedIn(targetSession)).toBe(false)
    expect((await post('reset-password', { token, password: newPassword })).status).toBe(403)
    const [notice] = await mailsTo(targetEmail)
    expect(notice?.subject).toMatch(/^Your login address has changed/)
    expect(notice?.text.replace(/\s+/g, ' ')).toContain('Robbed changed your address: from now on')
    expect(await mailsTo(moved)).toEqual([])

    // All other admins are notified of a new admin, and so is the one who made the change.
    const head = `head-${tag}@venue.example`
    const invited = await as('POST', '', { name: 'Head', email: head, role: 'admin' })
    expect(invited.status).toBe(201)
    expect((await as('PATCH', `/${id}`, { role: 'admin' })).status).toBe(200)
    for (const [email, news] of [
      [stolenEmail, [`Head (${head})`, `${targetEmail} (${moved})`]],
      [adminEmail, [`Head (${head})`, `${targetEmail} (${moved})`]],
      [head, [`${targetEmail} (${moved})`]],
      [moved, []],
    ] as const) {
      const texts = (await mailsTo(email)).map(({ text }) => text.replace(/\s+/g, ' '))
      const adminNotices = texts.filter(
        (text) => text.includes(tag) && text.includes('an admin of'),
      )
      expect(adminNotices, email).toEqual(
        news.map((name) => expect.stringContaining(`Robbed made ${name} an admin of`)),
      )
    }
    expect((await as('DELETE', `/${id}`)).status).toBe(200)
  })
})

test.each(['users?where[hash][like]=pbkdf2', 'cms_content?where[created_by.hash][like]=p'])(
  'a password hash cannot be queried by %s',
  async (path) => {
    const { status, text } = await server.get(`/api/${path}`, sessionHeaders(admin))
    expect(status, text).toBe(400)
  },
)

describe('a session', () => {
  test('has its token in the cookie only: no reply and no table contains it', async () => {
    const email = 'quiet@venue.example'
    await makeEditor(email)
    const login = await post('login', { email, password })
    const token = sessionIn(login)
    expect(token).toMatch(/^[\w-]{43}\.[\w-]{43}$/)
    const replies = [
      login,
      await server.get('/api/users/me', sessionHeaders(token)),
      await post('refresh-token', {}, token),
      await post('change-password', { current_password: password, password: newPassword }, token),
    ]
    for (const { status, text } of replies) {
      expect(status).toBe(200)
      expect(text).not.toContain(token)
      expect(text).not.toMatch(/token|hash|salt/i)
    }
    const rows = await query('select row_to_json(s) as row from staff_sessions s')
    expect(JSON.stringify(rows)).not.toContain(token)
  })

  test('lasts twelve hours, however often an extension is requested', async () => {
    const email = 'long@venue.example'
    const id = await makeEditor(email)
    const session = await createStaffSession(url, email)
    const age = (hours: number) =>
      query(
        `update staff_sessions set created_at = created_at - $2 * interval '1 hour'
          where "user" = $1`,
        [id, hours],
      )
    const expiry = async () => {
      const [row] = await query<{ at: number }>(
        `select floor(extract(epoch from created_at + interval '12 hours'))::int as at
           from staff_sessions where "user" = $1`,
        [id],
      )
      return row?.at
    }
    await age(11)
    const before = await expiry()
    for (let n = 0; n < 3; n++) {
      const renewed = await post('refresh-token', {}, session)
      expect(renewed.json()).toMatchObject({ exp: before })
      expect(renewed.headers['set-cookie']).toBeUndefined()
    }
    expect((await server.get('/api/users/me', sessionHeaders(session))).json()).toMatchObject({
      exp: before,
    })
    await age(1)
    expect((await post('refresh-token', {}, session)).status).toBe(401)
    expect(await isSignedIn(session)).toBe(false)
  })
})

describe('a link to set a password', () => {
  const choose = (token: string, given = newPassword) =>
    post('reset-password', { token, password: given })
  const mailsTo = (email: string) =>
    query<{ kind: string }>('select kind from mails where to_address = $1 order by id', [email])

  test('invites a person, who cannot sign in before choosing a password', async () => {
    const person = { name: 'New', email: 'New@venue.example', role: 'publisher' }
    const made = await server.send('/api/users', jsonRequest('POST', person, admin))
    expect(made.status).toBe(201)
    expect(made.json()).toMatchObject({ doc: { email: 'new@venue.example', role: 'publisher' } })
    expect(made.text).not.toMatch(/hash|salt|token/)
    expect(await mailsTo('new@venue.example')).toEqual([{ kind: 'staff_invitation' }])
    for (const given of ['', ' ', 'null']) {
      expect([400, 401]).toContain(await statusOf('new@venue.example', given))
    }
    const token = await passwordTokenTo(url, 'new@venue.example')
    expect((await choose(token, 'short')).status).toBe(400)
    const chosen = await choose(token)
    expect(chosen.headers['set-cookie']?.[0]).toMatch(/^payload-token=[\w.-]{87};/)
    expect(await statusOf('new@venue.example', newPassword)).toBe(200)
    const again = await server.send('/api/users', jsonRequest('POST', person, admin))
    expect([again.status, (await mailsTo('new@venue.example')).length]).toEqual([409, 1])
    const editor = await createStaffSession(url, 'editor@venue.example')
    expect((await server.send('/api/users', jsonRequest('POST', person, editor))).status).toBe(403)
  })

  test('invites a person once, also for eight concurrent requests', async () => {
    const person = jsonRequest(
      'POST',
      { name: 'Twice', email: 'twice@venue.example', role: 'editor' },
      admin,
    )
    const made = await Promise.all(
      Array.from({ length: 8 }, () => server.send('/api/users', person)),
    )
    const statuses = made.map(({ status }) => status).sort()
    expect(statuses).toEqual([201, ...Array.from({ length: 7 }, () => 409)])
    expect(await mailsTo('twice@venue.example')).toHaveLength(1)
  })

  test('works once, also for ten concurrent requests, and ends all sessions', async () => {
    const email = 'forgot@venue.example'
    await makeEditor(email)
    const old = await createStaffSession(url, email)
    expect((await post('forgot-password', { email: 'FORGOT@venue.example ' })).status).toBe(202)
    const token = await passwordTokenTo(url, email)
    const stored = await query('select row_to_json(l) as row from staff_links l')
    expect(JSON.stringify(stored)).not.toContain(token)
    const responses = await Promise.all(Array.from({ length: 10 }, () => choose(token)))
    const statuses = responses.map(({ status }) => status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
    expect(statuses.filter((status) => ![200, 403, 503].includes(status))).toEqual([])
    expect((await choose(token)).json()).toMatchObject({ error: 'forbidden' })
    expect(await isSignedIn(old)).toBe(false)
    expect(await statusOf(email, newPassword)).toBe(200)
  })

  test('is valid for an hour (an invitation for a week), and never after the address changed', async () => {
    const email = 'late@venue.example'
    const id = await makeEditor(email)
    await post('forgot-password', { email })
    const [link] = await query<{ hours: number }>(
      `select extract(epoch from expires_at - created_at)::int / 3600 as hours from staff_links
        where "user" = $1`,
      [id],
    )
    expect(link?.hours).toBe(1)
    const token = await passwordTokenTo(url, email)
    await query(`update staff_links set expires_at = now() where "user" = $1`, [id])
    expect((await choose(token)).status).toBe(403)
    await server.send('/api/users/send-password-link', jsonRequest('POST', { id }, admin))
    const sent = await passwordTokenTo(url, email)
    const moved = jsonRequest('PATCH', { email: 'later@venue.example' }, admin)
    expect((await server.send(`/api/users/${id}`, moved)).status).toBe(200)
    expect((await choose(sent)).status).toBe(403)
    const invited = { name: 'Week', email: 'week@venue.example', role: 'editor' }
    await server.send('/api/users', jsonRequest('POST', invited, admin))
    const [invitation] = await query<{ hours: number }>(
      `select extract(epoch from expires_at - created_at)::int / 3600 as hours from staff_links
        where purpose = 'invitation' order by created_at desc limit 1`,
    )
    expect(invitation?.hours).toBe(7 * 24)
  })

  test('is not mailed to an address that was changed meanwhile', async () => {
    const email = 'moving@venue.example'
    const id = await makeEditor(email)
    const responses = await whileLocked(
      url,
      async (run) => {
        await run('select pg_advisory_xact_lock(7262020)')
        await run('update users set email = $1 where id = $2', ['moved-on@venue.example', id])
      },
      () =>
        Promise.all([
          server.send('/api/users/send-password-link', jsonRequest('POST', { id }, admin)),
          post('forgot-password', { email }),
        ]),
      2,
    )
    expect(responses.map(({ status }) => status)).toEqual([409, 202])
    expect(await mailsTo(email)).toEqual([])
    expect(await query('select from staff_links where "user" = $1', [id])).toEqual([])
  })

  test('can be requested three times an hour, and earlier links stay valid', async () => {
    const email = 'bombed@venue.example'
    await makeEditor(email)
    await post('forgot-password', { email })
    const token = await passwordTokenTo(url, email)
    for (let n = 0; n < 4; n++) expect((await post('forgot-password', { email })).status).toBe(202)
    expect(await mailsTo(email)).toHaveLength(3)
    expect((await choose(token)).status).toBe(200)
  })

  test('does not reveal by reply or timing whether an address is on the staff', async () => {
    await makeEditor('there@venue.example')
    const texts = new Set<string>()
    const requestLink = async (email: string) =>
      texts.add((await post('forgot-password', { email })).text)
    await expectEqualDurations(
      {
        there: () => requestLink('there@venue.example'),
        nowhere: () => requestLink('nowhere@venue.example'),
      },
      1.3,
      { beforeRound: () => query('delete from limits') },
    )
    expect(texts.size).toBe(1)
    expect(await mailsTo('nowhere@venue.example')).toEqual([])
  })

  test('has a page for signed-in and other visitors', async () => {
    const bad = await server.get('/cms/reset/x')
    expect(bad.status).toBe(200)
    expect(bad.text).toContain('This link is not valid')
    const email = 'page@venue.example'
    await makeEditor(email)
    await post('forgot-password', { email })
    const path = `/cms/reset/${await passwordTokenTo(url, email)}`
    for (const headers of [{}, sessionHeaders(admin)]) {
      expect((await server.get(path, headers)).text).toContain('Choose a new password')
    }
  })
})

test.each(['/admin', '/admin/'])('%s redirects to the admin', async (path) => {
  const response = await server.get(path)
  expect([response.status, response.headers.location]).toEqual([302, '/cms'])
})

describe('many concurrent requests', () => {
  const network = (n: number) => `2001:db8:${n.toString(16)}::1`
  const sendFrom = (client: string, path: string, body: unknown, to = server) => {
    const request = jsonRequest('POST', body)
    const headers = { ...request.headers, 'x-forwarded-for': client }
    return to.send(`/api/users/${path}`, { ...request, headers })
  }

  test('are refused with 503 while too many passwords are checked', async () => {
    await query('delete from limits')
    const slow = await startServer({ DATABASE_URL: url, DEMO: '0', QUICK_PASSWORDS: '0' })
    const sent = Array.from({ length: 40 }, (_, n) =>
      sendFrom(network(n), 'login', { email: `many${n}@venue.example`, password: 'x' }, slow),
    )
    const responses = await Promise.all(sent)
    await slow.stop()
    const unavailable = responses.filter(({ status }) => status === 503)
    const refused = unavailable.filter((response) => {
      const { message } = response.json() as { message: string }
      return message.startsWith('Too many people are doing this')
    })
    expect(responses.filter(({ status }) => ![401, 503].includes(status))).toEqual([])
    expect(refused.length).toBeGreaterThan(0)
    expect(refused[0]?.json()).toMatchObject({ error: 'unavailable' })
    expect(Number(refused[0]?.headers['retry-after'])).toBeGreaterThan(0)
    // The refused passwords were not checked, so they are not counted as attempts. On a busy machine, other requests
    // may fail because the database is unavailable, before or after they are counted.
    const [counted] = await query<{ n: number }>(
      `select sum(taken)::int as n from limits where key like 'sign-in %' and key not like '% from %'`,
    )
    expect(counted?.n).toBeGreaterThanOrEqual(40 - unavailable.length)
    expect(counted?.n).toBeLessThanOrEqual(40 - refused.length)
  })

  test('of one /56 network share a limit, whatever /64 they come from', async () => {
    await query('delete from limits')
    const attemptFrom = (n: number) =>
      sendFrom(`2001:db8:0:${n.toString(16)}::1`, 'forgot-password', { email: 'x@y.example' })
    const statuses = (await Promise.all(Array.from({ length: 61 }, (_, n) => attemptFrom(n)))).map(
      ({ status }) => status,
    )
    expect(statuses.filter((status) => status === 202)).toHaveLength(60)
    expect(statuses.filter((status) => status === 429)).toHaveLength(1)
    const otherNetwork = await sendFrom('2001:db8:0:100::1', 'forgot-password', {
      email: 'x@y.example',
    })
    expect(otherNetwork.status).toBe(202)
  })
})

describe('with a mail server', () => {
  let mails: MailServer
  let sending: Server
  let mailingUrl: string
  const query = <Row extends Record<string, unknown>>(text: string) =>
    onDatabase(mailingUrl, (run) => run<Row>(text))
  beforeAll(async () => {
    mails = await startMailServer()
    // Uses its own database. Otherwise the server without SMTP would send the mails to its mailbox.
    mailingUrl = await makeDatabase('empty')
    // Mails as earlier versions stored them.
    await query(`
      insert into mails (key, kind, to_address, subject, html, text, state, sent_at)
      select kind || ' of before', kind, 'before@venue.example', 'About 123456', 'secret', 'secret',
             state::enum_mails_state, now()
        from (values ('sign_in_code', 'sent'), ('password_reset', 'bounced'),
                     ('staff_invitation', 'failed'), ('confirm_subscription', 'sent'))
             as m (kind, state)`)
    sending = await startServer({ DATABASE_URL: mailingUrl, DEMO: '0', SMTP_URL: mails.url })
    admin = (await makeStaff(sending)).admin
  })
  afterAll(async () => {
    await sending?.stop()
    mails?.stop()
  })

  test('notices are rendered before the lock for account changes is taken', async () => {
    const email = 'promoted@venue.example'
    const [id] = await insertStaff(mailingUrl, [{ name: 'Promoted', role: 'editor', email }])
    const other = { name: 'Other', role: 'admin' as const, email: 'other-admin@venue.example' }
    await insertStaff(mailingUrl, [other])
    // Rendering reads `mail_texts` unless they are cached, so locking this table blocks the rendering.
    const response = await onDatabase(mailingUrl, async (run) => {
      await run('begin')
      await run('lock table mail_texts in access exclusive mode')
      await query(`select pg_notify('${channel}', '["${mailTextsTag}"]')`)
      const change = sending.send(
        `/api/users/${id}`,
        jsonRequest('PATCH', { role: 'admin' }, admin),
      )
      await waitForLockWaiters(mailingUrl)
      expect(await run(`select from pg_locks where objid = 7262020 and granted`)).toEqual([])
      await run('commit')
      return change
    })
    expect(response.status, response.text).toBe(200)
    const notices = `select from mails where to_address = '${other.email}' and kind = 'staff_security'`
    expect(await query(notices)).toHaveLength(1)
  })

  test('codes and links in mails that earlier versions sent are deleted', async () => {
    const rows = await waitUntil(
      () =>
        query<{ kind: string; subject: string; content: string }>(
          `select kind, subject, html || text as content from mails
            where to_address = 'before@venue.example' order by kind`,
        ),
      (all) => all.some(({ content }) => content === ''),
    )
    expect(rows).toEqual([
      { kind: 'confirm_subscription', subject: 'About 123456', content: 'secretsecret' },
      { kind: 'password_reset', subject: 'About 123456', content: '' },
      { kind: 'sign_in_code', subject: 'A code', content: '' },
      // A failed mail keeps its content, because staff may send it again.
      { kind: 'staff_invitation', subject: 'About 123456', content: 'secretsecret' },
    ])
  })

  test('only the recipient sees codes and links, before and after they are sent', async () => {
    await mails.close()
    const email = 'reader@venue.example'
    await insertStaff(mailingUrl, [{ name: 'Reader', role: 'editor', email }])
    await sending.send('/api/users/forgot-password', jsonRequest('POST', { email }))
    const code = jsonRequest('POST', { email: 'member@venue.example' })
    const requested = await sending.send('/api/auth/code', code)
    expect(requested.status).toBe(200)
    const rows = () =>
      query<{ id: number; state: string; subject: string; sealed: string | null }>(
        `select id, state, subject, sealed from mails
          where to_address in ('reader@venue.example', 'member@venue.example') order by id`,
      )
    const shown = async () => {
      const found = await query(
        `select row_to_json(m)::jsonb - 'id' - 'key' - 'sealed' as row from mails m
          where to_address in ('reader@venue.example', 'member@venue.example')`,
      )
      const parts = [JSON.stringify(found)]
      for (const { id } of await rows()) {
        for (const path of [`/api/mails/${id}`, `/cms/mailbox/${id}`]) {
          parts.push((await sending.get(path, sessionHeaders(admin))).text)
        }
      }
      return parts.join('\n')
    }
    const waiting = await shown()
    expect(waiting).not.toMatch(/\/cms\/reset\/[0-9a-f]{40}/)
    expect(waiting).not.toMatch(/\b\d{6} is your code/)
    expect(waiting).toContain('for its reader alone')
    const probe = await sending.get('/api/mails?where[sealed][exists]=true', sessionHeaders(admin))
    expect(probe.status).toBe(400)

    await mails.open()
    // Repeats the update, because an earlier attempt may still fail and defer its mail for a minute.
    const retry = async () => {
      await query(`update mails set next_at = now() where state in ('queued', 'deferred')`)
      return rows()
    }
    await waitUntil(retry, (all) => all.every(({ state }) => state === 'sent'))
    expect(await mails.sourceOf(email)).toMatch(/cms\/reset\//)
    expect(await mails.sourceOf('member@venue.example')).toMatch(/Subject: \d{6} is your code/)
    expect((await rows()).map(({ sealed }) => sealed)).toEqual([null, null])
    expect(await shown()).not.toMatch(/\/cms\/reset\/[0-9a-f]{40}|\b\d{6} is your code/)
  })
})
