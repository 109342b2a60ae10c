import { describe, expect, test } from 'vitest'
import { type CollectRequest, collectRequest, pageEndRequest } from '../contract.ts'
import { cleanEvents, cleanPageEnd, cleanTo } from './events.ts'

const now = Date.parse('2026-11-23T12:00:00Z')
const minute = 60_000
const view = { type: 'view', id: 'v1-0123456789', at: 0, path: '/beer', title: 'Beer' } as const

const clean = (events: object[], sent = 0) =>
  cleanEvents(
    { ...(collectRequest.parse({ sent, events }) as CollectRequest), referrer: null },
    { now, pathOf: (path) => path },
  )
const viewOf = (fields: object, sent = 0) => clean([{ ...view, ...fields }], sent).views[0]

describe('the time of an event', () => {
  test.each([
    ['is computed from its age, whatever the browser’s clock says', 0, 5 * minute, '11:55:00'],
    ['is not in the future', 10 * minute, 0, '12:00:00'],
    ['is at most a day ago', -1e308, 1e308, '12:00:00'],
  ])('%s', (_, at, sent, time) => {
    expect(viewOf({ at }, sent)?.viewed_at.slice(11, 19)).toBe(time)
  })
  test('is on the previous day if the event is a day old', () => {
    expect(viewOf({ at: -1e308 }, 1e308)?.viewed_at.slice(0, 10)).toBe('2026-11-22')
  })
})

test('measurements are clamped, and the time of a view is rounded down to whole seconds', () => {
  expect(
    viewOf({ time: 4.99, scroll: 250, lcp: 1e308, inp: 0.4, cls: 1e308, fcp: 1e9 }),
  ).toMatchObject({
    time_spent_seconds: 4,
    scroll_depth_percent: 100,
    lcp_ms: 600_000,
    inp_ms: 0,
    cls: 100,
    fcp_ms: 600_000,
    ttfb_ms: null,
  })
  expect(viewOf({ time: 1e308 })?.time_spent_seconds).toBe(86_400)
  expect(viewOf({ cls: 1e-50 })?.cls).toBe(0)
})

test.each([
  ['a negative time', { time: -1 }],
  ['a negative measurement', { lcp: -1 }],
  ['a text as a number', { time: '5' }],
  ['null as a number', { time: null }],
  ['an id with other characters', { id: 'a b c d e f g' }],
  ['a short id, which could be guessed', { id: 'x'.repeat(11) }],
  ['a long id', { id: 'x'.repeat(25) }],
  ['an infinite number', { time: JSON.parse('1e999') }],
  ['an unknown type', { type: 'else' }],
])('an event with %s is refused', (_, fields) => {
  expect(collectRequest.safeParse({ sent: 0, events: [{ ...view, ...fields }] }).success).toBe(
    false,
  )
})

test('the user, the session and the sign-in state that a browser sends are ignored', () => {
  const sent = {
    sent: 0,
    user_id: 7,
    session_id: 'x',
    events: [{ ...view, user_id: 7, session_id: 'x', is_authenticated: true }],
  }
  expect(JSON.stringify(collectRequest.parse(sent))).not.toMatch(/user_id|session_id|authenticated/)
})

test('texts and positions of interactions are limited, and unknown fields are dropped', () => {
  const [row] = clean([
    {
      type: 'interaction',
      kind: 'click',
      id: 'i1-0123456789',
      at: 0,
      path: '/',
      elementId: 'x'.repeat(200),
      text: `${'y'.repeat(99)}😀`,
      x: 12.6,
      y: 1e308,
      data: { form: 'the words of a visitor' },
    },
  ]).interactions
  expect(row).toMatchObject({
    element_id: 'x'.repeat(100),
    element_text: 'y'.repeat(99),
    coordinates: { x: 13, y: 1_000_000 },
    additional_data: null,
  })
})

test.each([
  ['book', 'go btn--primary', 'book', 'go btn--primary'],
  ['ada@venue.example', 'go ada@venue.example', null, 'go'],
  ['member of honour', 'md:flex', null, null],
  ['f47ac10b-58cc-4372-a567-0e02b2c3d479', 'f47ac10b-58cc-4372-a567-0e02b2c3d479', null, null],
  ['', ' ', null, null],
])(
  'of an element with the id %j and the classes %j, only plain names are kept',
  (elementId, elementClass, id, names) => {
    const event = { type: 'interaction', kind: 'click', id: 'i1-0123456789', at: 0, path: '/' }
    expect(clean([{ ...event, elementId, elementClass }]).interactions[0]).toMatchObject({
      element_id: id,
      element_class: names,
    })
  },
)

test.each([
  ['/beer', { to: '/beer' }],
  ['https://other.example', { to: 'other.example' }],
  ['mailto:ada@venue.example', { to: 'mailto:' }],
  ['tel:+441234567', { to: 'tel:' }],
  ['javascript:alert(1)', null],
  ['', null],
  [undefined, null],
])('of a link to %j, %j is stored', (to, additional_data) => {
  const event = { type: 'interaction', kind: 'click', id: 'i1-0123456789', at: 0, path: '/' }
  expect(clean([{ ...event, to }]).interactions[0]).toMatchObject({ additional_data })
})

test('titles of views are masked, and views of unknown pages have no title', () => {
  expect(viewOf({ title: 'Hello ada@venue.example' })?.page_title).toBe('Hello *')
  expect(
    viewOf({ title: `${'x'.repeat(144)} ada.lovelace@venue.example` })?.page_title,
  ).not.toContain('ada')
  expect(viewOf({ path: 'https://other.example' })?.page_path).toBe('/*')
  expect(viewOf({ title: 'Hello', path: '/*' })?.page_title).toBe('')
})

test('a named event is stored as an interaction with its name', () => {
  const event = {
    type: 'event',
    id: 'e1-0123456789',
    at: 0,
    path: '/common-room',
    name: 'gate_opened',
  }
  expect(clean([event]).interactions[0]).toMatchObject({
    interaction_type: 'event',
    additional_data: { name: 'gate_opened' },
  })
})

test.each([
  ['NUL', 'a\0b', 'ab'],
  ['a lone surrogate', 'a\uD800b', 'a�b'],
  ['line breaks', 'a\r\nb', 'a b'],
  ['a character that sets the text direction', 'a\u202Eb', 'ab'],
  ['a long text', 'abcdefghijkl', 'abcdefgh'],
  ['a character that would be cut in half', 'abcdefg😀', 'abcdefg'],
])('cleaning a text handles %s', (_, text, result) => expect(cleanTo(8, text)).toBe(result))

test('the duration and the scroll depth at a page’s end are clamped', () => {
  const sent = pageEndRequest.parse({
    sessionId: 's',
    pagePath: '/beer',
    timeSpent: 1e308,
    scrollDepth: 1e308,
  })
  expect(cleanPageEnd(sent, (path) => path)).toEqual({
    page_path: '/beer',
    seconds: 86_400,
    scroll: 100,
  })
})
