import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type {
  ClaimReply,
  MineReply,
  TakeReply,
} from '../../cms/features/secret-kitchens/contract.ts'
import type { Board } from '../../cms/features/secret-kitchens/staff/board.ts'
import { addDays } from '../../cms/features/venue/hours/opening-hours.ts'
import { newFormKey, topUpAt } from '../support/credit.ts'
import { makeDatabase, onDatabase, type Query } from '../support/database.ts'
import { Phone } from '../support/door.ts'
import { membershipOf } from '../support/membership.ts'
import { type Server, startServer } from '../support/server.ts'
import { jsonRequest, makeStaff, type Role } from '../support/staff.ts'
import { venueDayOf } from '../support/venue-days.ts'
import { type Visitor, visitorOf } from '../support/visitor.ts'
import { waitUntil } from '../support/wait-until.ts'

let server: Server
let staff: Record<Role, string>
const query: Query = (text, values) => onDatabase(server.databaseUrl, (run) => run(text, values))
const post = (session: string | undefined, name: string, body: unknown) =>
  server.send(`/api/secret-kitchen-list/${name}`, jsonRequest('POST', body, session))

beforeAll(async () => {
  server = await startServer({ DATABASE_URL: await makeDatabase('demo') })
  staff = await makeStaff(server)
})
afterAll(() => server?.stop())

let serial = 0
async function join(credit = 0) {
  const email = `drops-${++serial}@venue.example`
  const { visitor, user } = await membershipOf(server, server.databaseUrl).signIn(email)
  if (credit) await topUpAt(server.databaseUrl, email, credit)
  return { visitor, email, id: user.id }
}
const errorOf = (reply: { json: <T>() => T }) => reply.json<{ error?: string }>().error
const call = (by: Visitor, name: string, body: object) =>
  by.call(`/api/secret-kitchens/${name}`, body)
const form = (by: Visitor, name: string, fields: Record<string, string | number>) =>
  by.call(
    `/api/secret-kitchens/${name}`,
    new URLSearchParams(
      Object.entries(fields).map(([key, value]) => [key, String(value)]),
    ).toString(),
    { headers: { 'content-type': 'application/x-www-form-urlencoded' } },
  )
const tomorrow = addDays(venueDayOf(new Date()), 1)
const draft = (given: object = {}) => ({
  ...{ id: null, title: 'Smoked eel', kitchen: 'Wren', story: 'An eel.', picture: null },
  ...{ allergens: ['fish'], allergen_note: '', area: 'Kitchens', day: tomorrow },
  ...{ slots: ['19:00', '19:30'], last_minutes: 30, portions: 2, each: 1, price_cents: 800 },
  ...{ opens: `${tomorrow}T12:00`, audience: 'bell', linked: false, ...given },
})
/** A drop that the kitchen announced, in an hour: so everybody who joins until then can claim. */
async function announced(given: object = {}): Promise<number> {
  const { drop } = (await post(staff.kitchen, 'save', draft(given))).json<{ drop: number }>()
  expect((await post(staff.kitchen, 'announce', { drop })).status).toBe(200)
  await query(`update secret_drops set announced_at = now() + interval '1 hour' where id = $1`, [
    drop,
  ])
  return drop
}
const open = (drop: number, seconds: number) =>
  query(
    `update secret_drops set opens_at = clock_timestamp() - $2 * interval '1 second' where id = $1`,
    [drop, seconds],
  )
const mine = async (by: Visitor, drop: number) =>
  (await by.get(`/api/secret-kitchens/mine?drop=${drop}`)).json<MineReply>()
const boardOf = async (drop: number) =>
  (
    await server.send(`/api/secret-kitchen-list/board?drop=${drop}`, {
      headers: jsonRequest('POST', {}, staff.kitchen).headers ?? {},
    })
  ).json<Board>()

