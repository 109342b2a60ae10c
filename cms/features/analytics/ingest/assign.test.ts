import { describe, expect, test } from 'vitest'
import { sessionPauseMs } from '../rules.ts'
import { type Assigned, assignSessions, type LookUps } from './assign.ts'
import type { Batch } from './batches.ts'
import type { EventKind, StoredEventRow } from './queries/sessions.ts'
import { type Session, sessionKey, visitorKey } from './sessions.ts'
import { findOwnSession, sessionIdOf, type VisitorDay, visitorIdOf } from './visitor.ts'

const salts = { today: Buffer.alloc(32, 1), yesterday: Buffer.alloc(32, 2) }
const dayOf = (day: string, salt: Buffer, name: string): VisitorDay => ({
  day,
  salt,
  visitor: visitorIdOf(salt, '203.0.113.7', name),
})
const today = (name = 'ada') => dayOf('2026-11-23', salts.today, name)
const yesterday = (name = 'ada') => dayOf('2026-11-22', salts.yesterday, name)

const start = 1_000_000_000
const pause = sessionPauseMs

/** The time at which all events happened. No request arrives earlier. */
const at = new Date(start).toISOString()
/** A request with views that have these ids. */
const batch = (receivedAt: number, ids: string[], days = [today()]): Batch =>
  ({
    kind: 'events',
    receivedAt,
    days,
    journeys: [],
    interactions: [],
    views: ids.map((id) => ({ id, viewed_at: at })),
  }) as unknown as Batch

const session = (day: VisitorDay, number: number, lastAt: number): Session => ({
  day: day.day,
  visitor: day.visitor,
  number,
  lastAt,
  session_id: sessionIdOf(day, number),
})

/** Look-ups in an invented database with these last sessions and events. */
function lookUpsOf(sessions: Session[] = [], events: StoredEventRow[] = []) {
  const lookedUp: string[] = []
  const eventsLookedUp: string[] = []
  const lookUps: LookUps = {
    lastSessions: async (visitors) => {
      lookedUp.push(...visitors.map(({ visitor }) => visitor))
      return sessions.filter((each) => visitors.some(({ visitor }) => visitor === each.visitor))
    },
    storedEvents: async (wanted) => {
      eventsLookedUp.push(...wanted.map(({ kind, day, id }) => `${kind} ${day.slice(8)} ${id}`))
      return events.filter((event) =>
        wanted.some(
          ({ kind, day, id }) => kind === event.kind && day === event.day && id === event.id,
        ),
      )
    },
  }
  return { lookUps, lookedUp, eventsLookedUp }
}
const stored = (
  day: VisitorDay,
  number: number,
  id: string,
  kind: EventKind = 'views',
): StoredEventRow => ({ kind, id, ...sessionKey(session(day, number, start)) })
const assign = (
  batches: Batch[],
  known: Session[],
  { lookUps } = lookUpsOf(),
  storedSessions: Record<string, Session> = {},
) => {
  const byKey = new Map(known.map((each) => [visitorKey([today()]), each]))
  return assignSessions(
    batches,
    { lastSession: (key) => byKey.get(key), storedSessionOf: (event) => storedSessions[event] },
    lookUps,
  )
}
const idsOf = (assigned: Assigned | undefined) => assigned?.events.views.map(({ id }) => id)
/** The day and the number of each session, as `23 1`. */
const sessionsOf = (assigned: Assigned[]) =>
  assigned.map(({ session: each }) => `${each.day.slice(8)} ${each.number}`)

test('a visitor’s first events begin the first session of the day', async () => {
  expect(sessionsOf(await assign([batch(start, ['a'])], []))).toEqual(['23 1'])
})

test('an event less than half an hour after the previous one belongs to the same session, a later event to the next', async () => {
  const batches = [0, pause - 1, 2 * pause - 2, 3 * pause - 2].map((after, n) =>
    batch(start + after, [`v${n}`]),
  )
  expect(sessionsOf(await assign(batches, []))).toEqual(['23 1', '23 1', '23 1', '23 2'])
})

test('different visitors have different sessions', async () => {
  const assigned = await assign([batch(start, ['a']), batch(start, ['a'], [today('bob')])], [])
  expect(new Set(assigned.map((each) => each.session.session_id)).size).toBe(2)
})

