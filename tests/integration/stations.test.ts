import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CountReply } from '../../cms/features/till/contract.ts'
import { formatMoney } from '../../cms/platform/ui/money.ts'
import { newFormKey } from '../support/credit.ts'
import { makeDatabase, onDatabase, type Query } from '../support/database.ts'
import { addDate } from '../support/events.ts'
import { type Server, startServer } from '../support/server.ts'
import { jsonRequest, makeStaff, type Role } from '../support/staff.ts'
import { waitUntil } from '../support/wait-until.ts'

let url: string
let server: Server
let staff: Record<Role, string>

beforeAll(async () => {
  url = await makeDatabase('demo')
  server = await startServer({ DATABASE_URL: url })
  staff = await makeStaff(server)
})
afterAll(() => server?.stop())

let serial = 0
const query: Query = (text, values) => onDatabase(url, (run) => run(text, values))
const post = (role: Role, path: string, body: unknown) =>
  server.send(`/api/${path}`, jsonRequest('POST', body, staff[role]))
const get = (role: Role, path: string) =>
  server.send(path, { headers: jsonRequest('GET', null, staff[role]).headers ?? {} })
const errorOf = ({ status, json }: Awaited<ReturnType<typeof post>>) =>
  status === 200 ? 200 : json<{ error: string; reason?: string }>().error

describe('the bar’s guests', () => {
  const addGuest = async (date: number, name: string) => {
    const [row] = await query<{ id: number }>(
      `insert into reservations (kind, subject, name, email, party, status, payment, key, confirmed_at)
       values ('event', $1, $2, $3, 2, 'going', 'free', $4, now()) returning id`,
      [date, name, `secret${++serial}@guests.example`, `station ${serial}`],
    )
    await query('update event_dates set taken = taken + 2 where id = $1', [date])
    return row?.id ?? 0
  }

  test('are those of today: found by name and checked in, without their addresses', async () => {
    const startsAt = new Date(Date.now() - 60_000)
    const date = await addDate(query, { title: 'Tonight’s quiz', startsAt })
    const rsvp = await addGuest(date, 'Mary Tonight')
    const start = await get('bar', '/cms')
    expect(start.text).toContain('Tonight’s quiz')
    expect(start.text).toContain('Mary Tonight')
    expect((await post('bar', 'event-guests/check-in', { date, rsvp, inside: 2 })).status).toBe(200)
    const list = await get('bar', `/cms/events/guests?date=${date}`)
    expect(list.text).toContain('Mary Tonight')
    const file = await post('bar', 'event-guests/file', { date })
    expect(file.text).toContain('Mary Tonight')
    for (const { text } of [start, list, file]) expect(text).not.toContain('@guests.example')
    for (const path of ['party', 'note', 'cancel', 'offer', 'move', 'message']) {
      expect(errorOf(await post('bar', `event-guests/${path}`, {})), path).toBe('forbidden')
    }
  })

  test('are none of other days', async () => {
    for (const startsAt of [
      new Date(Date.now() + 30 * 3_600_000),
      new Date(Date.now() - 30 * 3_600_000),
    ]) {
      const date = await addDate(query, { title: 'Not tonight', startsAt })
      const rsvp = await addGuest(date, 'Mary Tomorrow')
      for (const [path, body] of [
        ['check-in', { date, rsvp, inside: 1 }],
        ['add', { key: newFormKey(), date, name: 'Eve', party: 1 }],
        ['file', { date }],
      ] as const) {
        const reply = await post('bar', `event-guests/${path}`, body)
        expect(errorOf(reply), path).toBe('forbidden')
        expect(reply.text).toContain('This event is not today. Ask an editor to look it up.')
      }
      for (const [path, body] of [
        ['check-in', { rsvp, inside: 1 }],
        ['add', { kind: 'event', subject: date, key: newFormKey(), name: 'Eve', party: 1 }],
        ['file', { day: startsAt.toISOString().slice(0, 10), search: '' }],
      ] as const) {
        expect(errorOf(await post('bar', `reservations/${path}`, body)), path).toBe('forbidden')
      }
      const day = startsAt.toISOString().slice(0, 10)
      for (const page of [`events/guests?date=${date}`, `reservations?day=${day}`]) {
        expect((await get('bar', `/cms/${page}`)).text, page).not.toContain('Mary Tomorrow')
      }
      expect((await get('bar', '/cms')).text).not.toContain('Mary Tomorrow')
    }
  })

  test('are only numbers for the kitchen', async () => {
    const date = await addDate(query, { title: 'Supper club', startsAt: new Date() })
    await addGuest(date, 'Mary Kitchen')
    const start = await get('kitchen', '/cms')
    expect(start.text).toContain('Supper club')
    expect(start.text).toContain('2 going')
    expect(start.text).not.toContain('Mary Kitchen')
  })
})