describe('the kitchen’s calls', () => {
  test('are refused for visitors, for a member’s cookie and token, and for editors, publishers and the bar', async () => {
    const { visitor } = await join()
    expect(visitor.token).toBeTruthy()
    const [drop] = await query<{ id: number }>('select id from secret_drops limit 1')
    const body = { drop: drop?.id ?? 0 }
    const names = ['save', 'announce', 'sold-out', 'cancel', 'collect', 'message', 'delete']
    for (const name of names) {
      expect((await post(undefined, name, body)).status, name).toBe(401)
      expect((await visitor.call(`/api/secret-kitchen-list/${name}`, body)).status, name).toBe(401)
      for (const role of ['editor', 'publisher', 'bar'] as const) {
        expect((await post(staff[role], name, body)).status, `${role} ${name}`).toBe(403)
      }
    }
    for (const session of [undefined, staff.editor]) {
      const page = await server.send('/api/secret-kitchen-list/board', {
        headers: jsonRequest('POST', {}, session).headers ?? {},
      })
      expect([401, 403]).toContain(page.status)
    }
    const usual = await server.send('/api/secret-kitchen-list/board', {
      headers: jsonRequest('POST', {}, staff.admin).headers ?? {},
    })
    expect(usual.json<Board>().chosen?.drop.title).toBe('Kettle broth')
    const reached = await visitor.get('/secretkitchenadmin')
    expect([reached.status, reached.headers.location]).toEqual([302, '/cms/secret-kitchens'])
  })

  test('are the only ones: claims are in no general list of reservations, and nobody else adds one', async () => {
    const drop = await announced({ title: 'Hidden herring', portions: 1 })
    await open(drop, 60)
    const { visitor } = await join()
    await query('update secret_drops set drawn_at = now() where id = $1', [drop])
    expect((await call(visitor, 'claim', { drop, portions: 1 })).status).toBe(200)
    for (const role of ['editor', 'publisher', 'bar'] as const) {
      const add = { kind: 'drop', subject: drop, party: 1, name: 'Eve', key: newFormKey() }
      const reply = await server.send(
        '/api/reservations/add',
        jsonRequest('POST', add, staff[role]),
      )
      expect([403, 409], `${role} ${reply.text}`).toContain(reply.status)
    }
    const file = await server.send(
      '/api/reservations/file',
      jsonRequest('POST', { day: tomorrow, search: '' }, staff.publisher),
    )
    expect(file.status).toBe(200)
    expect(file.text).not.toContain('Hidden herring')
    expect(
      await query(`select from reservations where kind = 'drop' and subject = $1`, [drop]),
    ).toHaveLength(1)
  })

  test('save a drop that has opened with its form as the page shows it', async () => {
    const drop = await announced({ title: 'Late story' })
    await open(drop, 61)
    const { chosen } = await boardOf(drop)
    const form = draft({ title: 'Late story', story: 'It was good.', opens: chosen?.opens })
    const reply = await post(staff.kitchen, 'save', { ...form, id: drop })
    expect([reply.status, chosen?.opens], reply.text).toEqual([
      200,
      expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d$/),
    ])
  })

  test('have a page, which only the kitchen and admins see', async () => {
    const pageFor = (session?: string) =>
      server.send('/cms/secret-kitchens', {
        headers: session ? (jsonRequest('POST', {}, session).headers ?? {}) : {},
      })
    for (const role of ['kitchen', 'admin'] as const) {
      const { status, text } = await pageFor(staff[role])
      expect(status, role).toBe(200)
      expect(text).toContain('Kettle broth')
    }
    for (const session of [undefined, staff.editor, staff.bar]) {
      expect((await pageFor(session)).text).not.toContain('Kettle broth')
    }
  })

  test('write a draft that nobody else sees, announce it once, and keep its price once it has opened', async () => {
    const saved = await post(staff.admin, 'save', draft({ title: 'Secret eel' }))
    const { drop } = saved.json<{ drop: number }>()
    const page = () => server.send('/secretkitchens/secret-eel', { headers: {} })
    expect((await page()).status).toBe(404)
    const replies = await Promise.all([1, 2].map(() => post(staff.kitchen, 'announce', { drop })))
    expect(replies.map(({ status }) => status)).toEqual([200, 200])
    const shown = await waitUntil(page, ({ status }) => status === 200)
    expect(shown.text).toContain('Secret eel')
    expect(shown.headers['x-robots-tag']).toContain('noindex')
    expect(errorOf(await post(staff.kitchen, 'delete', { drop }))).toBe('announced')
    await open(drop, 60)
    const version = (await boardOf(drop)).chosen?.drop.version
    const dearer = draft({ id: drop, version, price_cents: 900 })
    expect((await post(staff.kitchen, 'save', dearer)).text).toContain('opening can’t be changed')
    expect((await post(staff.kitchen, 'save', { ...dearer, version: 99 })).text).toContain(
      'Somebody else',
    )
    const { chosen } = await boardOf(drop)
    expect(chosen?.audit.map(({ action }) => action)).toEqual(['drop_announced', 'drop_added'])
  })

  test('sold out in one tap stops claims and offers, and the next tap offers what is left', async () => {
    const drop = await announced()
    const [ada, bo] = [await join(), await join()]
    await open(drop, 20)
    expect((await post(staff.kitchen, 'sold-out', { drop, sold_out: true })).status).toBe(200)
    expect((await call(ada.visitor, 'claim', { drop, portions: 1 })).text).toContain('All gone')
    await post(staff.kitchen, 'sold-out', { drop, sold_out: false })
    const claimed = (await call(ada.visitor, 'claim', { drop, portions: 1 })).json<ClaimReply>()
    expect(claimed).toMatchObject({ result: 'claimed', claim: { status: 'held' } })
    // Fewer than are taken can't be; more go to who waits.
    const setPortions = async (portions: number) => {
      const { version } = (await boardOf(drop)).chosen?.drop ?? {}
      return (await post(staff.kitchen, 'portions', { drop, portions, version })).status
    }
    expect(await setPortions(1)).toBe(200)
    await call(bo.visitor, 'claim', { drop, portions: 1 })
    expect((await mine(bo.visitor, drop)).claim?.status).toBe('waitlisted')
    expect(await setPortions(2)).toBe(200)
    expect((await mine(bo.visitor, drop)).claim?.status).toBe('offered')
  })

  test('a number of portions is refused if somebody else changed the drop meanwhile', async () => {
    const drop = await announced({ portions: 5 })
    const { version = 0 } = (await boardOf(drop)).chosen?.drop ?? {}
    const taps = await Promise.all(
      [1, 2].map(() => post(staff.kitchen, 'portions', { drop, portions: 6, version })),
    )
    expect(taps.map(({ status }) => status).sort()).toEqual([200, 409])
    const blind = await post(staff.kitchen, 'portions', { drop, portions: 7 })
    expect(blind.status).toBe(400)
    const { chosen } = await boardOf(drop)
    expect(chosen?.drop).toMatchObject({ portions: 6, version: version + 1 })
    const stale = { ...draft({ title: 'Smoked eel', portions: 5 }), id: drop, version }
    expect((await post(staff.kitchen, 'save', stale)).text).toContain('Somebody else')
  })

  test('a time that the clocks skip is refused, for collecting and for the opening', async () => {
    const year = new Date().getUTCFullYear() + 1
    const last = new Date(Date.UTC(year, 2, 31))
    last.setUTCDate(31 - last.getUTCDay())
    const day = last.toISOString().slice(0, 10)
    const times = [
      { slots: ['00:30', '01:30'], opens: `${addDays(day, -1)}T12:00` },
      { slots: ['19:00'], opens: `${day}T01:30` },
    ]
    for (const each of times) {
      const reply = await post(staff.kitchen, 'save', draft({ day, ...each }))
      expect([reply.status, reply.text]).toEqual([400, expect.stringContaining('go forward')])
    }
    const slots = { slots: ['00:30', '02:30'], opens: `${addDays(day, -1)}T12:00` }
    const { drop } = (await post(staff.kitchen, 'save', draft({ day, ...slots }))).json<{
      drop: number
    }>()
    expect((await boardOf(drop)).chosen?.lastMinutes).toBe(30)
  })

  test('calling it off before the draw tells who is in it and who rang the bell, once', async () => {
    const drop = await announced()
    // The last one does none of it.
    const people = [await join(), await join(), await join(), await join()] as const
    const [entrant, ringer, loyal] = people
    await open(drop, 1)
    await call(entrant.visitor, 'claim', { drop, portions: 1 })
    for (const { visitor } of [entrant, ringer]) await call(visitor, 'bell', { drop, on: true })
    await call(loyal.visitor, 'bell', { on: true })
    await Promise.all([1, 2].map(() => post(staff.kitchen, 'cancel', { drop })))
    const mails = () =>
      query<{ to_address: string }>(
        `select to_address from mails where kind = 'drop_called_off' and to_address = any($1::text[])
          order by to_address`,
        [people.map(({ email }) => email)],
      )
    const told = await waitUntil(mails, ({ length }) => length >= 3)
    expect(told.map((each) => each.to_address)).toEqual(
      [entrant, ringer, loyal].map(({ email }) => email).sort(),
    )
    await call(loyal.visitor, 'bell', { on: false })
  })

  test('calling it off tells those whose claims were given back or have expired, and others by the mail of their claim', async () => {
    const drop = await announced({ portions: 3 })
    const people = [await join(), await join(), await join()] as const
    const [givenBack, expired, claimant] = people
    await open(drop, 20)
    for (const { visitor } of people) {
      await call(visitor, 'bell', { drop, on: true })
      expect((await call(visitor, 'claim', { drop, portions: 1 })).status).toBe(200)
    }
    const end = (email: string, by: 'guest' | 'expiry') =>
      query(
        `update reservations set status = 'cancelled', cancelled_by = $3, cancelled_at = now(), held_until = null
          where kind = 'drop' and subject = $1 and email = $2`,
        [drop, email, by],
      )
    await end(givenBack.email, 'guest')
    await end(expired.email, 'expiry')
    expect((await post(staff.kitchen, 'cancel', { drop })).status).toBe(200)
    const keysOf = async (...emails: string[]) =>
      (
        await query<{ key: string }>(
          `select key from mails where kind = 'drop_called_off' and to_address = any($1::text[]) order by key`,
          [emails],
        )
      ).map(({ key }) => key)
    const keyOf = ({ id }: { id: number }) => `drop ${drop} called_off ${id}`
    const told = await waitUntil(
      () => keysOf(givenBack.email, expired.email),
      ({ length }) => length >= 2,
    )
    expect(told).toEqual([keyOf(givenBack), keyOf(expired)].sort())
    const mails = await keysOf(claimant.email)
    expect(mails).toHaveLength(1)
    expect(mails).not.toContain(keyOf(claimant))
  })

  test('a message goes to who has portions, once; and calling it off tells everybody and frees what was held', async () => {
    const drop = await announced({ portions: 1 })
    const [ada, bo] = [await join(20_00), await join()]
    await open(drop, 20)
    const { claim } = (await call(ada.visitor, 'claim', { drop, portions: 1 })).json<
      Extract<ClaimReply, { result: 'claimed' }>
    >()
    const taken = { token: claim.token, key: newFormKey(), slot: '19:00', payment: 'credit' }
    expect((await call(ada.visitor, 'take', taken)).status).toBe(200)
    await call(bo.visitor, 'claim', { drop, portions: 1 })
    const message = { drop, key: newFormKey(), text: 'The fire is slow.' }
    const told = await Promise.all([1, 2].map(() => post(staff.kitchen, 'message', message)))
    expect(told.map((each) => each.json<{ told: number }>().told)).toEqual([1, 1])
    const mailsTo = async (email: string) =>
      (
        await query<{ kind: string }>('select kind from mails where to_address = $1 order by id', [
          email,
        ])
      ).flatMap(({ kind }) => (kind.startsWith('drop_') ? kind : []))
    expect(await mailsTo(ada.email)).toEqual(['drop_going', 'drop_message'])
    expect(await mailsTo(bo.email)).toEqual(['drop_waitlisted'])
    await Promise.all([1, 2].map(() => post(staff.kitchen, 'cancel', { drop })))
    expect((await mailsTo(ada.email)).slice(-1)).toEqual(['drop_called_off'])
    expect((await mailsTo(bo.email)).slice(-1)).toEqual(['drop_called_off'])
    const held = await query(
      `select h.status from ledger_holds as h where h.reference = $1 and h.status = 'held'`,
      [`drop:${drop}`],
    )
    expect(held).toEqual([])
    const page = await ada.visitor.get(`/secretkitchens/claim/${claim.token}`)
    expect(page.text).toContain('Nobody pays anything')
  })
})

