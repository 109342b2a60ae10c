import type { PayloadRequest } from 'payload'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eventCalls } from '../../cms/features/events/calls.ts'
import type { PublicRsvp } from '../../cms/features/events/contract.ts'
import { cancelRsvp, reserve, rsvpByToken } from '../../cms/features/events/service.ts'
import { countReservation } from '../../cms/features/reservations/rate-limits.ts'
import { reservationToken } from '../../cms/features/reservations/token.ts'
import { clientHeader } from '../../cms/platform/limits/clients.ts'
import { newFormKey, openCredit, type TestCredit } from '../support/credit.ts'
import { addDate } from '../support/events.ts'
import { secret } from '../support/server.ts'

let site: TestCredit
beforeAll(async () => {
  site = await openCredit()
})
afterAll(() => site?.pool.end())

/** Sends a request to a call, as the listener does after it has found the call. */
async function send(path: string, body: object | URLSearchParams | string, method = 'post') {
  const found = eventCalls.find((each) => each.path === path && each.method === method)
  const endpoint = found?.endpoint
  if (!endpoint) throw new Error(`There is no call ${method} ${path}.`)
  const url = `http://localhost/api${path}`
  const isForm = body instanceof URLSearchParams
  const request =
    method === 'get'
      ? new Request(`${url}?${body}`)
      : new Request(url, {
          method,
          body: isForm || typeof body === 'string' ? body : JSON.stringify(body),
          ...(isForm ? {} : { headers: { 'content-type': 'application/json' } }),
        })
  const req = Object.assign(request, {
    payload: site.payload,
    routeParams: {},
    pathname: `/api${path}`,
    searchParams: new URL(request.url).searchParams,
  })
  const response = await endpoint.handler(req as unknown as PayloadRequest)
  const location = response.headers.get('location')
  return {
    status: response.status,
    location,
    json: (location ? {} : await response.json()) as Record<string, unknown>,
  }
}
const guestFields = (email: string) => ({ name: 'Jo', email })
const reserveOn = async (date: number, party = 1) =>
  reserve(site.request(), { date, party, key: newFormKey(), guest: { member: await site.join() } })

describe('reserving', () => {
  test('gets the same reply for an address with a reservation and for an address without', async () => {
    const date = await addDate(site.query)
    const { email } = await reserveOn(date)
    const replies = []
    for (const address of [email ?? '', 'nobody@venue.example']) {
      const body = { date, party: 2, key: newFormKey(), ...guestFields(address) }
      replies.push((await send('/calendar/reserve', body)).json)
    }
    expect(replies).toEqual([
      { confirm: true, held: true },
      { confirm: true, held: true },
    ])
  })

  test.each([
    ['party', '2'],
    ['party', 0],
    ['party', -1],
    ['party', 10_000],
    ['party', 1.5],
    ['party', null],
    ['date', -1],
    ['date', 'x'],
    ['date', 2 ** 40],
    ['key', 'short'],
    ['name', ''],
    ['name', { $gt: '' }],
    ['name', 'x'.repeat(121)],
    ['email', 'nobody'],
    ['email', ['a@venue.example']],
  ])('refuses the %s %j', async (field, value) => {
    const date = await addDate(site.query)
    const body = { date, party: 2, key: newFormKey(), ...guestFields('hostile@venue.example') }
    const { status, json } = await send('/calendar/reserve', { ...body, [field]: value })
    expect([status, json.error]).toEqual([400, 'bad_request'])
    expect(await site.query('select from reservations where subject = $1', [date])).toEqual([])
  })

  test('is refused without name and address, and with a body that is not JSON', async () => {
    const date = await addDate(site.query)
    const { json } = await send('/calendar/reserve', { date, party: 1, key: newFormKey() })
    expect(json.error).toBe('who')
    expect((await send('/calendar/reserve', '{')).json.error).toBe('invalid_json')
  })

  test('works with a form, and its outcome page leads back only to the page of the date', async () => {
    const slug = 'form-evening'
    const date = await addDate(site.query, { slug })
    const form = (values: Record<string, string>) =>
      send(
        '/calendar/reserve',
        new URLSearchParams({
          date: String(date),
          party: '2',
          key: newFormKey(),
          slug,
          ...guestFields('form@venue.example'),
          ...values,
        }),
      )
    const outcome = '/calendar/reservation'
    expect((await form({})).location).toBe(`${outcome}?sent=held&event=${slug}`)
    expect((await form({ party: '7', email: 'x@venue.example' })).location).toBe(
      `${outcome}?problem=party_size&event=${slug}`,
    )
    const elsewhere = await form({ slug: '//evil.example/', email: 'y@venue.example' })
    expect(elsewhere.location).toMatch(/^\/calendar\/reservation\?[^/]*$/)
  })
})

