import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { OrderReply, StartReply } from '../../cms/features/lunch-run/contract.ts'
import { addDays } from '../../cms/features/venue/hours/opening-hours.ts'
import { newFormKey, topUpAt } from '../support/credit.ts'
import { makeDatabase, onDatabase, type Query } from '../support/database.ts'
import { setCutOff } from '../support/lunch.ts'
import { membershipOf } from '../support/membership.ts'
import { type Server, startServer } from '../support/server.ts'
import { jsonRequest, makeStaff, type Role } from '../support/staff.ts'
import { venueDayOf } from '../support/venue-days.ts'
import type { Visitor } from '../support/visitor.ts'
import { waitUntil } from '../support/wait-until.ts'

const path = '/common-room/member/lunch-run'
let server: Server
let staff: Record<Role, string>
let offers: { kitchens: number; wok: number }
const query: Query = (text, values) => onDatabase(server.databaseUrl, (run) => run(text, values))
const post = (role: Role, name: string, body: unknown) =>
  server.send(`/api/${name}`, jsonRequest('POST', body, staff[role]))

beforeAll(async () => {
  server = await startServer({ DATABASE_URL: await makeDatabase('demo') })
  staff = await makeStaff(server)
  const rows = await query<{ id: number; kind: string }>('select id, kind from lunch_vendors')
  const idOf = (kind: string) => rows.find((row) => row.kind === kind)?.id ?? 0
  offers = { kitchens: idOf('kitchens'), wok: idOf('vendor') }
})
afterAll(() => server?.stop())

let serial = 0
/** A member with 50.00 of credit. */
async function join() {
  const email = `lunch-${++serial}@venue.example`
  const { visitor, user } = await membershipOf(server, server.databaseUrl).signIn(email)
  await topUpAt(server.databaseUrl, email, 50_00)
  return { visitor, email, id: user.id }
}
const errorOf = (reply: { json: <T>() => T }) => reply.json<{ error?: string }>().error
const form = (by: Visitor, name: string, fields: Record<string, string | number>) =>
  by.call(
    `/api/lunch-run/${name}`,
    new URLSearchParams(
      Object.entries(fields).map(([key, value]) => [key, String(value)]),
    ).toString(),
    { headers: { 'content-type': 'application/x-www-form-urlencoded' } },
  )
const today = venueDayOf(new Date())
// Each run is on another day, because an offer has one open run on a day.
let daysAhead = 0
const start = (by: Visitor, offer: number, given: object = {}) =>
  by.call('/api/lunch-run/start', {
    ...{ key: newFormKey(), offer, day: addDays(today, 1), area: 'Common Room' },
    ...{ cut_off: '11:30', without_runner: 'self', ...given },
  })
async function started(by: Visitor, offer: number): Promise<number> {
  daysAhead = (daysAhead % 6) + 1
  // Runs of earlier tests on this day are over.
  await query(`update lunch_runs set state = 'cancelled' where state = 'open'`)
  const reply = await start(by, offer, { day: addDays(today, daysAhead) })
  expect(reply.status, reply.text).toBe(200)
  return reply.json<StartReply>().run
}
type Dish = { id: string; name: string; priceCents: number; menu?: number }
const dishesOf = async (run: number) =>
  (await query<{ dishes: Dish[] }>('select dishes from lunch_runs where id = $1', [run]))[0]
    ?.dishes ?? []
const dishOf = async (run: number, name: string) =>
  (await dishesOf(run)).find((dish) => dish.name === name)?.id ?? ''
const order = (by: Visitor, run: number, dish: string, given: object = {}) =>
  by.call('/api/lunch-run/order', {
    ...{ run, lines: [{ dish, quantity: 1 }], payment: 'credit', ...given },
  })
const mailsTo = (email: string, kind: string) =>
  query('select id from mails where to_address = $1 and kind = $2', [email, kind])

