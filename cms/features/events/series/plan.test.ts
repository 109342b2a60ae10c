import { describe, expect, test } from 'vitest'
import { pairDates } from './pair-dates.ts'
import { planDates, valuesOf } from './plan.ts'
import { type Occurrence, occurrencesOf } from './recurrence.ts'
import type { EventRecord, StoredDate } from './stored-date.ts'
import { withOwnTimes } from './sync.ts'

const zone = 'Europe/London'
const now = new Date('2026-11-24T12:00:00Z')

const record = (changes: Partial<EventRecord> = {}): EventRecord => ({
  id: 1,
  slug: 'quiz',
  status: 'published',
  visibility: 'public',
  title: 'Quiz',
  summary: 'Six rounds.',
  areas: ['Beer Hall'],
  interests: [],
  picture: null,
  body: '',
  start: '2026-12-03T19:30',
  end: '2026-12-03T22:00',
  doors: null,
  isSecondOfRepeatedHour: false,
  rule: 'FREQ=WEEKLY;COUNT=3',
  excludedStarts: [],
  capacity: 40,
  maxParty: 6,
  payment: 'free',
  priceCents: 0,
  memberPriceCents: 0,
  commonGoodPercent: 1,
  refundUntilHours: null,
  ...changes,
})

let serial = 0
const store = (saved: EventRecord, changes: Partial<StoredDate> = {}): StoredDate[] =>
  occurrencesOf(saved, zone, now).map((occurrence) => ({
    ...valuesOf(saved, occurrence, {}),
    id: ++serial,
    event: saved.id,
    slug: `quiz-${occurrence.original.slice(0, 10)}`,
    taken: 0,
    sequence: 0,
    changedAt: now,
    cancelledAt: null,
    ...{ guests: 0, mails: 0, cancelMails: 0 },
    hasReservations: false,
    ...changes,
  }))
const plan = (changed: EventRecord, stored: StoredDate[], changes: { at?: Date } = {}) => {
  const at = changes.at ?? now
  return planDates({
    record: changed,
    occurrences: occurrencesOf(changed, zone, at),
    stored,
    withOwnTimes: withOwnTimes(changed, zone),
    takenSlugs: new Set(['quiz-2026-12-24']),
    now: at,
  })
}
const movedStarts = ({ kept }: ReturnType<typeof plan>) =>
  kept.map(({ date, values }) => [date.original, values.original])

describe('a series that is moved', () => {
  const stored = () => store(record(), { hasReservations: true, guests: 4 })

  test('keeps its stored dates: matched by day if the time changes, by week if the weekday changes', () => {
    const later = record({ start: '2026-12-03T20:00', end: '2026-12-03T22:30' })
    expect(movedStarts(plan(later, stored()))).toEqual([
      ['2026-12-03T19:30', '2026-12-03T20:00'],
      ['2026-12-10T19:30', '2026-12-10T20:00'],
      ['2026-12-17T19:30', '2026-12-17T20:00'],
    ])
    const friday = record({ start: '2026-12-04T19:30', end: '2026-12-04T22:00' })
    const result = plan(friday, stored())
    expect(movedStarts(result)).toEqual([
      ['2026-12-03T19:30', '2026-12-04T19:30'],
      ['2026-12-10T19:30', '2026-12-11T19:30'],
      ['2026-12-17T19:30', '2026-12-18T19:30'],
    ])
    expect(result).toMatchObject({ added: [], cancelled: [], removed: [] })
    expect(
      result.kept.map(({ notice, hasShownChange: isShown, slug }) => [notice, isShown, slug]),
    ).toEqual([
      ['moved', true, 'quiz-2026-12-03'],
      ['moved', true, 'quiz-2026-12-10'],
      ['moved', true, 'quiz-2026-12-17'],
    ])
  })

  test('by a week keeps the dates of both schedules; the first date is removed, or cancelled if somebody reserved', () => {
    const next = record({ start: '2026-12-10T19:30', end: '2026-12-10T22:00' })
    const all = stored()
    const result = plan(next, all)
    expect(result.kept.map(({ date }) => date)).toEqual(all.slice(1))
    expect(result.cancelled).toEqual([all[0]])
    // Another event already has the slug of that day.
    expect(result.added.map(({ slug }) => slug)).toEqual(['quiz-2026-12-24-2'])
    expect(plan(next, store(record())).removed).toHaveLength(1)
  })

  test('to a rule with fewer dates keeps the matching dates and cancels the other date', () => {
    const fewer = record({ rule: 'FREQ=WEEKLY;INTERVAL=2;COUNT=2' })
    const all = stored()
    const result = plan(fewer, all)
    expect([result.cancelled, result.added]).toEqual([[all[1]], []])
  })
})

test('if a record changes, a past date gets only the new description, not the new time or capacity', () => {
  const afterFirstDate = new Date('2026-12-05T12:00:00Z')
  const all = store(record())
  const other = record({ title: 'Big quiz', start: '2026-12-04T20:00', end: '2026-12-04T23:00' })
  const { added, kept, removed } = plan({ ...other, capacity: 9 }, all, { at: afterFirstDate })
  expect(added).toEqual([])
  expect(removed).toEqual([])
  expect(kept.map(({ values }) => [values.title, values.original, values.capacity])).toEqual([
    ['Big quiz', '2026-12-11T20:00', 9],
    ['Big quiz', '2026-12-18T20:00', 9],
  ])
  const same = plan(record({ title: 'Big quiz', capacity: 9 }), all, { at: afterFirstDate })
  expect(same.kept[0]?.values).toMatchObject({ title: 'Big quiz', capacity: 40 })
})

