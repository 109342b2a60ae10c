import { afterEach, expect, test, vi } from 'vitest'
import { subscribe, toSubscribeRequest } from './subscribe.ts'

afterEach(() => vi.unstubAllGlobals())

const filledIn = (fields: [string, string][]) => {
  const form = new FormData()
  for (const [name, value] of fields) form.append(name, value)
  return form
}

test('a filled-in form becomes the request body that spec section 3 defines', () => {
  const form = filledIn([
    ['name', ' Ada '],
    ['email', 'ada@venue.example'],
    ['consent', 'on'],
    ['phone', '0114 496 0184'],
    ['birthday_day', '7'],
    ['birthday_month', '11'],
    ['interests', 'Cooking Classes'],
    ['interests', 'Film & Cinema'],
  ])
  expect(toSubscribeRequest(form, 4000.4)).toEqual({
    email: 'ada@venue.example',
    name: 'Ada',
    consent: true,
    phone: '0114 496 0184',
    birthday: '7/11',
    interests: ['Cooking Classes', 'Film & Cinema'],
    website: '',
    wording: '',
    open_ms: 4000,
  })
})

test('missing fields are null', () => {
  const form = filledIn([
    ['name', 'Ada'],
    ['birthday_day', '7'],
  ])
  expect(toSubscribeRequest(form, 0)).toMatchObject({
    consent: false,
    phone: null,
    birthday: null,
    interests: null,
  })
})

test('if the server requires a proof of work, the form is sent again with one', async () => {
  const replies = [
    Response.json({ error: 'work_required', challenge: '4.5.signature' }, { status: 429 }),
    Response.json({ ok: true }),
  ]
  const fetch = vi.fn((_path: string, _options: RequestInit) => Promise.resolve(replies.shift()))
  vi.stubGlobal('fetch', fetch)
  await subscribe(filledIn([['email', 'ada@venue.example']]), 4000)
  const [first, second] = fetch.mock.calls.map(([, options]) => options)
  expect(second?.body).toBe(first?.body)
  expect(new Headers(second?.headers).get('x-proof-of-work')).toMatch(/^4\.5\.signature\.\d+$/)
})
