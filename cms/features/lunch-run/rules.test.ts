import { describe, expect, test } from 'vitest'
import {
  afterCutOff,
  agreeOn,
  askMinutes,
  atDayEnd,
  canTakeOver,
  type Dish,
  decidedPayee,
  formatLeft,
  formTotal,
  isChangeable,
  keepsRest,
  listByDish,
  minutesLater,
  nextStepAt,
  payingOf,
  sameAgain,
  stepDue,
  takeOverMinutes,
  totalOf,
} from './rules.ts'

const option = (id: string, priceCents = 0) => ({ id, name: `Extra ${id}`, priceCents })
const dish = (given: Partial<Dish> & { id: string }): Dish => ({
  ...{ name: `Dish ${given.id}`, description: '', priceCents: 900, diets: [], groups: [] },
  ...given,
})
const withGroup = (choose: 'any' | 'some' | 'one') =>
  dish({
    id: 'bao',
    groups: [{ id: 'g', name: 'Filling', choose, options: [option('pork', 150), option('tofu')] }],
  })
const dishes = [dish({ id: 'rice' }), dish({ id: 'soup', priceCents: 450 })]

describe('an order', () => {
  test('has the prices of the run, in cents', () => {
    const agreed = agreeOn(
      [...dishes, withGroup('any')],
      [],
      [
        { dish: 'rice', quantity: 2, extras: [] },
        { dish: 'bao', quantity: 1, extras: ['pork'] },
      ],
    )
    expect(agreed).toMatchObject({ totalCents: 2 * 900 + 1050 })
    expect('lines' in agreed && totalOf(agreed.lines)).toBe(2850)
  })

  test.each([
    ['any', [], null],
    ['any', ['pork', 'tofu'], null],
    ['some', [], 'extra_missing'],
    ['some', ['tofu'], null],
    ['some', ['pork', 'tofu'], null],
    ['one', [], 'extra_missing'],
    ['one', ['tofu'], null],
    ['one', ['pork', 'tofu'], 'extra_one'],
  ] as const)('of a group “%s” with %j has the problem %s', (choose, extras, problem) => {
    const agreed = agreeOn([withGroup(choose)], [], [{ dish: 'bao', quantity: 1, extras }])
    expect('problem' in agreed ? agreed.problem : null).toBe(problem)
  })

  test('counts an extra once, however often it is sent', () => {
    const extras = ['pork', 'pork', 'pork']
    const agreed = agreeOn([withGroup('any')], [], [{ dish: 'bao', quantity: 1, extras }])
    expect(agreed).toMatchObject({ totalCents: 1050 })
  })

  test.each([
    [[], 'nothing'],
    [[{ dish: 'no', quantity: 1, extras: [] }], 'no_dish'],
    [[{ dish: 'rice', quantity: 0, extras: [] }], 'too_much'],
    [[{ dish: 'rice', quantity: -1, extras: [] }], 'too_much'],
    [[{ dish: 'rice', quantity: 1.5, extras: [] }], 'too_much'],
    [[{ dish: 'rice', quantity: 1000, extras: [] }], 'too_much'],
    [[{ dish: 'rice', quantity: 1, extras: ['pork'] }], 'extra_unknown'],
    [
      [
        { dish: 'rice', quantity: 1, extras: [] },
        { dish: 'rice', quantity: 1, extras: [] },
      ],
      'no_dish',
    ],
    [[{ dish: 'soup', quantity: 1, extras: [] }], 'sold_out'],
  ] as const)('%j is refused: %s', (wanted, problem) => {
    expect(agreeOn(dishes, ['soup'], wanted)).toMatchObject({ problem })
  })

  test('has at most ten dishes, and costs at most 200', () => {
    const many = ['a', 'b', 'c'].map((id) => dish({ id }))
    const wanted = (quantity: number) => many.map(({ id }) => ({ dish: id, quantity, extras: [] }))
    expect(agreeOn(many, [], wanted(3))).toMatchObject({ totalCents: 8100 })
    expect(agreeOn(many, [], wanted(4))).toMatchObject({ problem: 'too_much' })
    const dear = [dish({ id: 'lobster', priceCents: 150_00 })]
    const two = [{ dish: 'lobster', quantity: 2, extras: [] }]
    expect(agreeOn(dear, [], two)).toMatchObject({ problem: 'too_much' })
  })
})

