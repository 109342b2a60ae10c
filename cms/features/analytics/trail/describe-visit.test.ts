import { expect, test } from 'vitest'
import { describeVisit } from './describe-visit.ts'

const at = '2026-11-23T14:00:00.000Z'
const visit = {
  id: 'a',
  started_at: at,
  browser: 'Safari',
  os: 'iOS',
  device_type: 'phone',
  country: null,
  source: null,
  pages: [],
  actions: [],
}

test.each([
  ['/cafe', 'Cafe', 'Cafe'],
  ['/cafe', '', '/cafe'],
  ['/*', '', 'An address without a page'],
])('the page %s with the title %j is listed as %s', (path, title, words) => {
  const page = { path, title, at, seconds: 1, scroll: 1 }
  expect(describeVisit({ ...visit, pages: [page] }).pages).toEqual([{ ...page, title: words }])
})

test.each([
  ['click', 'Book a table', 'book', 'Book a table'],
  ['submit', null, 'newsletter', 'Newsletter'],
  ['event', null, 'gate_in', 'Came into the Common Room'],
  ['click', null, '→ /beer', 'Link to /beer'],
  ['click', null, null, null],
])('a %s with the text %j, of the element %j, is named %j', (kind, text, element, name) => {
  const action = { path: '/cafe', kind, at }
  const { actions } = describeVisit({ ...visit, actions: [{ ...action, text, element }] })
  expect(actions).toEqual([{ ...action, name }])
})
