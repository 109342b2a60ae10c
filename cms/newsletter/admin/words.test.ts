import { expect, test } from 'vitest'
import type { ImportStanding } from '../imports/contract.ts'
import { doesAnything, outcomeSaid, standingSaid } from './words.ts'

const none: ImportStanding['counts'] = {
  joins: 0,
  asks: 0,
  changes: 0,
  same: 0,
  stops: 0,
  noted: 0,
  rejected: 0,
}

test('what a list comes to is told with its number, and nothing of what there is not', () => {
  const counts = { ...none, joins: 1204, asks: 1, rejected: 2 }
  const said = (state: 'ready' | 'done', unstated: ImportStanding['unstated'] = null) =>
    outcomeSaid({ counts, state, unstated }).map(({ count, words }) => `${count} ${words}`)
  expect(said('ready')).toEqual([
    '1,204 are new and get letters: the list states their consent',
    '1 is new, and the list states no consent',
    '2 can’t be taken',
  ])
  expect(said('done', 'ask')).toEqual([
    '1,204 joined and get letters',
    '1 was asked by mail',
    '2 were not taken',
  ])
  expect(said('done', 'leave_out')[1]).toBe('1 was left out: the list states no consent')
})

test('a list that says nothing new does nothing', () => {
  expect(doesAnything({ counts: { ...none, same: 7, rejected: 3 } })).toBe(false)
  expect(doesAnything({ counts: { ...none, changes: 1 } })).toBe(true)
})

test('one row is one row', () => {
  expect(standingSaid({ state: 'ready', rows: 1 })).toBe(
    'One row looked through. Nothing has changed yet.',
  )
  expect(standingSaid({ state: 'done', rows: 12_000 })).toBe('12,000 rows, carried out.')
})
