import { describe, expect, test } from 'vitest'
import { sessionPauseMs } from '../rules.ts'
import { type Assigned, assignSessions, type LookUps } from './assign.ts'
import type { Batch } from './batches.ts'
import type { StoredEventRow } from './queries/sessions.ts'
import { type Session, visitorKey } from './sessions.ts'
import { findOwnSession, sessionIdOf, type VisitorDay, visitorIdOf } from './visitor.ts'

const salts = { today: Buffer.alloc(32, 1), yesterday: Buffer.alloc(32, 2) }
const dayOf = (day: string, salt: Buffer, name: string): VisitorDay => ({
  ...{ day, salt },
  visitor: visitorIdOf(salt, '203.0.113.7', name),
})
const today = (name = 'ada') => dayOf('2026-11-23', salts.today, name)
const yesterday = (name = 'ada') => dayOf('2026-11-22', salts.yesterday, name)

/** A request with views of these ids. */
const batch = (receivedAt: number, ids: string[], days = [today()]): Batch =>
  ({
    ...{ kind: 'events', receivedAt, days, journeys: [], interactions: [] },
    views: ids.map((id) => ({ id })),
  }) as unknown as Batch

const session = (day: VisitorDay, number: number, lastAt: number): Session => ({
  ...{ day: day.day, visitor: day.visitor, number, lastAt },
  session_id: sessionIdOf(day, number),
})

/** What is stored: the last sessions, and events as `session id`. */
function lookUpsOf(sessions: Session[] = [], events: StoredEventRow[] = []) {
  const lookedUp: string[] = []
  const lookUps: LookUps = {
    lastSessions: async (visitors) => {
      lookedUp.push(...visitors.map(({ visitor }) => visitor))
      return sessions.filter((each) => visitors.some(({ visitor }) => visitor === each.visitor))
    },
    storedEvents: async (wanted) =>
      events.filter((event) =>
        wanted.some(({ session_id, id }) => session_id === event.session_id && id === event.id),
      ),
  }
  return { lookUps, lookedUp }
}
const stored = (day: VisitorDay, number: number, id: string): StoredEventRow => ({
  ...{ kind: 'views', id },
  session_id: sessionIdOf(day, number),
})
const assign = (batches: Batch[], known: Session[], { lookUps } = lookUpsOf()) => {
  const byKey = new Map(known.map((each) => [visitorKey([today()]), each]))
  return assignSessions(batches, (key) => byKey.get(key), lookUps)
}
const numbers = (assigned: Assigned[]) =>
  assigned.map(({ session: each }) => `${each.day.slice(8)} ${each.number}`)

const start = 1_000_000_000
const pause = sessionPauseMs

test('a visitor’s first events begin the first session of the day', async () => {
  expect(numbers(await assign([batch(start, ['a'])], []))).toEqual(['23 1'])
})

test('events within half an hour belong to the same session, later ones to the next', async () => {
  const batches = [0, pause - 1, 2 * pause - 2, 3 * pause - 2].map((after, n) =>
    batch(start + after, [`v${n}`]),
  )
  expect(numbers(await assign(batches, []))).toEqual(['23 1', '23 1', '23 1', '23 2'])
})

test('visitors have sessions of their own', async () => {
  const assigned = await assign([batch(start, ['a']), batch(start, ['a'], [today('bob')])], [])
  expect(new Set(assigned.map((each) => each.session.session_id)).size).toBe(2)
})

test('a known session is not looked up, a paused one is', async () => {
  const known = [session(today(), 1, start)]
  const fresh = lookUpsOf()
  await assign([batch(start + 1, ['a'])], known, fresh)
  expect(fresh.lookedUp).toEqual([])
  const paused = lookUpsOf([session(today(), 1, start + 2 * pause)])
  // Another process received an event meanwhile.
  const later = await assign([batch(start + 2 * pause + 1, ['a'])], known, paused)
  expect(numbers(later)).toEqual(['23 1'])
})