describe('an item of a menu', () => {
  const makeMenu = async () => {
    const title = `Specials ${++serial}`
    const items = ['Soup', 'Pie'].map((name) => ({ name: `${name} ${serial}`, price_cents: 500 }))
    const made = await post('editor', 'menus', { title, page: 'kitchens', position: 9, items })
    return made.json<{
      doc: { id: number; updatedAt: string; items: { id: string; name: string }[] }
    }>().doc
  }
  const soldOutOf = async (menu: number) =>
    (
      await query<{ sold_out_on: string | null }>(
        'select sold_out_on from menus_items where _parent_id = $1 order by _order',
        [menu],
      )
    ).map(({ sold_out_on }) => sold_out_on !== null)

  test('is sold out with one press of the kitchen, on the page within a second, and back with the next', async () => {
    const menu = await makeMenu()
    const [soup] = menu.items
    const press = (sold_out: boolean) =>
      post('kitchen', 'menu-list/sold-out', { menu: menu.id, item: soup?.id, sold_out })
    const lineOf = async () => {
      const { text } = await server.get('/kitchens')
      return text.slice(text.indexOf(soup?.name ?? '')).slice(0, 300)
    }
    expect((await press(true)).status).toBe(200)
    expect((await press(true)).status).toBe(200)
    expect(await soldOutOf(menu.id)).toEqual([true, false])
    await waitUntil(lineOf, (line) => line.includes('All gone today'))
    expect((await press(false)).status).toBe(200)
    expect(await soldOutOf(menu.id)).toEqual([false, false])
    await waitUntil(lineOf, (line) => !line.includes('All gone today'))
    const trail = await query(
      `select action, subject, by_name from audit
        where of_collection = 'menus' and document = $1 and by_name = 'kitchen' order by id`,
      [String(menu.id)],
    )
    const subject = `${soup?.name}, Specials ${soup?.name.split(' ')[1]}`
    expect(trail).toEqual([
      { action: 'sold_out', subject, by_name: 'kitchen' },
      { action: 'back_on_menu', subject, by_name: 'kitchen' },
    ])
  })

  test('keeps its mark when others press at the same moment, or save an outdated form', async () => {
    const menu = await makeMenu()
    const replies = await Promise.all(
      menu.items.flatMap(({ id: item }) =>
        (['bar', 'kitchen', 'editor'] as const).map((role) =>
          post(role, 'menu-list/sold-out', { menu: menu.id, item, sold_out: true }),
        ),
      ),
    )
    expect(replies.map(({ status }) => status)).toEqual(Array(6).fill(200))
    expect(await soldOutOf(menu.id)).toEqual([true, true])
    const form = { updatedAt: menu.updatedAt, items: menu.items }
    const saved = await server.send(
      `/api/menus/${menu.id}`,
      jsonRequest('PATCH', form, staff.editor),
    )
    expect(saved.status).toBe(409)
    expect(await soldOutOf(menu.id)).toEqual([true, true])
  })

  test('is marked only if it is there', async () => {
    const { id } = await makeMenu()
    const body = { menu: id, item: 'x', sold_out: true }
    expect(errorOf(await post('kitchen', 'menu-list/sold-out', body))).toBe('no_item')
    const elsewhere = { ...body, menu: 2_000_000 }
    expect(errorOf(await post('kitchen', 'menu-list/sold-out', elsewhere))).toBe('no_item')
    const { items } = await makeMenu()
    const foreign = { ...body, item: items[0]?.id }
    expect(errorOf(await post('kitchen', 'menu-list/sold-out', foreign))).toBe('no_item')
  })
})

