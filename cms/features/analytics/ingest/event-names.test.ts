import { expect, test } from 'vitest'
import { collectRequest } from '../contract.ts'
import { limitNames } from './event-names.ts'
import { cleanEvents } from './events.ts'

const id = '0123456789ab'
const events = (path: string, to: string) => {
  const sent = [
    { type: 'view', id, at: 0, path, title: 'A page' },
    { type: 'journey', id, at: 0, from: path, to, transition: 'external' },
    { type: 'interaction', kind: 'click', id, at: 0, path, elementId: 'go', elementClass: 'a b' },
  ]
  const request = collectRequest.parse({ sent: 0, events: sent })
  return cleanEvents({ ...request, referrer: null }, { now: 0, pathOf: (address) => address })
}

test('names beyond the limit are not stored', () => {
  const names: string[] = []
  const { views, journeys, interactions } = limitNames(
    events('/letters/made-up', 'https://made-up.example'),
    (name) => names.push(name) < 0,
  )
  expect(views).toMatchObject([{ page_path: '/*', page_title: '' }])
  expect(journeys).toMatchObject([{ from_page: '/*', to_page: 'other' }])
  expect(interactions).toMatchObject([{ page_path: '/*', element_id: null, element_class: null }])
  expect(new Set(names)).toEqual(
    new Set(['path /letters/made-up', 'path https://made-up.example', 'id go', 'class a b']),
  )
})

test('pages with a fixed path are always stored', () => {
  const rows = limitNames(events('/beer', '/cafe'), () => false)
  expect(rows.views).toMatchObject([{ page_path: '/beer', page_title: 'A page' }])
  expect(rows.journeys).toMatchObject([{ from_page: '/beer', to_page: '/cafe' }])
})

test('names within the limit stay', () => {
  const rows = events('/letters/november', 'https://friends.example')
  expect(limitNames(rows, () => true)).toEqual(rows)
})
