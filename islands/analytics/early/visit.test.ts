import { expect, test } from 'vitest'
import { originOf, randomId } from './visit.ts'

test.each([
  ['', '', ''],
  ['', 'https://search.example/results?q=secret#top', 'https://search.example'],
  ['', 'https://search.example/', 'https://search.example'],
])('the query %j and the referrer %j have no campaign', (query, referrer, expected) => {
  const origin = JSON.parse(JSON.stringify(originOf(query, referrer)))
  expect(origin).toEqual({ referrer: expected, source: {} })
})

test('campaign parameters are read', () => {
  const { source } = originOf('?a=b&utm_source=letter&utm_medium=email&utm_campaign=letter-7', '')
  expect(source).toEqual({ source: 'letter', medium: 'email', campaign: 'letter-7' })
})

test('ids are long, and have the form that the server accepts', () => {
  const ids = Array.from({ length: 100 }, randomId)
  for (const id of ids) expect(id).toMatch(/^[\w-]{12,24}$/)
  expect(new Set(ids).size).toBe(100)
})