describe('the bar’s drawer', () => {
  const newMember = async () => {
    const [row] = await query<{ id: number }>(
      `insert into members (email, name) values ($1, 'Ada Credit') returning id`,
      [`bar${++serial}@members.example`],
    )
    return row?.id ?? 0
  }
  const scan = (member: number) => post('bar', 'till/find', { card: String(member) })
  const topUp = async (role: Role, till: string, amount: number, member: number) => {
    await scan(member)
    const body = { key: newFormKey(), member, amount, till, receipt: 'R 1' }
    return post(role, 'till/top-up', body)
  }
  const stateOf = async (till: string) => {
    const [row] = await query<{ seen: string | null; after: number | null }>(
      `select (select max(e.transfer) from ledger_entries as e join ledger_accounts as a on a.id = e.account
                where a.code = 'till:' || $1) as seen,
              (select max(id) from till_closings where till = $1) as after`,
      [till],
    )
    return { till, seen: Number(row?.seen ?? 0), after: row?.after ?? 0 }
  }
  const count = async (role: Role, till: string, counted: number, more: object = {}) =>
    post(role, 'till/count', { key: newFormKey(), counted, ...(await stateOf(till)), ...more })
  // An amount that nothing else on a page shows.
  const booked = 311_97
  const shown = [formatMoney(booked, 'GBP'), '311.97', '31197']

  test('is counted blind: no reply has what was booked before the count is saved', async () => {
    const member = await newMember()
    await topUp('publisher', 'beer_hall', 300_00, member)
    const mine = await topUp('bar', 'beer_hall', 11_97, await newMember())
    const other = await newMember()
    const found = await scan(other)
    const pages = [
      '/cms',
      '/cms/till',
      '/cms/till/closing',
      '/cms/till/books',
      `/cms/till?member=${other}`,
    ]
    const form = { key: newFormKey(), ...(await stateOf('beer_hall')) }
    const replies = [
      mine,
      found,
      ...(await Promise.all(pages.map((page) => get('bar', page)))),
      // Asks in ways that are refused.
      await post('bar', 'till/count', { ...form, counted: 'x' }),
      await post('bar', 'till/count', { ...form, counted: 1, seen: form.seen - 1 }),
      await post('bar', 'till/count', { ...form, counted: 1, after: form.after + 1 }),
      await post('bar', 'till/count', { ...form, counted: 1, till: 'cash' }),
      await post('bar', 'till/closing', { ...form, counted: 1, booked: 1, after: 0 }),
      await server.send('/api/till/export?from=2020-01-01&to=2040-01-01', {
        headers: jsonRequest('GET', null, staff.bar).headers ?? {},
      }),
      await get('bar', '/api/audit'),
      await get('bar', '/api/globals/accounting'),
    ]
    for (const { text } of replies) {
      for (const amount of shown) expect(text).not.toContain(amount)
      expect(text).not.toContain('@members.example')
    }
    expect(await query(`select from till_closings where till = 'beer_hall'`)).toEqual([])

    const saved = await post('bar', 'till/count', { ...form, counted: 310_00 })
    expect(saved.json<CountReply>()).toMatchObject({
      booked_cents: booked,
      counted_cents: 310_00,
      difference_cents: -1_97,
      repeated: false,
    })
    // What is saved stays: a repetition gets the same reply, and another amount is refused.
    const again = await post('bar', 'till/count', { ...form, counted: 310_00 })
    expect(again.json<CountReply>()).toMatchObject({ difference_cents: -1_97, repeated: true })
    const changed = await post('bar', 'till/count', { ...form, counted: booked })
    expect(errorOf(changed)).toBe('key_reused')
    const older = await post('bar', 'till/count', { ...form, key: newFormKey(), counted: booked })
    expect(errorOf(older)).toBe('booked_while_counting')
    const page = await get('bar', '/cms/till/closing')
    expect(page.text).toContain(formatMoney(booked, 'GBP'))
    const office = await get('publisher', '/cms/till/closing')
    expect(office.text).toContain('counted blind')
    expect(office.text).toContain(formatMoney(booked, 'GBP'))
  })

  test('takes credit of members whose card was shown, and only half an hour long', async () => {
    const member = await newMember()
    const path = `/cms/till?member=${member}`
    const pay = () =>
      post('bar', 'till/payment', { key: newFormKey(), member, amount: 100, area: 'Cafe' })
    const fill = () =>
      post('bar', 'till/top-up', {
        key: newFormKey(),
        member,
        amount: 500,
        till: 'cafe',
        receipt: 'R',
      })
    expect([errorOf(await pay()), errorOf(await fill())]).toEqual(['card_closed', 'card_closed'])
    expect((await get('bar', path)).text).not.toContain('Ada Credit')
    await scan(member)
    expect([errorOf(await fill()), errorOf(await pay())]).toEqual([200, 200])
    const { text } = await get('bar', path)
    expect(text).toContain('Ada Credit')
    expect(text).not.toContain('@members.example')
    await query(`delete from limits where key like 'card of member ' || $1 || ' %'`, [member])
    expect(errorOf(await pay())).toBe('card_closed')
    expect((await get('bar', path)).text).not.toContain('Ada Credit')
  })

  test('is not the office’s: its cash is for publishers', async () => {
    const member = await newMember()
    expect(errorOf(await topUp('bar', 'cash', 100, member))).toBe('other_drawer')
    expect((await topUp('publisher', 'cash', 100, member)).status).toBe(200)
    expect((await topUp('bar', 'card', 100, member)).status).toBe(200)
    expect(errorOf(await count('bar', 'cash', 100))).toBe('bad_request')
    expect(errorOf(await count('kitchen', 'cafe', 100))).toBe('forbidden')
  })

  test('is counted once, whoever counts while others take money', async () => {
    const member = await newMember()
    await topUp('bar', 'cocktail_bar', 500, member)
    const state = await stateOf('cocktail_bar')
    const sent = (counted: number) =>
      post('bar', 'till/count', { key: newFormKey(), counted, ...state })
    const [counts] = await Promise.all([
      Promise.all([sent(500), sent(400), sent(600)]),
      topUp('bar', 'cocktail_bar', 250, member),
    ])
    const saved = counts.filter(({ status }) => status === 200)
    expect(saved.length).toBeLessThanOrEqual(1)
    expect(
      counts.map(({ status }) => status).filter((status) => ![200, 409].includes(status)),
    ).toEqual([])
    await count('bar', 'cocktail_bar', 0)
    const [sums] = await query<{ booked: string }>(
      `select sum(booked) as booked from till_closings where till = 'cocktail_bar'`,
    )
    // A difference is booked, so what is booked until the last count is all that was taken and not counted before.
    expect(Number(sums?.booked)).toBe(750)
  })
})