describe('the same as last time', () => {
  const lines = [
    { dish: 'rice', name: 'Dish rice', quantity: 1, extras: [], eachCents: 800 },
    { dish: 'old', name: 'dish soup ', quantity: 2, extras: [], eachCents: 400 },
    { dish: 'gone', name: 'Gone', quantity: 1, extras: [], eachCents: 400 },
  ]

  test('finds dishes by id or name, and says what is missing', () => {
    expect(sameAgain(dishes, [], lines)).toEqual({
      wanted: [
        { dish: 'rice', quantity: 1, extras: [] },
        { dish: 'soup', quantity: 2, extras: [] },
      ],
      missing: ['Gone'],
    })
  })

  test('leaves out what is sold out, or lost an extra', () => {
    const bao = [{ dish: 'bao', name: 'Bao', quantity: 1, extras: [option('duck')], eachCents: 1 }]
    expect(sameAgain(dishes, ['rice'], lines).missing).toEqual(['Dish rice', 'Gone'])
    expect(sameAgain([withGroup('any')], [], bao)).toEqual({ wanted: [], missing: ['Bao'] })
  })
})

const noon = new Date('2026-12-03T12:00:00Z')
const run = {
  ...{ state: 'open' as const, opensAt: minutesLater(noon, -180), cutOffAt: noon },
  ...{ endsAt: minutesLater(noon, 720), askedAt: null, runner: null },
}

describe('the steps of a run', () => {
  test('those who ordered are asked a quarter of an hour before, unless somebody goes', () => {
    const before = minutesLater(noon, -askMinutes)
    expect(stepDue(run, minutesLater(before, -0.01))).toBe(null)
    expect(stepDue(run, before)).toBe('ask')
    expect(stepDue({ ...run, runner: 7 }, before)).toBe(null)
    expect(stepDue({ ...run, askedAt: before }, before)).toBe(null)
  })

  test('ordering closes at the cut-off, and the day ends the run', () => {
    expect(stepDue(run, noon)).toBe('close')
    const closed = { ...run, state: 'closed' as const }
    expect(stepDue(closed, noon)).toBe(null)
    expect(stepDue(closed, run.endsAt)).toBe('end')
    expect(stepDue({ ...run, state: 'settled' }, run.endsAt)).toBe(null)
  })

  test('the next step has a time', () => {
    expect(nextStepAt(run, minutesLater(noon, -60))).toEqual(minutesLater(noon, -askMinutes))
    expect(nextStepAt(run, minutesLater(noon, -10))).toEqual(noon)
    expect(nextStepAt({ ...run, state: 'closed' }, noon)).toEqual(run.endsAt)
    expect(nextStepAt({ ...run, state: 'cancelled' }, noon)).toBe(null)
  })

  test('without a runner at the cut-off, each fetches their own, or it is cancelled', () => {
    expect(afterCutOff({ runner: 7, withoutRunner: 'cancel' }, 3)).toBe('closed')
    expect(afterCutOff({ runner: null, withoutRunner: 'self' }, 3)).toBe('self')
    expect(afterCutOff({ runner: null, withoutRunner: 'cancel' }, 3)).toBe('cancelled')
    expect(afterCutOff({ runner: 7, withoutRunner: 'self' }, 0)).toBe('cancelled')
  })

  test('the end of the day pays who cooked or paid; what nobody fetched costs nothing', () => {
    const end = { source: 'vendor' as const, runner: 7, hereAt: null, mailedAt: null, payee: null }
    expect(atDayEnd({ ...end, source: 'kitchens' })).toBe('venue')
    expect(atDayEnd({ ...end, mailedAt: noon })).toBe('venue')
    expect(atDayEnd({ ...end, mailedAt: noon, payee: 'runner' })).toBe('runner')
    expect(atDayEnd({ ...end, mailedAt: noon, payee: 'runner', runner: null })).toBe('venue')
    expect(atDayEnd({ ...end, hereAt: noon })).toBe('runner')
    expect(atDayEnd({ ...end, hereAt: noon, payee: 'venue' })).toBe('venue')
    expect(atDayEnd({ ...end, hereAt: noon, runner: null })).toBe('cancel')
    expect(atDayEnd({ ...end, payee: 'venue' })).toBe('cancel')
    expect(atDayEnd(end)).toBe('cancel')
  })

  test('the runner says who is paid, unless our kitchens cook, the order was mailed, or staff said it', () => {
    const open = { source: 'vendor' as const, mailedAt: null, payee: null }
    expect(decidedPayee(open)).toBe(null)
    expect(decidedPayee({ ...open, mailedAt: noon })).toBe('venue')
    expect(decidedPayee({ ...open, mailedAt: noon, payee: 'runner' })).toBe('runner')
    expect(decidedPayee({ ...open, source: 'kitchens', payee: 'runner' })).toBe('venue')
  })
})