test('a known session is looked up in the database only after a pause', async () => {
  const known = [session(today(), 1, start)]
  const fresh = lookUpsOf()
  await assign([batch(start + 1, ['a'])], known, fresh)
  expect(fresh.lookedUp).toEqual([])
  const paused = lookUpsOf([session(today(), 1, start + 2 * pause)])
  // Meanwhile, another process has stored a later event of this session.
  const later = await assign([batch(start + 2 * pause + 1, ['a'])], known, paused)
  expect(sessionsOf(later)).toEqual(['23 1'])
})

test('a session that another process has stored is continued', async () => {
  const lookUps = lookUpsOf([session(today(), 3, start)])
  expect(sessionsOf(await assign([batch(start + 1, ['a'])], [], lookUps))).toEqual(['23 3'])
})

describe('after midnight', () => {
  const days = [today(), yesterday()]
  test('a session that goes on keeps the day on which it began', async () => {
    const lookUps = lookUpsOf([session(yesterday(), 2, start)])
    expect(sessionsOf(await assign([batch(start + 1, ['a'], days)], [], lookUps))).toEqual(['22 2'])
  })
  test('the first event after a pause begins the first session of the new day', async () => {
    const lookUps = lookUpsOf([session(yesterday(), 2, start)])
    const assigned = await assign([batch(start + pause, ['a'], days)], [], lookUps)
    expect(sessionsOf(assigned)).toEqual(['23 1'])
  })
  test('a new session begins if sessions of the day before can no longer be continued', async () => {
    const lookUps = lookUpsOf()
    const known = [session(yesterday(), 2, start)]
    const batches = [batch(start + 1, ['a']), batch(start + 2, ['b'])]
    expect(sessionsOf(await assign(batches, known, lookUps))).toEqual(['23 1', '23 1'])
    expect(lookUps.lookedUp).toEqual([today().visitor])
  })
  test('a session of the new day is continued rather than a session of the day before', async () => {
    const lookUps = lookUpsOf([session(yesterday(), 2, start + 5), session(today(), 1, start)])
    expect(sessionsOf(await assign([batch(start + 6, ['a'], days)], [], lookUps))).toEqual(['23 1'])
  })
})

describe('a view that is sent again after a pause', () => {
  const first = session(today(), 1, start)
  const later = start + 2 * pause
  const lookUps = () => lookUpsOf([first], [stored(today(), 1, 'a')])
  test('stays in its session and begins no new session', async () => {
    const [assigned] = await assign([batch(later, ['a'])], [first], lookUps())
    expect(assigned?.session).toEqual(first)
    expect(assigned?.events.views).toEqual([])
    expect(assigned?.repeated).toEqual([
      {
        day: '2026-11-23',
        session_id: first.session_id,
        visitor: first.visitor,
        number: 1,
        view: { id: 'a', viewed_at: at },
      },
    ])
  })
  test('stays in its session, while a new view of the same request begins a new session', async () => {
    const [assigned] = await assign([batch(later, ['a', 'b'])], [first], lookUps())
    expect(assigned?.session.number).toBe(2)
    expect(idsOf(assigned)).toEqual(['b'])
    expect(assigned?.repeated).toHaveLength(1)
  })
  test('is recognised while a later session goes on', async () => {
    const second = session(today(), 2, later)
    const [assigned] = await assign([batch(later + 1, ['a'])], [second], lookUps())
    expect(assigned?.repeated).toHaveLength(1)
    expect(assigned?.session).toEqual(second)
  })
})