describe('the admin', () => {
  const closed = [
    ...['cms_content', 'faq', 'letters', 'nudges', 'subscribers', 'members', 'media', 'menus'],
    ...['events', 'redirects', 'causes', 'mails', 'mail_texts', 'audit', 'users'],
  ].map((slug) => `/cms/collections/${slug}`)
  const closedViews = [
    ...['/cms/globals/venue', '/cms/globals/accounting', '/cms/globals/membership'],
    ...['/cms/events', '/cms/faq', '/cms/visual', '/cms/mailbox', '/cms/permissions'],
    ...['/cms/analytics', '/cms/common-good', '/cms/collections/letters/create'],
  ]

  test.each([...closed, ...closedViews])('says that %s is not for stations', async (path) => {
    for (const role of ['bar', 'kitchen'] as const) {
      // The browser shows that there is no such page, or that the account may not open it.
      expect((await get(role, path)).status, `${role}: ${path}`).toBe(404)
    }
  })

  test('shows the tap list to the bar only, and each station its own account', async () => {
    expect((await get('bar', '/cms/collections/taps')).status).toBe(200)
    expect((await get('kitchen', '/cms/collections/taps')).status).toBe(404)
    for (const role of ['bar', 'kitchen'] as const) {
      expect((await get(role, '/cms/account')).status).toBe(200)
    }
  })

  test('has in the menu of a station only what it may use', async () => {
    const linksOf = async (role: Role) => {
      const { text } = await get(role, '/cms')
      const hrefs = [...text.matchAll(/href="(\/cms\/[^"?]*)/g)].map(([, href]) => href ?? '')
      return [...new Set(hrefs)].filter((href) => !/account|logout|guests/.test(href)).sort()
    }
    expect(await linksOf('bar')).toEqual([
      '/cms/collections/taps',
      '/cms/door',
      '/cms/evening',
      '/cms/reservations',
      '/cms/till',
      '/cms/till/closing',
    ])
    expect(await linksOf('kitchen')).toEqual(['/cms/lunch', '/cms/secret-kitchens'])
  })
})
