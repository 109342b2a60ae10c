import { expect, test } from 'vitest'
import type { ImportStatus } from '../imports/contract.ts'
import {
  describeGrowth,
  describeHead,
  describeOutcome,
  describeRows,
  describeState,
  describeValues,
  doesAnything,
  needsDecisions,
} from './texts.ts'

const none: ImportStatus['counts'] = {
  joins: 0,
  asks: 0,
  changes: 0,
  same: 0,
  stops: 0,
  noted: 0,
  rejected: 0,
}

test('the outcome of an import has a line for each verdict that occurs', () => {
  const counts = { ...none, joins: 1204, asks: 1, rejected: 2 }
  const texts = (state: 'ready' | 'done', unstated: ImportStatus['unstated'] = null) =>
    describeOutcome({ counts, state, unstated }).map(({ count, text }) => `${count} ${text}`)
  expect(texts('ready')).toEqual([
    '1,204 are new and get letters: their consent is stated',
    '1 is new, and the list states no consent',
    '2 can’t be taken',
  ])
  expect(texts('done', 'ask')).toEqual([
    '1,204 joined and get letters',
    '1 was asked by mail',
    '2 were not taken',
  ])
  expect(texts('done', 'leave_out')[1]).toBe('1 was left out: the list states no consent')
})

test('rejected rows are listed with their invalid values', () => {
  const rows = [
    { number: 7, cell: 'birthday “31/02”' },
    { number: 9, cell: null },
  ]
  expect(describeRows({ reason: '', count: 2, rows })).toBe('Row 7: birthday “31/02”; row 9.')
  expect(describeRows({ reason: '', count: 1204, rows })).toContain('; and 1,202 more.')
})

test.each([
  [[1167, 1204], '1,204 people have a subscription now, 37 more than a year ago.'],
  [[3, 2, 1], 'One person has a subscription now, 2 fewer than a year ago.'],
  [[2, 2], '2 people have a subscription now, as many as a year ago.'],
  [[0, 0], 'Nobody has a subscription yet.'],
])('the growth of the weekly subscriber counts %j is described as “%s”', (counts, text) => {
  expect(describeGrowth(counts.map((subscribers) => ({ subscribers })))).toBe(text)
})

const column = {
  place: 1,
  name: 'Permission',
  filled: 401,
  values: [
    { text: 'Unsubscribed', count: 1 },
    { text: 'Implicit', count: 1400 },
  ],
  others: 0,
}

test('a column in doubt is shown with its texts', () => {
  expect(describeValues(column)).toBe('“Unsubscribed”, “Implicit” (1,400)')
  expect(describeValues({ ...column, others: 1 })).toContain(', and one other text')
  expect(describeValues({ ...column, others: 1204 })).toContain(', and 1,204 other texts')
})

test('columns in doubt are decided before anybody is added or asked', () => {
  const needs = (counts: object, unstated: 'ask' | 'leave_out', undecided = [column]) =>
    needsDecisions({ counts: { ...none, ...counts }, undecided }, unstated)
  expect(needs({ joins: 1 }, 'leave_out')).toBe(true)
  expect(needs({ asks: 1 }, 'ask')).toBe(true)
  expect(needs({ asks: 1 }, 'leave_out')).toBe(false)
  expect(needs({ noted: 1, stops: 1 }, 'ask')).toBe(false)
  expect(needs({ joins: 1 }, 'ask', [])).toBe(false)
})

test('titles above the header, and a missing header, are mentioned', () => {
  expect(describeHead({ skipped: [], hasHeader: true })).toBeNull()
  expect(describeHead({ skipped: ['My list', 'Exported 2024'], hasHeader: true })).toContain(
    '“My list”, “Exported 2024”',
  )
  expect(describeHead({ skipped: [], hasHeader: false })).toContain('read as a person')
})

test('an import whose rows are all unchanged or rejected changes nothing', () => {
  expect(doesAnything({ counts: { ...none, same: 7, rejected: 3 } })).toBe(false)
  expect(doesAnything({ counts: { ...none, changes: 1 } })).toBe(true)
})

test('the state of an import is described in the singular for one row', () => {
  expect(describeState({ state: 'ready', rows: 1 })).toBe(
    'One row looked through. Nothing has changed yet.',
  )
  expect(describeState({ state: 'done', rows: 12_000 })).toBe('12,000 rows, carried out.')
})