describe('without JavaScript', () => {
  test('a claim enters the draw, and its page says what came of it; the code is read at the door', async () => {
    const drop = await announced({ portions: 1, slots: ['19:00'] })
    const { visitor, email } = await join(20_00)
    await open(drop, 1)
    const entered = await form(visitor, 'claim', { drop, portions: 1 })
    expect(entered.status).toBe(303)
    expect(entered.headers.location).toBe(`/secretkitchens/claim?drop=${drop}&done=entered`)
    const waiting = await visitor.get(entered.headers.location ?? '')
    expect(waiting.text).toContain('You’re in the pot')
    expect(waiting.text).toContain('name="claim-again"')
    await open(drop, 13)
    const { headers } = await form(visitor, 'claim', { drop, portions: 1 })
    expect(headers.location).toMatch(/^\/secretkitchens\/claim\/[\da-f-]+/)
    const path = String(headers.location).replace(/\?$/, '')
    const held = await visitor.get(path)
    expect(held.text).toContain('After that the next in line gets it')
    expect(held.headers['referrer-policy']).toBe('no-referrer')
    const token = path.split('/').at(-1) ?? ''
    const taken = await form(visitor, 'take', { token, slot: '19:00', payment: 'bar' })
    expect(taken.headers.location).toBe(`${path}?done=taken`)
    // The drop is collected now.
    await query(
      `update secret_drops set starts_at = now() + interval '10 minutes', ends_at = now() + interval '1 hour' where id = $1`,
      [drop],
    )
    const going = await visitor.get(path)
    const [, code = ''] = /data-ticket="([^"]+)"/.exec(going.text) ?? []
    expect(code).toMatch(/^CR1T\.[\w-]{8}\.d\./)
    const phone = await Phone.enrol(server, { door: 'area:kitchens', session: staff.bar })
    const scan = () => phone.scan({ type: 'code', code })
    expect(await scan()).toMatchObject({ result: 'pay', due_cents: 800 })
    expect((await boardOf(drop)).chosen?.claims).toMatchObject([{ isCollected: true, party: 1 }])
    expect((await visitor.get(path)).text).toContain('Collected')
    const [row] = await query<{ id: number }>(
      `select id from reservations where kind = 'drop' and subject = $1 and email = $2`,
      [drop, email],
    )
    const undone = await post(staff.kitchen, 'collect', { claim: row?.id, collected: false })
    expect(undone.status).toBe(200)
    expect((await boardOf(drop)).chosen?.claims).toMatchObject([{ isCollected: false }])
  })

  test('who is not signed in is led to sign in, and a claim too early says so', async () => {
    const drop = await announced()
    const stranger = visitorOf(server)
    const slug = (await boardOf(drop)).chosen?.drop.slug ?? ''
    for (const name of ['claim', 'bell']) {
      const refused = await form(stranger, name, { drop, slug, portions: 1, on: 1 })
      expect(refused.headers.location).toBe(
        `/secretkitchens/sign-in?back=%2Fsecretkitchens%2F${slug}`,
      )
    }
    const forged = await form(stranger, 'claim', { drop, slug: '../cms', portions: 1 })
    expect(forged.headers.location).toBe('/secretkitchens/sign-in')
    const { visitor } = await join()
    const early = await form(visitor, 'claim', { drop, portions: 1 })
    expect(early.headers.location).toBe(`/secretkitchens/claim?drop=${drop}&problem=not_open`)
    expect((await visitor.get(early.headers.location ?? '')).text).toContain('by our clock')
    const bell = await form(visitor, 'bell', { drop, on: 1 })
    expect(bell.headers.location).toBe(`/secretkitchens/claim?drop=${drop}&done=bell_on`)
    expect(await mine(visitor, drop)).toMatchObject({ bell: { drop: true, every: false } })
    const me = async (by: Visitor) => (await by.get('/api/secret-kitchens/me')).json()
    expect(await me(visitor)).toEqual({ is_member: true, bell: { drop: false, every: false } })
    expect(await me(visitorOf(server))).toEqual({
      is_member: false,
      bell: { drop: false, every: false },
    })
  })
})

