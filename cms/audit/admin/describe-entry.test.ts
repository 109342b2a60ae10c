import { expect, test } from 'vitest'
import { differences, told } from './describe-entry.ts'

test('an entry is a sentence', () => {
  expect(told({ by_name: 'Ada', action: 'published', subject: 'cafe · hero · title' })).toEqual({
    who: 'Ada',
    deed: 'published',
    subject: 'cafe · hero · title',
  })
  expect(told({ by_name: null, action: 'unpublish', subject: 'x' }).who).toBe('The program')
  expect(told({ action: 'something_new', subject: 'x' }).deed).toBe('something new:')
})

test('a text before and after', () => {
  const details = { before: { text: 'Good morning' }, after: { text: 'Good day' } }
  expect(differences(details)).toEqual([{ name: '', before: 'Good morning', after: 'Good day' }])
})

test('fields before and after, without those that stayed', () => {
  const details = { before: { role: 'editor', name: 'A' }, after: { role: 'admin', name: 'A' } }
  expect(differences(details)).toEqual([{ name: 'Role', before: 'editor', after: 'admin' }])
  expect(differences({ role: { before: 'editor', after: 'admin' } })).toEqual([
    { name: 'Role', before: 'editor', after: 'admin' },
  ])
})

test('prices are said as prices', () => {
  expect(differences({ pint_cents: { before: 495, after: 510 } })).toEqual([
    { name: 'Pint', before: '4.95', after: '5.10' },
  ])
})

test('facts without a before, and nothing', () => {
  expect(differences({ at: '2026-11-21', items: 3 })).toEqual([
    { name: 'At', before: '', after: '2026-11-21' },
    { name: 'Items', before: '', after: '3' },
  ])
  expect(differences(null)).toEqual([])
})
