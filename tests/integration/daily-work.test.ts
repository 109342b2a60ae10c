import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { localMoment } from '../../cms/features/venue/hours/opening-hours.ts'
import { makeDatabase, onDatabase } from '../support/database.ts'
import { type Server, startServer } from '../support/server.ts'
import { jsonRequest, makeStaff, type Role, sessionHeaders } from '../support/staff.ts'
import { waitUntil } from '../support/wait-until.ts'
import { whileLocked } from '../support/while-locked.ts'

let server: Server
let url: string
let staff: Record<Role, string>

beforeAll(async () => {
  url = await makeDatabase('demo')
  server = await startServer({ DATABASE_URL: url })
  staff = await makeStaff(server)
})
afterAll(() => server?.stop())

const send = (method: string, path: string, body: unknown, role: Role = 'editor') =>
  server.send(path, jsonRequest(method, body, staff[role]))
const waitUntilShown = (path: string, words: RegExp, isThere = true) =>
  waitUntil(
    async () => words.test((await server.get(path)).text),
    (is) => is === isThere,
  )
const openPattern = (area: string) => new RegExp(`data-area="${area}" data-open`)
const audited = (action: string) =>
  onDatabase(url, (query) =>
    query<{ subject: string; details: unknown }>(
      'select subject, details from audit where action = $1 order by id',
      [action],
    ),
  )
const today = () => localMoment(new Date(), 'Europe/London').date

describe('an item of a menu', () => {
  type Menu = { id: number; items: { name: string; sold_out_on: string | null }[] }
  let menu: Menu
  const save = (sold_out_on: string | null) =>
    send('PATCH', `/api/menus/${menu.id}`, {
      items: menu.items.map((item, row) => (row === 0 ? { ...item, sold_out_on } : item)),
    })

  beforeAll(async () => {
    const found = await server.get('/api/menus?where[page][equals]=cafe&limit=1')
    menu = found.json<{ docs: Menu[] }>().docs[0] as Menu
  })

  test('is sold out until the end of the chosen day, and then available again', async () => {
    const struck = new RegExp(`<s[^>]*><b[^>]*>${menu.items[0]?.name}</b></s>`)
    expect((await save(today())).status).toBe(200)
    await waitUntilShown('/cafe', struck)
    await waitUntilShown('/cafe', /All gone today/)
    expect((await save('2026-01-01')).status).toBe(200)
    await waitUntilShown('/cafe', struck, false)
  })

  test('cannot be marked as sold out on an invalid date', async () => {
    const refused = await save('2026-02-31')
    expect(refused.status).toBe(400)
    expect(refused.text).toContain('items.0.sold_out_on')
  })
})

describe('the days of a menu', () => {
  test('must be days of the week, are shown on the page and stored in the versions of the menu', async () => {
    const found = await server.get('/api/menus?where[page][equals]=cafe&limit=1&sort=position')
    const [menu] = found.json<{ docs: { id: number; days: string[]; available: string }[] }>().docs
    const path = `/api/menus/${menu?.id}`
    expect(menu?.days).toEqual([])
    expect((await send('PATCH', path, { days: ['noday'] })).status).toBe(400)
    expect((await send('PATCH', path, { days: ['mon', 'tue'], available: '' })).status).toBe(200)
    await waitUntilShown('/cafe', /data-days="mon tue"/)
    await waitUntilShown('/cafe', /<p class="note[^>]*>Mon–Tue<\/p>/)
    const versions = await server.get(
      `/api/menus/versions?where[parent][equals]=${menu?.id}&sort=-updatedAt&limit=1`,
      sessionHeaders(staff.publisher),
    )
    const [newest] = versions.json<{ docs: { version: { days: string[] } }[] }>().docs
    expect(newest?.version.days).toEqual(['mon', 'tue'])
    const before = { days: [], available: menu?.available }
    expect((await send('PATCH', path, before)).status).toBe(200)
    await waitUntilShown('/cafe', /data-days=/, false)
  })
})

describe('a barrel', () => {
  type Tap = { id: number; name: string; number: number | null; status: string }
  const tapsWhere = async (where: string) =>
    (await server.get(`/api/taps?sort=id&limit=50&${where}`)).json<{ docs: Tap[] }>().docs
  const comingBeers = () => tapsWhere('where[status][equals]=next')
  const onTap = (number: number) =>
    tapsWhere(`where[status][equals]=pouring&where[number][equals]=${number}`)
  const change = (tap: number, next: number) =>
    send('POST', '/api/tap-list/change-barrel', { tap, next })

  test('is changed once by repeated and concurrent requests', async () => {
    const [old] = (await onTap(3)) as [Tap]
    const [first, second] = (await comingBeers()) as [Tap, Tap]
    const replies = await whileLocked(
      url,
      (query) => query('select from taps for update'),
      () =>
        Promise.all([
          change(old.id, first.id),
          change(old.id, second.id),
          change(old.id, first.id),
          change(old.id, second.id),
        ]),
      4,
    )
    const winner = replies[0]?.status === 200 ? 0 : 1
    expect(replies.map(({ status }) => status)).toEqual(
      winner === 0 ? [200, 409, 200, 409] : [409, 200, 409, 200],
    )
    expect(replies[1 - winner]?.json()).toMatchObject({ error: 'tap_changed' })
    const now = [first, second][winner] as Tap
    expect(await onTap(3)).toMatchObject([{ id: now.id }])
    expect(await tapsWhere(`where[id][equals]=${old.id}`)).toMatchObject([{ status: 'gone' }])
    expect(await audited('barrel_changed')).toEqual([
      { subject: 'tap 3', details: { beer: { before: old.name, after: now.name } } },
    ])
    await waitUntilShown('/beer', new RegExp(old.name), false)
    expect((await change(old.id, now.id)).status).toBe(200)
    expect((await change(old.id, 9999)).status).toBe(404)

    const undo = { tap: now.id, next: old.id, undo: true }
    const undone = [undo, undo].map((body) => send('POST', '/api/tap-list/change-barrel', body))
    expect((await Promise.all(undone)).map(({ status }) => status)).toEqual([200, 200])
    expect(await onTap(3)).toMatchObject([{ id: old.id }])
    expect(await comingBeers()).toEqual(
      expect.arrayContaining([expect.objectContaining({ id: now.id })]),
    )
    expect(await audited('barrel_changed')).toHaveLength(2)
    expect((await change(old.id, now.id)).status).toBe(200)
  })

  test('is not assigned to a tap to which a concurrent request has assigned another barrel', async () => {
    const nextBeers = (await comingBeers()) as [Tap, Tap]
    const pouring = { number: 40, status: 'pouring' }
    const replies = await whileLocked(
      url,
      (query) => query('select from taps for update'),
      () =>
        Promise.all(
          nextBeers.slice(0, 2).map(({ id }) => send('PATCH', `/api/taps/${id}`, pouring)),
        ),
      2,
    )
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 400])
    expect(await onTap(40)).toHaveLength(1)
  })
})