describe('a claim', () => {
  test('by JSON: entered, drawn, taken with credit, given back', async () => {
    const drop = await announced()
    const { visitor } = await join(20_00)
    await open(drop, 1)
    const entered = await call(visitor, 'claim', { drop, portions: 1 })
    expect(entered.json<ClaimReply>()).toMatchObject({ result: 'entered' })
    expect(await mine(visitor, drop)).toMatchObject({ entered: 1, claim: null, may_claim: true })
    await open(drop, 13)
    const { claim } = await mine(visitor, drop)
    expect(claim?.status).toBe('held')
    const body = { token: claim?.token, key: newFormKey(), slot: '19:30', payment: 'credit' }
    const taken = (await call(visitor, 'take', body)).json<TakeReply>()
    expect(taken).toMatchObject({ rsvp: { status: 'going', payment: 'credit', price_cents: 800 } })
    const moved = await call(visitor, 'slot', { token: claim?.token, slot: '19:00' })
    expect(moved.status, moved.text).toBe(200)
    expect((await boardOf(drop)).chosen?.claims).toMatchObject([{ slot: '19:00' }])
    const back = await call(visitor, 'cancel', { token: claim?.token })
    expect(back.json<{ rsvp: { status: string } }>().rsvp.status).toBe('cancelled')
  })

  test('of a forged token, of a draft, or of what is not there is not found', async () => {
    const { visitor } = await join()
    const { drop } = (await post(staff.kitchen, 'save', draft())).json<{ drop: number }>()
    expect((await call(visitor, 'claim', { drop, portions: 1 })).status).toBe(404)
    expect((await call(visitor, 'claim', { drop: 999_999, portions: 1 })).status).toBe(404)
    const forged = {
      token: `1-1-${'0'.repeat(40)}`,
      key: newFormKey(),
      slot: '19:00',
      payment: 'bar',
    }
    expect((await call(visitor, 'take', forged)).status).toBe(404)
    expect((await call(visitor, 'claim', { drop, portions: 99 })).status).toBe(400)
    expect((await visitor.get('/secretkitchens/claim/1-1-00')).text).toContain('Not here')
  })

  test('the token of another kind of reservation opens no claim, and that of a claim opens no other page', async () => {
    const drop = await announced()
    const { visitor } = await join()
    await open(drop, 20)
    await call(visitor, 'claim', { drop, portions: 1 })
    const { claim } = await mine(visitor, drop)
    expect((await visitor.get(`/book/reservation/${claim?.token}`)).text).not.toContain(
      'Smoked eel',
    )
    expect((await visitor.call('/api/book/cancel', { token: claim?.token })).status).toBe(404)
  })
})
