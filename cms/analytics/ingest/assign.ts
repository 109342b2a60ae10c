import type { Batch } from './batches.ts'
import type { Events } from './events.ts'
import type { StoredEventRow } from './queries/sessions.ts'
import {
  earlierSessions,
  later,
  type Session,
  type SessionKey,
  sessionFor,
  visitorKey,
  visitorsToLookUp,
} from './sessions.ts'
import type { VisitorDay } from './visitor.ts'

/** A request's events with the session that they belong to. */
export type Assigned = {
  batch: Batch
  session: Session
  /** Whether the session begins with this request. */
  isNew: boolean
  events: Events
  /** Views that were sent before, with the session in which they are stored. */
  repeated: (SessionKey & { view: Events['views'][number] })[]
}

export type LookUps = {
  lastSessions: (visitors: readonly VisitorDay[]) => Promise<Session[]>
  storedEvents: (wanted: readonly (SessionKey & { id: string })[]) => Promise<StoredEventRow[]>
}

/**
 * Finds the session of each request. Events that are stored in an earlier session of the visitor are not stored
 * again, and begin no session.
 * @param known the last session of a visitor, as far as this process knows it
 * @returns in the order of `batches`
 */
export async function assignSessions(
  batches: readonly Batch[],
  known: (key: string) => Session | undefined,
  lookUps: LookUps,
): Promise<Assigned[]> {
  const last = new Map<string, Session | undefined>()
  const unsure = visitorsToLookUp(batches, known)
  const found = unsure.length ? await lookUps.lastSessions(unsure.flatMap(({ days }) => days)) : []
  const byVisitor = new Map(found.map((session) => [`${session.day} ${session.visitor}`, session]))
  for (const batch of batches) {
    const key = visitorKey(batch.days)
    if (last.has(key)) continue
    const stored = batch.days.map(({ day, visitor }) => byVisitor.get(`${day} ${visitor}`))
    last.set(key, stored.reduce(later, known(key)))
  }

  const unsureKeys = new Set(unsure.map(({ days }) => visitorKey(days)))
  const repeats = await findRepeats(batches, lookUps, (batch) => {
    const key = visitorKey(batch.days)
    const session = last.get(key)
    const isFirst = session?.number === 1 && session.day === batch.days[0]?.day
    return isFirst && !unsureKeys.has(key) ? [] : earlierSessions(batch.days, session)
  })

  return batches.map((batch): Assigned => {
    const key = visitorKey(batch.days)
    const before = last.get(key)
    const session = sessionFor(batch, before)
    const isElsewhere = (kind: StoredEventRow['kind']) => (event: { id: string }) => {
      const home = repeats.get(`${key} ${kind} ${event.id}`)
      return home !== undefined && home.session_id !== session.session_id
    }
    const isHere =
      (kind: StoredEventRow['kind']) =>
      (event: { id: string }): boolean =>
        !isElsewhere(kind)(event)
    const events: Events = {
      views: batch.views.filter(isHere('views')),
      journeys: batch.journeys.filter(isHere('journeys')),
      interactions: batch.interactions.filter(isHere('interactions')),
    }
    const repeated = batch.views.filter(isElsewhere('views')).map((view) => {
      const home = repeats.get(`${key} views ${view.id}`) as SessionKey
      return { ...home, view }
    })
    const isNothingNew =
      !events.views.length && !events.journeys.length && !events.interactions.length
    if (before && isNothingNew) return { batch, session: before, isNew: false, events, repeated }
    last.set(key, session)
    const isNew = session.session_id !== before?.session_id
    return { batch, session, isNew, events, repeated }
  })
}

/** Where events of visitors are stored already, by visitor, kind and id. */
async function findRepeats(
  batches: readonly Batch[],
  { storedEvents }: LookUps,
  sessionsOf: (batch: Batch) => readonly SessionKey[],
): Promise<Map<string, SessionKey>> {
  const sessions = new Map<string, { key: string; session: SessionKey }>()
  const wanted = batches.flatMap((batch) => {
    const ids = [...batch.views, ...batch.journeys, ...batch.interactions].map(({ id }) => id)
    return sessionsOf(batch).flatMap((session) => {
      sessions.set(session.session_id, { key: visitorKey(batch.days), session })
      return ids.map((id) => ({ ...session, id }))
    })
  })
  const repeats = new Map<string, SessionKey>()
  for (const { kind, session_id, id } of wanted.length ? await storedEvents(wanted) : []) {
    const found = sessions.get(session_id)
    if (found) repeats.set(`${found.key} ${kind} ${id}`, found.session)
  }
  return repeats
}
