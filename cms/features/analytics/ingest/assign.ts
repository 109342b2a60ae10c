import { addDays } from '../../venue/hours/opening-hours.ts'
import type { Batch } from './batches.ts'
import type { Events } from './events.ts'
import type { EventKind, StoredEventRow } from './queries/sessions.ts'
import {
  isDayContinuable,
  laterSession,
  type Session,
  type SessionKey,
  sessionFor,
  sessionKey,
  visitorKey,
  visitorsToLookUp,
} from './sessions.ts'
import type { VisitorDay } from './visitor.ts'

/** A request's events with the session that they belong to. */
export type Assigned = {
  batch: Batch
  /** This session does not exist if the request contains nothing new and the visitor has no open session. */
  session: Session
  /** Whether the session begins with this request. */
  isNew: boolean
  /** The request's events that are not stored in another session. */
  events: Events
  /** The request's views that are stored in another session, each with the key of that session. */
  repeated: (SessionKey & { view: Events['views'][number] })[]
}

type WantedEvent = { kind: EventKind; day: string; id: string }
export type LookUps = {
  lastSessions: (visitors: readonly VisitorDay[]) => Promise<Session[]>
  storedEvents: (wanted: readonly WantedEvent[]) => Promise<StoredEventRow[]>
}

/** What this process remembers. */
export type Known = {
  /** The last session of a visitor (`visitorKey`). */
  lastSession: (visitor: string) => Session | undefined
  /** The session in which an event (`eventKey`) was stored. */
  storedSessionOf: (event: string) => SessionKey | undefined
}

/** A browser sends events when they happen. Events that are older on arrival may have been sent before. */
const maybeRepeatedMs = 5000

/**
 * Finds the session of each request. Events that are already stored in another session are not stored again, and begin
 * no session. The other session may belong to another visitor or to the day before, so whoever knows an event's id can
 * add to the event. This is accepted, because a visitor's id changes with the network and the day, while a page that
 * stays open sends its view and waiting events again.
 * @returns in the order of `batches`
 */
export async function assignSessions(
  batches: readonly Batch[],
  known: Known,
  lookUps: LookUps,
): Promise<Assigned[]> {
  const last = await findLastSessions(batches, known, lookUps)
  const storedSessions = await findStoredSessions(batches, last, known, lookUps)
  return batches.map((batch): Assigned => {
    const key = visitorKey(batch.days)
    const before = last.get(key)
    const session = sessionFor(batch, before)
    const otherSessionOf = (kind: EventKind, id: string): SessionKey | undefined => {
      const stored = storedSessions.get(eventKey(kind, id))
      return stored?.session_id === session.session_id ? undefined : stored
    }
    const isNotElsewhere =
      (kind: EventKind) =>
      ({ id }: { id: string }): boolean =>
        otherSessionOf(kind, id) === undefined
    const events: Events = {
      views: batch.views.filter(isNotElsewhere('views')),
      journeys: batch.journeys.filter(isNotElsewhere('journeys')),
      interactions: batch.interactions.filter(isNotElsewhere('interactions')),
    }
    const repeated = batch.views.flatMap((view) => {
      const stored = otherSessionOf('views', view.id)
      return stored ? [{ ...stored, view }] : []
    })
    const added = eventsOf(events)
    if (added.length === 0) {
      // The reply must not contain the id of another visitor's session. If the session of the reply does not exist, a
      // page-end request for it changes nothing.
      const replied = before && isDayContinuable(before, batch) ? before : session
      return { batch, session: replied, isNew: false, events, repeated }
    }
    last.set(key, session)
    const stored = sessionKey(session)
    // Later requests of this transaction may contain the same events. After an outage, they may even belong to a later
    // session.
    for (const { kind, id } of added) storedSessions.set(eventKey(kind, id), stored)
    const isNew = session.session_id !== before?.session_id
    return { batch, session, isNew, events, repeated }
  })
}

export const eventKey = (kind: EventKind, id: string): string => `${kind} ${id}`

/** @returns events with the time at which they happened (ISO 8601) */
export const eventsOf = ({ views, journeys, interactions }: Events) => [
  ...views.map(({ id, viewed_at: at }) => ({ kind: 'views' as const, id, at })),
  ...journeys.map(({ id, at }) => ({ kind: 'journeys' as const, id, at })),
  ...interactions.map(({ id, at }) => ({ kind: 'interactions' as const, id, at })),
]

/** The last session of each visitor, by `visitorKey`. */
async function findLastSessions(
  batches: readonly Batch[],
  { lastSession }: Known,
  { lastSessions }: LookUps,
): Promise<Map<string, Session | undefined>> {
  const last = new Map<string, Session | undefined>()
  const toLookUp = visitorsToLookUp(batches, lastSession)
  const found = toLookUp.length ? await lastSessions(toLookUp.flatMap(({ days }) => days)) : []
  const byVisitor = new Map(found.map((session) => [`${session.day} ${session.visitor}`, session]))
  for (const batch of batches) {
    const key = visitorKey(batch.days)
    if (last.has(key)) continue
    const stored = batch.days.map(({ day, visitor }) => byVisitor.get(`${day} ${visitor}`))
    last.set(key, stored.reduce(laterSession, lastSession(key)))
  }
  return last
}

/**
 * The sessions in which events are already stored, by `eventKey`. Events that may have been sent before are looked up
 * in the database. So are events that this process has stored in another session than that of their request, because
 * the other session may have been deleted. Other events that this process has stored are not looked up.
 */
async function findStoredSessions(
  batches: readonly Batch[],
  last: ReadonlyMap<string, Session | undefined>,
  { storedSessionOf }: Known,
  { storedEvents }: LookUps,
): Promise<Map<string, SessionKey>> {
  const storedSessions = new Map<string, SessionKey>()
  const wanted = new Map<string, WantedEvent>()
  for (const batch of batches) {
    const [{ day }] = batch.days
    let session: Session | undefined
    for (const { kind, id, at } of eventsOf(batch)) {
      const key = eventKey(kind, id)
      const stored = storedSessionOf(key)
      if (!stored && batch.receivedAt - Date.parse(at) <= maybeRepeatedMs) continue
      if (stored) session ??= sessionFor(batch, last.get(visitorKey(batch.days)))
      if (stored && stored.session_id === session?.session_id) {
        storedSessions.set(key, stored)
        continue
      }
      for (const each of [day, addDays(day, -1)]) {
        wanted.set(`${each} ${key}`, { kind, day: each, id })
      }
    }
  }
  const found = wanted.size ? await storedEvents([...wanted.values()]) : []
  for (const { kind, id, ...stored } of found) storedSessions.set(eventKey(kind, id), stored)
  return storedSessions
}