test('own values of a date override values of the record, and the end of the date follows its own start', () => {
  const own = { title: 'Christmas quiz', start: '2026-12-16T18:00', capacity: null }
  const all = store(record())
  const [first, ...others] = all as [StoredDate, ...StoredDate[]]
  const result = plan(record({ title: 'Big quiz', capacity: 50 }), [{ ...first, own }, ...others])
  expect(result.kept.map(({ values }) => [values.title, values.capacity])).toEqual([
    ['Christmas quiz', null],
    ['Big quiz', 50],
    ['Big quiz', 50],
  ])
  const [{ values } = { values: null }] = result.kept
  expect(values).toMatchObject({
    day: '2026-12-16',
    startsAt: new Date('2026-12-16T18:00:00Z'),
    endsAt: new Date('2026-12-16T20:30:00Z'),
  })
})

test('a change that calendars do not show does not raise the sequence number', () => {
  const result = plan(record({ capacity: 50, visibility: 'members' }), store(record()))
  expect(result.kept.map(({ hasShownChange: isShown, notice }) => [isShown, notice])).toEqual([
    [false, null],
    [false, null],
    [false, null],
  ])
})

test('a capacity below the number of taken places is a problem', () => {
  const all = store(record(), { taken: 12 })
  expect(plan(record({ capacity: 12 }), all).problems).toEqual([])
  expect(plan(record({ capacity: 11 }), all).problems[0]).toBe(
    'On 2026-12-03, 12 places are taken, so it can’t have only 11.',
  )
})

describe('the status of a record', () => {
  test('`cancelled` cancels the coming dates; dates that are already cancelled stay as they are', () => {
    const [first, ...others] = store(record()) as [StoredDate, ...StoredDate[]]
    const gone = { ...first, status: 'cancelled' as const }
    const result = plan(record({ status: 'cancelled' }), [gone, ...others])
    expect(result.cancelled).toEqual(others)
    expect(plan(record(), [gone, ...others]).kept[0]?.values.status).toBe('cancelled')
  })

  test('`postponed` postpones the dates, and `published` ends their postponement', () => {
    const postponed = plan(record({ status: 'postponed' }), store(record()))
    expect(postponed.kept.map(({ notice }) => notice)).toEqual(Array(3).fill('postponed'))
    const set = plan(record(), store(record(), { status: 'postponed' }))
    expect(set.kept.map(({ notice, hasShownChange: isShown }) => [notice, isShown])).toEqual(
      Array(3).fill(['set', true]),
    )
  })

  test('that changes from draft to published raises no sequence number, and dates get new slugs', () => {
    const drafts = store(record({ status: 'draft' }), { slug: 'old' })
    const result = plan(record({ slug: 'pub-quiz' }), drafts)
    expect(result.kept.map(({ hasShownChange: isShown, slug }) => [isShown, slug])[0]).toEqual([
      false,
      'pub-quiz-2026-12-03',
    ])
  })
})

test('a record in the trash keeps only the dates with reservations', () => {
  const [first, ...others] = store(record()) as [StoredDate, ...StoredDate[]]
  const reserved = { ...first, status: 'cancelled' as const, hasReservations: true }
  const result = planDates({
    record: record(),
    occurrences: [],
    stored: [reserved, ...others],
    withOwnTimes: (occurrence) => occurrence,
    takenSlugs: new Set(),
    now,
    isTrashed: true,
  })
  expect(result).toMatchObject({ added: [], kept: [], cancelled: [], removed: others })
})

describe('an event that happens once', () => {
  const once = record({ rule: null })

  test('keeps its date when it is moved, also if its time passed while it was postponed', () => {
    const other = { ...once, start: '2027-02-11T18:00', end: '2027-02-11T20:00' }
    expect(movedStarts(plan(other, store(once)))).toEqual([
      ['2026-12-03T19:30', '2027-02-11T18:00'],
    ])
    const passed = store(once, { status: 'postponed' })
    const at = new Date('2026-12-09T12:00:00Z')
    expect(movedStarts(plan(other, passed, { at }))).toEqual([
      ['2026-12-03T19:30', '2027-02-11T18:00'],
    ])
  })

  test('that becomes a series keeps its date as the date of that day', () => {
    const result = plan(record(), store(once))
    expect([result.kept.length, result.added.length, result.removed.length]).toEqual([1, 2, 0])
  })
})

test('two dates on one day have slugs with their time, and are matched by time', () => {
  const twice = record({ rule: 'FREQ=DAILY;BYHOUR=14,19;COUNT=2', start: '2026-12-03T14:30' })
  expect(plan({ ...twice, end: '2026-12-03T16:00' }, []).added.map(({ slug }) => slug)).toEqual([
    'quiz-2026-12-03-1430',
    'quiz-2026-12-03-1930',
  ])
  const all = store({ ...twice, end: '2026-12-03T16:00' })
  const occurrences = occurrencesOf({ ...twice, end: '2026-12-03T16:00' }, zone, now)
  const pairs = pairDates(occurrences, [...all].reverse(), { now, rule: twice.rule })
  expect(occurrences.map((each: Occurrence) => pairs.get(each)?.original)).toEqual([
    '2026-12-03T14:30',
    '2026-12-03T19:30',
  ])
})
