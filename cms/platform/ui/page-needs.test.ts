import { expect, test } from 'vitest'
import { needsFullLoad, needsOf, type PageNeeds } from './page-needs.ts'

const door: PageNeeds = { path: /^\/check-in\/door(\/|$)/, capabilities: ['camera'] }
const map: PageNeeds = { path: /^\/map$/, capabilities: ['geolocation'] }
const list = [door, map]

test.each([
  ['/check-in/door', door],
  ['/check-in/door/1', door],
  ['/check-in/doors', undefined],
  ['/map', map],
  ['/', undefined],
])('the needs of %s', (path, needs) => {
  expect(needsOf(list, path)).toBe(needs)
})

test.each([
  ['/cafe', '/beer', false],
  ['/cafe', '/check-in/door', true],
  ['/check-in/door', '/cafe', true],
  ['/check-in/door', '/check-in/door/1', false],
  ['/check-in/door', '/map', true],
])('from %s to %s by a full load: %s', (from, to, isFull) => {
  expect(needsFullLoad(list, from, to)).toBe(isFull)
})