describe('a run', () => {
  test('is started once by one key, once for an offer on a day, and for a time to come', async () => {
    const [{ visitor: ada }, { visitor: bo }] = [await join(), await join()]
    const body = { key: newFormKey(), day: addDays(today, 3) }
    const replies = await Promise.all([1, 2].map(() => start(ada, offers.wok, body)))
    const runs = new Set(replies.map((reply) => reply.json<StartReply>().run))
    expect(runs.size, replies[0]?.text).toBe(1)
    expect(errorOf(await start(bo, offers.wok, { day: body.day }))).toBe('exists')
    expect(errorOf(await start(bo, offers.wok, { day: addDays(today, -1) }))).toBe('no_time')
    expect(errorOf(await start(bo, offers.wok, { day: addDays(today, 30) }))).toBe('no_time')
    const late = { day: addDays(today, 4), opens: '12:00' }
    expect(errorOf(await start(bo, offers.wok, late))).toBe('opens_late')
    expect(errorOf(await start(bo, 1_000_000))).toBe('no_offer')
    await start(ada, offers.wok, { day: addDays(today, 5) })
    expect(errorOf(await start(ada, offers.wok, { day: addDays(today, 6) }))).toBe('too_many_runs')
  })

  test('keeps its prices, also if the menu changes', async () => {
    const { visitor: ada } = await join()
    const run = await started(ada, offers.wok)
    await query(`update lunch_vendors_dishes set price_cents = price_cents + 500`)
    const dish = await dishOf(run, 'Fried rice')
    const [option] = await query<{ id: string }>(
      `select o.id from lunch_vendors_extras_options as o where o.name = 'Chicken'`,
    )
    const lines = [{ dish, quantity: 2, extras: [option?.id] }]
    const reply = await order(ada, run, dish, { lines })
    expect(reply.json<OrderReply>().total_cents, reply.text).toBe(2 * (850 + 100))
  })
})

test('everything works as forms without JavaScript, from start to settlement', async () => {
  const [ada, bo] = [await join(), await join()]
  await query(`update lunch_runs set state = 'cancelled' where state = 'open'`)
  const begun = await form(ada.visitor, 'start', {
    ...{ key: newFormKey(), offer: offers.kitchens, day: addDays(today, 2), area: 'Kitchens' },
    ...{ opens: '', cut_off: '11:30', without_runner: 'self' },
  })
  expect(begun.status).toBe(303)
  const run = Number(/run=(\d+)/.exec(begun.headers.location ?? '')?.[1])
  const [dish] = await dishesOf(run)
  if (!dish) throw new Error('The kitchens have no dishes.')
  const open = await ada.visitor.get(begun.headers.location ?? '')
  expect(open.text).toContain(`n:${dish.id}`)
  expect(open.text).toContain('name="lunch-order"')

  const fields = { run, [`n:${dish.id}`]: 1, note: 'no <salt>', payment: 'credit' }
  expect((await form(ada.visitor, 'order', fields)).headers.location).toContain('done=ordered')
  expect((await form(bo.visitor, 'order', fields)).headers.location).toContain('done=ordered')
  const none = await form(bo.visitor, 'order', { run, note: '', payment: 'credit' })
  expect(none.headers.location).toContain('problem=invalid_lines')
  const many = await form(bo.visitor, 'order', { ...fields, [`n:${dish.id}`]: 1000 })
  expect(many.headers.location).toContain('problem=invalid_lines')

  expect((await form(ada.visitor, 'run', { run })).headers.location).toContain('done=runner')
  const list = await ada.visitor.get(`${path}?run=${run}`)
  expect(list.text).toContain('no &lt;salt&gt;')
  expect(list.text).toContain('lunch-tick')
  // Others see neither the list nor what anybody wrote.
  const stranger = await join()
  const seen = await stranger.visitor.get(`${path}?run=${run}`)
  expect(seen.text).not.toContain('salt')
  expect(seen.text).not.toContain('lunch-tick')

  await setCutOff(query, run, -1)
  await waitUntil(
    () => query<{ state: string }>('select state from lunch_runs where id = $1', [run]),
    ([row]) => row?.state === 'closed',
  )
  expect((await form(bo.visitor, 'order', fields)).headers.location).toContain('problem=cut_off')
  expect((await form(bo.visitor, 'withdraw', { run })).headers.location).toContain(
    'problem=cut_off',
  )
  expect((await form(ada.visitor, 'here', { run })).headers.location).toContain('done=here')
  await waitUntil(
    () => mailsTo(bo.email, 'lunch_here'),
    ({ length }) => length === 1,
  )
  expect(await mailsTo(ada.email, 'lunch_here')).toEqual([])
  expect((await form(ada.visitor, 'fetched', { run })).headers.location).toContain('done=fetched')
  const [paid] = await query<{ transfer: string }>(
    'select transfer from lunch_orders where run = $1 and member = $2',
    [run, bo.id],
  )
  expect(paid?.transfer).not.toBe(null)
  const wrong = { run, text: 'It was cold.' }
  expect((await form(bo.visitor, 'report', wrong)).headers.location).toContain('done=reported')
  expect((await form(stranger.visitor, 'report', wrong)).headers.location).toContain('no_order')
  const cases = await query(`select text from cases where member = $1`, [bo.id])
  expect(cases).toEqual([{ text: 'It was cold.' }])
})