test('another process’s later session is continued', async () => {
  const lookUps = lookUpsOf([session(today(), 3, start)])
  expect(numbers(await assign([batch(start + 1, ['a'])], [], lookUps))).toEqual(['23 3'])
})

describe('after midnight', () => {
  const days = [today(), yesterday()]
  test('a session goes on under its day', async () => {
    const lookUps = lookUpsOf([session(yesterday(), 2, start)])
    expect(numbers(await assign([batch(start + 1, ['a'], days)], [], lookUps))).toEqual(['22 2'])
  })
  test('after a pause the first session of the new day begins', async () => {
    const lookUps = lookUpsOf([session(yesterday(), 2, start)])
    const assigned = await assign([batch(start + pause, ['a'], days)], [], lookUps)
    expect(numbers(assigned)).toEqual(['23 1'])
  })
  test('when sessions of the day before can no longer be continued, the next one begins', async () => {
    const lookUps = lookUpsOf()
    const known = [session(yesterday(), 2, start)]
    const batches = [batch(start + 1, ['a']), batch(start + 2, ['b'])]
    expect(numbers(await assign(batches, known, lookUps))).toEqual(['23 1', '23 1'])
    expect(lookUps.lookedUp).toEqual([today().visitor])
  })
  test('a session of the new day is continued first', async () => {
    const lookUps = lookUpsOf([session(yesterday(), 2, start + 5), session(today(), 1, start)])
    expect(numbers(await assign([batch(start + 6, ['a'], days)], [], lookUps))).toEqual(['23 1'])
  })
})

describe('a view that is sent again after a pause', () => {
  const first = session(today(), 1, start)
  const later = start + 2 * pause
  const lookUps = () => lookUpsOf([first], [stored(today(), 1, 'a')])
  test('belongs to its session and begins none', async () => {
    const [assigned] = await assign([batch(later, ['a'])], [first], lookUps())
    expect(assigned?.session).toEqual(first)
    expect(assigned?.events.views).toEqual([])
    expect(assigned?.repeated).toEqual([
      {
        ...{ day: '2026-11-23', session_id: first.session_id },
        ...{ visitor: first.visitor, number: 1, view: { id: 'a' } },
      },
    ])
  })
  test('with a new one: only the new one belongs to a new session', async () => {
    const [assigned] = await assign([batch(later, ['a', 'b'])], [first], lookUps())
    expect(assigned?.session.number).toBe(2)
    expect(assigned?.events.views).toEqual([{ id: 'b' }])
    expect(assigned?.repeated).toHaveLength(1)
  })
  test('is found while a later session goes on', async () => {
    const second = session(today(), 2, later)
    const [assigned] = await assign([batch(later + 1, ['a'])], [second], lookUps())
    expect(assigned?.repeated).toHaveLength(1)
    expect(assigned?.session).toEqual(second)
  })
  test('is no other visitor’s view with the same id', async () => {
    const bob = session(today('bob'), 1, start)
    const [assigned] = await assign(
      [batch(later, ['a'], [today('bob')])],
      [],
      lookUpsOf([first, bob], [stored(today(), 1, 'a')]),
    )
    expect(assigned?.events.views).toEqual([{ id: 'a' }])
    expect(assigned?.session.number).toBe(2)
  })
})

test('a session id is recognised as the visitor’s own, by day', () => {
  const days = [today(), yesterday()]
  expect(findOwnSession(days, sessionIdOf(today(), 1))).toMatchObject({
    ...{ day: '2026-11-23', number: 1 },
  })
  expect(findOwnSession(days, sessionIdOf(yesterday(), 40))).toEqual({
    ...{ day: '2026-11-22', visitor: yesterday().visitor, number: 40 },
  })
  expect(findOwnSession(days, sessionIdOf(today('bob'), 1))).toBeNull()
  expect(findOwnSession(days, '')).toBeNull()
})
