import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeDatabase } from '../support/database.ts'
import { type Server, startServer } from '../support/server.ts'
import { jsonRequest, makeStaff } from '../support/staff.ts'

let server: Server
let admin = ''

beforeAll(async () => {
  server = await startServer({ DATABASE_URL: await makeDatabase('demo') })
  admin = (await makeStaff(server)).admin
})
afterAll(() => server?.stop())

const save = (change: object) =>
  server.send('/api/globals/venue', jsonRequest('POST', change, admin))
const span = (days: string[], opens: string, closes: string, area = 'Cafe') => ({
  area,
  days,
  opens,
  closes,
})
const christmas = { date: '2026-12-25', closed: true }

describe('the venue accepts', () => {
  test.each<[string, object]>([
    ['its own record again', {}],
    [
      'two adjacent spans of one day, and one past midnight',
      {
        opening_hours: [
          span(['mon'], '07:00', '12:00'),
          span(['mon'], '12:00', '18:00'),
          span(['sun'], '20:00', '02:00'),
        ],
      },
    ],
    [
      'an exception with both times',
      { exceptions: [{ date: '2028-02-29', opens: '10:00', closes: '24:00' }] },
    ],
    ['a closed day', { exceptions: [christmas, { ...christmas, area: 'Cafe' }] }],
    [
      'links, an email address and a phone number',
      {
        contact: {
          map_url: 'https://maps.example/x',
          email: 'hello@venue.example',
          phone: '+44 114 496 0184',
        },
        social: [{ label: 'Pictures', url: 'http://pictures.example/venue' }],
      },
    ],
    ['topics of its own', { topics: [{ name: ' Quiz  night ' }, { name: 'Brewery releases' }] }],
    ['no phone number and no map link', { contact: { map_url: '', phone: '' } }],
  ])('%s', async (_, change) => {
    const response = await save(change)
    expect(response.status, response.text).toBe(200)
  })
})

describe('the venue refuses with path and reason:', () => {
  const calendar = /day of the calendar/
  const clock = /Write a time|write when it closes/
  const both = /both times/
  const overlap = /overlap others of Cafe on Monday/
  const link = /begins with https/
  const exceptions = (...rows: object[]) => ({ exceptions: rows })
  test.each<[string, object, string, RegExp]>([
    [
      '31 February',
      exceptions({ ...christmas, date: '2026-02-31' }),
      'exceptions.0.date',
      calendar,
    ],
    [
      'an invalid date',
      exceptions({ ...christmas, date: 'Friday' }),
      'exceptions.0.date',
      calendar,
    ],
    [
      'a date twice',
      exceptions(christmas, christmas),
      'exceptions.1.date',
      /other hours for the whole house/,
    ],
    [
      'an opening time alone',
      exceptions({ date: '2026-12-26', opens: '10:00' }),
      'exceptions.0.closes',
      both,
    ],
    [
      'a closing time alone',
      exceptions({ date: '2026-12-26', closes: '10:00' }),
      'exceptions.0.opens',
      both,
    ],
    [
      'an exception with an invalid time',
      exceptions({ date: '2026-12-26', opens: '10', closes: '18:00' }),
      'exceptions.0.opens',
      clock,
    ],
    [
      'opening hours with an invalid time',
      { opening_hours: [span(['mon'], '07:00', '25:00')] },
      'opening_hours.0.closes',
      clock,
    ],
    [
      'hours that overlap',
      { opening_hours: [span(['mon'], '07:00', '12:00'), span(['mon'], '11:00', '15:00')] },
      'opening_hours.1.opens',
      overlap,
    ],
    [
      'hours past midnight that overlap the next morning',
      { opening_hours: [span(['sun'], '20:00', '02:00'), span(['mon'], '01:00', '03:00')] },
      'opening_hours.1.opens',
      overlap,
    ],
    [
      'a topic that is an interest',
      { topics: [{ name: 'film & cinema' }] },
      'topics.0.name',
      /already/,
    ],
    ['a topic twice', { topics: [{ name: 'Quiz' }, { name: ' quiz' }] }, 'topics.0.name', /twice/],
    ['a topic without a name', { topics: [{ name: ' ' }] }, 'topics.0.name', /Fill this in/],
    [
      'a topic with a very long name',
      { topics: [{ name: 'x'.repeat(61) }] },
      'topics.0.name',
      /60/,
    ],
    [
      'too many topics',
      { topics: Array.from({ length: 21 }, (_, n) => ({ name: `Topic ${n}` })) },
      'topics',
      /20/,
    ],
    [
      'a javascript: link',
      { social: [{ label: 'x', url: 'javascript:alert(1)' }] },
      'social.0.url',
      link,
    ],
    ['an empty link', { social: [{ label: 'x', url: '' }] }, 'social.0.url', /Fill this in/],
    [
      'a map link without a scheme',
      { contact: { map_url: 'maps.example' } },
      'contact.map_url',
      link,
    ],
    ['an invalid email address', { contact: { email: 'hello' } }, 'contact.email', /email/],
    ['an invalid phone number', { contact: { phone: 'call us' } }, 'contact.phone', /phone number/],
  ])('%s', async (_, change, path, message) => {
    const response = await save(change)
    expect(response.status, response.text).toBe(400)
    type Refusal = { errors: { data: { errors: { path: string; message: string }[] } }[] }
    const errors = response.json<Refusal>().errors[0]?.data.errors ?? []
    expect(errors).toContainEqual(
      expect.objectContaining({ path, message: expect.stringMatching(message) }),
    )
  })
})
