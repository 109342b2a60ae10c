import { expect, test } from 'vitest'
import { formatSpent, stepsOf } from './visit-steps.ts'

test('the steps of a visit are listed by time, a page before its actions', () => {
  const at = (minute: number) => `2026-11-23T14:0${minute}:00.000Z`
  const page = (path: string, minute: number) => ({
    path,
    title: path,
    at: at(minute),
    seconds: 1,
    scroll: 1,
  })
  const action = (name: string, minute: number) => ({
    path: '/',
    kind: 'click',
    name,
    at: at(minute),
  })
  const visit = {
    id: 'a',
    started_at: at(0),
    browser: 'Safari',
    os: 'iOS',
    device_type: 'phone',
    country: null,
    source: null,
    pages: [page('/', 0), page('/cafe', 2)],
    actions: [action('Menu', 0), action('Book', 1)],
  }
  expect(stepsOf(visit).map((step) => (step.type === 'page' ? step.path : step.name))).toEqual([
    '/',
    'Menu',
    'Book',
    '/cafe',
  ])
})

test.each([
  [0, '0 s'],
  [59, '59 s'],
  [185, '3 min 5 s'],
])('%s seconds are shown as %s', (seconds, text) => expect(formatSpent(seconds)).toBe(text))