test('the style of a beer is required, gets the spelling of an equal style, and is listed in the filter of the page', async () => {
  const beer = { brewery: 'Nobody', abv: 4.8, half_cents: 250, status: 'pouring' }
  const styles = ['Kölsch', ' kölsch  ', 'pale ale']
  const saved: unknown[] = []
  for (const [row, style] of styles.entries()) {
    const data = { ...beer, name: `Beer ${row}`, number: 70 + row, style }
    const { doc } = (await send('POST', '/api/taps', data)).json<{ doc: { style: string } }>()
    saved.push(doc.style)
  }
  expect(saved).toEqual(['Kölsch', 'Kölsch', 'Pale Ale'])
  await waitUntilShown('/beer', /href="\/beer\?style=K%C3%B6lsch#taps"/)
  expect((await send('POST', '/api/taps', { ...beer, name: 'x', style: ' ' })).status).toBe(400)
})

describe('the call “closed today”', () => {
  type Row = { date: string; area: string | null; closed: boolean; note: string | null }
  const exceptions = async () =>
    (await server.get('/api/globals/venue')).json<{ exceptions: Row[] }>().exceptions
  const close = (area: string | null, closed: boolean, role: Role = 'publisher') =>
    send('POST', '/api/opening/closed-today', { area, closed }, role)
  const planned = () => ({ date: today(), area: 'Cafe', opens: '00:00', closes: '24:00' })
  const days = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun']

  beforeAll(async () => {
    const always = (area: string) => ({ area, days, opens: '00:00', closes: '24:00' })
    const opening_hours = [always('Cafe'), always('Beer Hall')]
    const hours = { opening_hours, exceptions: [planned()] }
    expect((await send('POST', '/api/globals/venue', hours, 'admin')).status).toBe(200)
  })

  test('closes an area although it has planned hours, and can be undone', async () => {
    await waitUntilShown('/cafe', openPattern('Cafe'))
    expect((await close('Cafe', true)).status).toBe(200)
    expect((await close('Cafe', true)).status).toBe(200)
    await waitUntilShown('/cafe', openPattern('Cafe'), false)
    expect(await exceptions()).toMatchObject([planned(), { area: 'Cafe', closed: true }])
    expect(await audited('closed_today')).toEqual([{ subject: 'Cafe', details: { date: today() } }])
    expect((await close('Cafe', false)).status).toBe(200)
    expect((await close('Cafe', false)).status).toBe(200)
    await waitUntilShown('/cafe', openPattern('Cafe'))
    expect(await exceptions()).toMatchObject([planned()])
    expect(await audited('opened_again')).toHaveLength(1)
  })

  test('closes the whole venue, and two concurrent closings both take effect', async () => {
    await close(null, true)
    await waitUntilShown('/cafe', openPattern('Cafe'), false)
    await waitUntilShown('/beer', openPattern('Beer Hall'), false)
    await close(null, false)
    const replies = await whileLocked(
      url,
      (query) => query('select from venue for update'),
      () => Promise.all([close('Cafe', true), close('Beer Hall', true)]),
      2,
    )
    expect(replies.map(({ status }) => status)).toEqual([200, 200])
    expect(await exceptions()).toHaveLength(3)
  })

  test('is refused for editors and unknown areas', async () => {
    expect((await close('Cafe', true, 'editor')).status).toBe(403)
    expect((await close('Roof', true)).status).toBe(400)
  })
})