test('strangers who reserve too often do not lock out members at their IP address', async () => {
  const headers = new Headers({ [clientHeader]: '203.0.113.7' })
  const count = (member: { id: number } | null) =>
    countReservation(Object.assign(site.request(), { headers }), member)
  for (let n = 0; n < 40; n++) await count(null)
  await expect(count(null)).rejects.toMatchObject({ reason: 'too_often' })
  const member = await site.join()
  for (let n = 0; n < 40; n++) await count(member)
  await expect(count(member)).rejects.toMatchObject({ reason: 'too_often' })
  await count(await site.join())
})

describe('a permanent link', () => {
  test('changes and cancels one reservation; a forged or outdated link changes none', async () => {
    const date = await addDate(site.query)
    const { id, token } = await reserveOn(date)
    const other = await reserveOn(await addDate(site.query))
    const changed = await send('/calendar/change', { token, party: 3, version: 1 })
    expect((changed.json.rsvp as PublicRsvp).party).toBe(3)
    const stale = await send('/calendar/change', { token, party: 2, version: 1 })
    expect([stale.status, stale.json.error]).toEqual([409, 'stale'])
    const signature = token.split('-').at(-1)
    for (const forged of [
      `${other.id}-1-${signature}`,
      reservationToken({ id, version: 1 }, 'another secret'),
      reservationToken({ id, version: 2 }, secret),
      `${token}0`,
      '',
    ]) {
      const { status, json } = await send('/calendar/cancel', { token: forged })
      expect([status, json.error]).toEqual([404, 'not_found'])
    }
    const form = new URLSearchParams({ token })
    expect((await send('/calendar/cancel', form)).location).toBe(
      `/calendar/reservation/${token}?done=cancelled`,
    )
    expect((await rsvpByToken(site.payload, token))?.status).toBe('cancelled')
    expect((await rsvpByToken(site.payload, other.token))?.status).toBe('going')
  })

  test('changes nothing when it is opened: no mail has a link to a call', async () => {
    const date = await addDate(site.query, { capacity: 1 })
    const going = await reserveOn(date)
    await reserveOn(date)
    const stranger = { date, party: 1, key: newFormKey(), ...guestFields('scanned@venue.example') }
    await send('/calendar/reserve', stranger)
    await cancelRsvp(site.request(), { rsvp: going.id, by: 'guest' })
    const mails = await site.query<{ html: string }>('select html from mails')
    const links = new Set(
      mails.flatMap(({ html }) => [...html.matchAll(/href="([^"]+)"/g)].map(([, to]) => to)),
    )
    expect(links.size).toBeGreaterThan(3)
    // A calendar file is the only part of the API that mails link to. Reading it changes nothing.
    const file = /\/api\/event-dates\/\d+\/calendar\?slug=[a-z0-9-]+$/
    for (const link of links) expect(String(link).replace(file, '')).not.toContain('/api/')
    const reads = eventCalls.filter(({ method }) => method !== 'post')
    expect(reads.map(({ path }) => path)).toEqual(['/calendar/mine', '/calendar/availability'])
  })

  test('takes feedback after the start, and later feedback replaces earlier feedback', async () => {
    const date = await addDate(site.query)
    const { token } = await reserveOn(date)
    const early = await send('/calendar/feedback', { token, score: 3 })
    expect(early.json.error).toBe('too_early')
    await site.query(`update event_dates set starts_at = now() - interval '1 hour' where id = $1`, [
      date,
    ])
    expect((await send('/calendar/feedback', { token, score: 4 })).status).toBe(400)
    await send('/calendar/feedback', { token, score: 3, text: 'Loud\u0007 and lovely' })
    await send('/calendar/feedback', { token, score: 2, text: '' })
    const rows = await site.query('select score, text from event_feedback where date = $1', [date])
    expect(rows).toEqual([{ score: 2, text: null }])
  })
})

test('availability leaves out drafts and secret dates', async () => {
  const full = await addDate(site.query, { capacity: 1 })
  await reserveOn(full)
  const few = await addDate(site.query, { capacity: 5 })
  const draft = await addDate(site.query, { status: 'draft' })
  const begun = await addDate(site.query, { startsAt: new Date(Date.now() - 60_000) })
  const hidden = await addDate(site.query, { visibility: 'secret' })
  const query = `dates=${[full, few, begun, draft, hidden, 999_999].join(',')}`
  const { json } = await send('/calendar/availability', query, 'get')
  expect(
    new Map((json.dates as { id: number; kind: string }[]).map((each) => [each.id, each])),
  ).toEqual(
    new Map<number, object>([
      [full, { id: full, kind: 'full' }],
      [few, { id: few, kind: 'few', left: 5 }],
      // Guests can't reserve any more.
      [begun, { id: begun, kind: 'closed' }],
    ]),
  )
  expect((await send('/calendar/availability', 'dates=1;drop', 'get')).status).toBe(400)
})