test('the ways lead there, and the member menu does not', async () => {
  const { visitor } = await join()
  for (const page of ['/common-room/main', '/common-room/member']) {
    const { text } = await visitor.get(page)
    const [menu = ''] = /<nav[^>]*class="[^"]*member[^"]*"[\s\S]*?<\/nav>/.exec(text) ?? []
    expect(text, page).toContain(`href="${path}"`)
    expect(menu).not.toContain(path)
  }
})

describe('the kitchen', () => {
  test('sells out a dish of its menu in one tap: who ordered it is told once, and its price is free again', async () => {
    const ada = await join()
    await query(`update lunch_runs set state = 'cancelled' where state = 'open'`)
    const run = await started(ada.visitor, offers.kitchens)
    await query(`update lunch_runs set day = $2 where id = $1`, [run, today])
    const [dish] = await dishesOf(run)
    await order(ada.visitor, run, dish?.id ?? '')
    const body = { menu: dish?.menu, item: dish?.id, sold_out: true }
    for (let press = 0; press < 2; press++) {
      expect((await post('kitchen', 'menu-list/sold-out', body)).status).toBe(200)
    }
    await waitUntil(
      () => mailsTo(ada.email, 'lunch_sold_out'),
      ({ length }) => length === 1,
    )
    const [row] = await query('select lines, dropped, hold from lunch_orders where run = $1', [run])
    expect(row).toEqual({ lines: [], dropped: [dish?.name], hold: null })
    expect((await ada.visitor.get(`${path}?run=${run}`)).text).toContain(dish?.name)
    expect(errorOf(await order(ada.visitor, run, dish?.id ?? ''))).toBe('sold_out')
    await post('kitchen', 'menu-list/sold-out', { ...body, sold_out: false })
    expect((await order(ada.visitor, run, dish?.id ?? '')).status).toBe(200)
  })

  test('sells out what its menu has as sold out already, and what is not on the menu any more', async () => {
    const [ada, bo] = [await join(), await join()]
    await query(`update lunch_runs set state = 'cancelled' where state = 'open'`)
    const run = await started(ada.visitor, offers.kitchens)
    await query(`update lunch_runs set day = $2 where id = $1`, [run, today])
    const [first, second] = await dishesOf(run)
    if (!first || !second) throw new Error('The kitchens have too few dishes.')
    await order(ada.visitor, run, first.id)
    await order(bo.visitor, run, second.id)
    const linesOf = () =>
      query<{ lines: object[] }>('select lines from lunch_orders where run = $1 order by id', [run])
    const sellOut = (dish: Dish) =>
      post('kitchen', 'lunch-list/sold-out', { run, dish: dish.id, sold_out: true })
    // The menu was marked by another way, which the run did not hear of.
    await query('update menus_items set sold_out_on = $2 where id = $1', [first.id, today])
    expect((await sellOut(first)).status).toBe(200)
    expect((await linesOf())[0]?.lines).toEqual([])
    await query('delete from menus_items where id = $1', [second.id])
    for (const press of [1, 2]) expect((await sellOut(second)).status, String(press)).toBe(200)
    expect((await linesOf())[1]?.lines).toEqual([])
    const audited = await query(
      `select details ->> 'dish' as dish from audit where action = 'lunch_sold_out'`,
    )
    expect(audited).toEqual([{ dish: second.name }])
    await query('update menus_items set sold_out_on = null where id = $1', [first.id])
  })

  test('mails a vendor the order once, after the cut-off, without names', async () => {
    const ada = await join()
    const run = await started(ada.visitor, offers.wok)
    const dish = await dishOf(run, 'Aubergine in black bean sauce')
    await order(ada.visitor, run, dish, { note: 'mild, please' })
    expect(errorOf(await post('kitchen', 'lunch-list/mail', { run }))).toBe('before_cut_off')
    await setCutOff(query, run, -1)
    await query(`update lunch_runs set state = 'closed' where id = $1`, [run])
    const presses = await Promise.all([1, 2].map(() => post('kitchen', 'lunch-list/mail', { run })))
    expect(presses.map(({ status }) => status)).toEqual([200, 200])
    const mails = await query<{ text: string }>(
      `select text from mails where kind = 'lunch_vendor' and key = $1`,
      [`lunch order ${run}`],
    )
    expect(mails).toHaveLength(1)
    expect(mails[0]?.text).toContain('1 × Aubergine in black bean sauce (mild, please)')
    expect(mails[0]?.text).not.toContain(ada.email)
    // A dish sells out after the mail, and Ada chooses again: a correction, once, with what is wanted now.
    const mailedAt = async () =>
      (await query<{ at: Date }>('select mailed_at as at from lunch_runs where id = $1', [run]))[0]
        ?.at
    const first = await mailedAt()
    const again = (of: Date | undefined) => post('kitchen', 'lunch-list/mail', { run, of })
    expect(errorOf(await again(first))).toBe('nothing_new')
    await post('kitchen', 'lunch-list/sold-out', { run, dish, sold_out: true })
    const [tofu] = await query<{ id: string }>(
      `select id from lunch_vendors_extras_options where name = 'Tofu'`,
    )
    const rice = await dishOf(run, 'Fried rice')
    const lines = [{ dish: rice, quantity: 1, extras: [tofu?.id] }]
    expect((await order(ada.visitor, run, rice, { lines })).status).toBe(200)
    const corrections = await Promise.all([1, 2].map(() => again(first)))
    expect(corrections.map(({ status }) => status)).toEqual([200, 200])
    const corrected = await query<{ text: string }>(
      `select text from mails where kind = 'lunch_vendor_again'`,
    )
    expect(corrected).toHaveLength(1)
    expect(corrected[0]?.text).toContain('1 × Fried rice, Tofu')
    expect(corrected[0]?.text).not.toContain('Aubergine')
    expect(errorOf(await again(await mailedAt()))).toBe('nothing_new')
    expect(errorOf(await post('bar', 'lunch-list/mail', { run }))).toBe('forbidden')
  })

  test('sees the list, and the bar takes the money of who pays there: it becomes the runner’s credit, once', async () => {
    const [ada, bo] = [await join(), await join()]
    const run = await started(ada.visitor, offers.wok)
    const dish = await dishOf(run, 'Aubergine in black bean sauce')
    await order(ada.visitor, run, dish)
    const { order: id, total_cents: cents } = (
      await order(bo.visitor, run, dish, { payment: 'bar' })
    ).json<OrderReply>()
    await ada.visitor.call('/api/lunch-run/run', { run })
    await setCutOff(query, run, -1)
    const paid = { order: id, till: 'cash' }
    expect(errorOf(await post('bar', 'lunch-list/paid', paid))).toBe('not_payable')
    await query(`update lunch_runs set state = 'closed', day = $2 where id = $1`, [run, today])
    const fetched = { run, payee: 'runner' }
    expect((await ada.visitor.call('/api/lunch-run/fetched', fetched)).status).toBe(200)
    const screen = await server.send('/cms/lunch', {
      headers: jsonRequest('GET', null, staff.publisher).headers ?? {},
    })
    expect(screen.text).toContain('Aubergine in black bean sauce')
    const owing = await bo.visitor.get(path)
    expect(owing.text).toContain('Still to pay')
    expect(owing.text).toContain(`run=${run}`)
    const presses = await Promise.all([1, 2].map(() => post('bar', 'lunch-list/paid', paid)))
    expect(presses.map(({ status }) => status)).toEqual([200, 200])
    expect((await bo.visitor.get(`${path}?run=${run}`)).text).toContain('Paid at the bar')
    expect((await bo.visitor.get(path)).text).not.toContain('Still to pay')
    const [row] = await query<{ balance: string }>(
      `select b.balance from ledger_balances as b join ledger_accounts as a on a.id = b.account
        where a.code = 'member:' || $1::int`,
      [ada.id],
    )
    expect(Number(row?.balance)).toBe(50_00 + cents)
    expect(errorOf(await post('kitchen', 'lunch-list/paid', paid))).toBe('forbidden')
  })
})