test('a runner who is not heard of can be replaced, but not one who is back', () => {
  const going = { ...run, state: 'closed' as const, runner: 7, runnerSince: null, hereAt: null }
  const late = minutesLater(noon, takeOverMinutes)
  expect(canTakeOver({ ...going, runner: null }, noon)).toBe(true)
  expect(canTakeOver(going, noon)).toBe(false)
  expect(canTakeOver(going, late)).toBe(true)
  expect(canTakeOver({ ...going, runnerSince: minutesLater(noon, 1) }, late)).toBe(false)
  expect(canTakeOver({ ...going, hereAt: late }, late)).toBe(false)
  expect(canTakeOver({ ...going, state: 'open' }, late)).toBe(false)
  expect(canTakeOver({ ...going, state: 'settled' }, late)).toBe(false)
})

test('an order changes until the cut-off, or for a while after a dish has sold out', () => {
  const until = minutesLater(noon, 10)
  expect(isChangeable(run, null, minutesLater(noon, -0.001))).toBe(true)
  expect(isChangeable(run, null, noon)).toBe(false)
  expect(isChangeable(run, null, minutesLater(noon, -181))).toBe(false)
  expect(isChangeable({ ...run, state: 'closed' }, until, noon)).toBe(true)
  expect(isChangeable({ ...run, state: 'closed' }, until, until)).toBe(false)
  expect(isChangeable({ ...run, state: 'settled' }, until, noon)).toBe(false)
})

test('what is being made stays in an order that is chosen again', () => {
  const rice = { dish: 'rice', quantity: 1, extras: [option('tofu'), option('egg')] }
  const soup = { dish: 'soup', quantity: 1, extras: [] }
  expect(keepsRest([rice], [{ ...rice, extras: rice.extras.toReversed() }, soup])).toBe(true)
  expect(keepsRest([], [soup])).toBe(true)
  expect(keepsRest([rice], [soup])).toBe(false)
  expect(keepsRest([rice], [{ ...rice, quantity: 2 }])).toBe(false)
  expect(keepsRest([rice], [{ ...rice, extras: [] }])).toBe(false)
})

test('an order pays the venue, or the runner who paid; the runner pays nobody', () => {
  const order = { payment: 'credit' as const, account: 'member:3' }
  expect(payingOf(order, { payee: 'venue', runner: 3 })).toBe('post')
  expect(payingOf(order, { payee: 'runner', runner: 7 })).toBe('to_runner')
  expect(payingOf(order, { payee: 'runner', runner: 3 })).toBe('own')
  expect(payingOf({ ...order, payment: 'bar' }, { payee: 'runner', runner: 7 })).toBe('bar')
})

test('the list counts dishes with the same extras together, with names', () => {
  const line = (quantity: number, extras = [option('tofu')]) => ({
    ...{ dish: 'rice', name: 'Rice', quantity, extras, eachCents: 900 },
  })
  const list = listByDish([
    { name: 'Ada', note: 'no salt', lines: [line(1)] },
    { name: 'Bo', note: null, lines: [line(2), { ...line(1, []), name: 'Rice' }] },
  ])
  expect(
    list.map(({ key, quantity, cents, people }) => [key, quantity, cents, people.length]),
  ).toEqual([
    ['rice', 1, 900, 1],
    ['rice+tofu', 3, 2700, 2],
  ])
})

test('time left is written as a clock', () => {
  expect([0, -5000, 999, 61_000, 3_600_000 + 65_000].map(formatLeft)).toEqual([
    ...['0:00', '0:00', '0:01', '1:01', '1:01:05'],
  ])
})

test('the total of a form ignores what is half typed', () => {
  expect(
    formTotal([
      { quantity: 2, cents: [900, 150] },
      { quantity: Number.NaN, cents: [900] },
      { quantity: -3, cents: [900] },
    ]),
  ).toBe(2100)
})