describe('events that are stored in a session of another visitor or day', () => {
  const bob = [today('bob')]
  const later = start + 5001
  test('stay in that session, and the reply names only the visitor’s own session', async () => {
    const lookUps = lookUpsOf([], [stored(today(), 1, 'a')])
    const [assigned] = await assign([batch(later, ['a'], bob)], [], lookUps)
    expect(idsOf(assigned)).toEqual([])
    expect(assigned?.repeated).toEqual([
      { ...sessionKey(session(today(), 1, start)), view: { id: 'a', viewed_at: at } },
    ])
    expect(assigned?.session.session_id).toBe(sessionIdOf(today('bob'), 1))
    expect(assigned?.isNew).toBe(false)
  })
  test('are recognised in a session of yesterday, also if yesterday’s salt is unknown', async () => {
    const lookUps = lookUpsOf([], [stored(yesterday(), 3, 'a')])
    const [assigned] = await assign(
      [batch(later, ['a'])],
      [session(yesterday(), 3, start)],
      lookUps,
    )
    expect(assigned?.repeated).toMatchObject([{ day: '2026-11-22', number: 3 }])
    expect(assigned?.session).toMatchObject({ day: '2026-11-23', number: 1 })
  })
  test('are not stored again in the visitor’s own session, but new events of the same request are', async () => {
    const sent = {
      ...batch(later, ['a', 'b'], bob),
      journeys: [{ id: 'c', at }],
      interactions: [{ id: 'd', at }],
    } as unknown as Batch
    const rows = [
      stored(today(), 1, 'a'),
      stored(today(), 1, 'c', 'journeys'),
      stored(today(), 1, 'd', 'interactions'),
    ]
    const [assigned] = await assign([sent], [], lookUpsOf([], rows))
    expect(assigned?.events).toMatchObject({ views: [{ id: 'b' }], journeys: [], interactions: [] })
    expect(assigned?.repeated).toHaveLength(1)
    expect(assigned).toMatchObject({ isNew: true, session: { visitor: today('bob').visitor } })
  })
  test('do not include an event of another kind with the same id', async () => {
    const lookUps = lookUpsOf([], [stored(today(), 1, 'a', 'journeys')])
    const [assigned] = await assign([batch(later, ['a'], bob)], [], lookUps)
    expect(idsOf(assigned)).toEqual(['a'])
  })
  test('are recognised if an earlier request of the same transaction contains them, also after a pause', async () => {
    const batches = [
      batch(start, ['a']),
      batch(start + 2 * pause, ['a']),
      batch(start + 1, ['a'], bob),
    ]
    const assigned = await assign(batches, [])
    expect(assigned.map(idsOf)).toEqual([['a'], [], []])
    expect(sessionsOf(assigned)).toEqual(['23 1', '23 1', '23 1'])
    const first = assigned[0]?.session.session_id
    expect(assigned.map(({ repeated }) => repeated.map((each) => each.session_id))).toEqual([
      [],
      [first],
      [first],
    ])
  })
})

describe('an event is looked up', () => {
  const first = session(today(), 1, start)
  const lookedUp = async (receivedAt: number, storedSessions: Record<string, Session>) => {
    const lookUps = lookUpsOf([first])
    await assign([batch(receivedAt, ['a'])], [first], lookUps, storedSessions)
    return lookUps.eventsLookedUp
  }
  const bothDays = ['views 23 a', 'views 22 a']
  test('among events of today and yesterday if it is more than five seconds old', async () => {
    expect(await lookedUp(start + 5000, {})).toEqual([])
    expect(await lookedUp(start + 5001, {})).toEqual(bothDays)
  })
  test('if this process has stored it in another session, even if it has just happened', async () => {
    expect(await lookedUp(start, { 'views a': session(today('bob'), 1, start) })).toEqual(bothDays)
  })
  test('if it is more than five seconds old, unless this process has stored it in the session of its request', async () => {
    expect(await lookedUp(start + 5001, { 'views a': first })).toEqual([])
    expect(await lookedUp(start + 5001, { 'views a': session(today('bob'), 1, start) })).toEqual(
      bothDays,
    )
    expect(await lookedUp(start + pause, { 'views a': first })).toEqual(bothDays)
  })
})

test('a session id is recognised as the visitor’s own of today or yesterday', () => {
  const days = [today(), yesterday()]
  expect(findOwnSession(days, sessionIdOf(today(), 1))).toMatchObject({
    day: '2026-11-23',
    number: 1,
  })
  expect(findOwnSession(days, sessionIdOf(yesterday(), 40))).toEqual({
    day: '2026-11-22',
    visitor: yesterday().visitor,
    number: 40,
  })
  expect(findOwnSession(days, sessionIdOf(today('bob'), 1))).toBeNull()
  expect(findOwnSession(days, '')).toBeNull()
})
