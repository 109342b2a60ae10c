import { drizzle } from 'drizzle-orm/node-postgres'
import { LRUCache } from 'lru-cache'
import type pg from 'pg'
import { type Prepared, runPrepared } from '../../../platform/database/prepared.ts'
import type { Database } from '../../../platform/database/query.ts'
import { markDaysDirty } from '../queries/dirty.ts'
import { ensureMonths } from '../queries/partitions.ts'
import { findSegments, type SegmentProperties } from '../queries/segments.ts'
import { bounceSeconds, maxSearchedViews } from '../rules.ts'
import { type Assigned, assignSessions, eventKey, eventsOf, type LookUps } from './assign.ts'
import type { Batch, Item, PageEnd } from './batches.ts'
import type { Connection } from './connection.ts'
import { createCrowds } from './crowds.ts'
import { monthOf } from './days.ts'
import { limitNames, maxNewNames } from './event-names.ts'
import { type InteractionRow, ownPath, withoutPrivate } from './events.ts'
import { createNameLimit } from './name-limit.ts'
import type { Networks } from './networks.ts'
import type { Origin } from './paths.ts'
import { endViews, insertInteractions, insertJourneys, upsertViews } from './queries/events.ts'
import {
  addToSessions,
  insertSessions,
  type LastSessionRow,
  type LockedSession,
  lockSessions,
  type StoredEventRow,
  selectLastSessions,
  selectStoredEvents,
} from './queries/sessions.ts'
import { type Session, type SessionKey, sessionKey, visitorKey } from './sessions.ts'
import { createSourceLimit, type OwnKind, ownCampaignOf } from './sources.ts'
import type { VisitorDay } from './visitor.ts'

type Parts = {
  connection: Connection
  /** The signed-in member of a request; null if there is none. */
  findMember: (headers: Headers) => Promise<{ id: number } | null>
  /**
   * The time since which members agree to a trail of their visits (ISO 8601), by the member's id. Members who do not
   * agree are missing. Decisions can't change until the transaction ends.
   */
  findConsent: (db: Database, ids: readonly number[]) => Promise<ReadonlyMap<number, string>>
  /**
   * The campaigns under which visits from these letters and nudges are stored, by the id of the letter or nudge.
   * Letters and nudges that do not exist are missing.
   */
  findCampaigns: (
    db: Database,
    ids: Record<OwnKind, readonly number[]>,
  ) => Promise<Record<OwnKind, ReadonlyMap<number, string>>>
  /** Called with the number of events that a transaction has added. */
  countStored: (from: Networks & { client: string; day: string }, count: number) => void
  /** The venue's date. */
  today: () => Promise<string>
}

/** The number of visitors whose last session each process remembers. */
const rememberedVisitors = 20_000
/**
 * The number of stored events whose session each process remembers, so that events that are soon sent again are not
 * looked up.
 */
const rememberedEvents = 20_000
const rememberedSegments = 5000
/** The reply for a stored item: the session's id. */
export type StoreReply = { sessionId: string }

/** Returns a function that stores the items of requests, all or none, in one transaction. Calls must not overlap. */
export function createStore(parts: Parts): (items: readonly Item[]) => Promise<StoreReply[]> {
  const sessions = new LRUCache<string, Session>({ max: rememberedVisitors })
  const storedSessions = new LRUCache<string, SessionKey>({ max: rememberedEvents })
  const segments = new LRUCache<string, number>({ max: rememberedSegments })
  const months = new Set<string>()
  const limitSource = createSourceLimit()
  const acceptsName = createNameLimit(maxNewNames)
  const crowds = createCrowds()

  /** In each batch, replaces the names and sources that exceed the limits of the day. */
  const applyLimits = async (db: Database, batches: readonly Batch[]): Promise<Batch[]> => {
    const campaigns = batches.map(({ origin }) => ownCampaignOf(origin))
    const idsOf = (kind: OwnKind) => [
      ...new Set(campaigns.flatMap((each) => (each?.kind === kind ? each.id : []))),
    ]
    const known = await parts.findCampaigns(db, { letter: idsOf('letter'), nudge: idsOf('nudge') })
    return batches.map((batch, index): Batch => {
      const own = campaigns[index]
      const [{ day }] = batch.days
      const campaign = own ? known[own.kind].get(own.id) : undefined
      const sender = { ...batch.networks, day, isBot: batch.browser.bot !== null }
      return {
        ...batch,
        ...limitNames(batch, (name) => acceptsName(name, sender)),
        origin: limitSource(campaign ? { ...batch.origin, campaign } : batch.origin, {
          ...sender,
          isOwn: campaign !== undefined,
        }),
      }
    })
  }

  /**
   * Reads the ids of unknown segments into `found`. They are remembered in `segments` only after the commit, because a
   * rollback removes new segments.
   */
  const findSegmentIds = async (
    db: Database,
    wanted: readonly SegmentProperties[],
    found: Map<string, number>,
  ) => {
    const missing = new Map(wanted.map((each) => [segmentKey(each), each]))
    for (const key of missing.keys()) {
      if (found.has(key) || segments.has(key)) missing.delete(key)
    }
    const ids = await findSegments(db, [...missing.values()])
    for (const [index, key] of [...missing.keys()].entries()) found.set(key, ids[index] as number)
  }

  const createMonths = async (client: pg.Client, days: readonly string[]) => {
    const missing = [...new Set(days.map(monthOf))].filter((month) => !months.has(month))
    if (missing.length === 0) return
    await inTransaction(client, () => ensureMonths(databaseOn(client), missing))
    for (const month of missing) months.add(month)
  }

  return async (items) => {
    const received = items.filter((item) => item.kind === 'events')
    const ends = items.filter((item) => item.kind === 'end')
    const members = await Promise.all(
      received.map(({ memberHeaders }) => memberHeaders && parts.findMember(memberHeaders)),
    )
    const today = await parts.today()
    return parts.connection.use(async (client) => {
      const db = databaseOn(client)
      const batches = await applyLimits(db, received)
      const assigned = crowds.mark(
        await assignSessions(
          batches,
          {
            lastSession: (key) => sessions.get(key),
            storedSessionOf: (event) => storedSessions.get(event),
          },
          lookUpsOf(client),
        ),
      )
      const memberOf = new Map(assigned.map(({ batch }, index) => [batch, members[index] ?? null]))
      const days = new Set<string>(ends.map(({ day }) => day))
      for (const { session, repeated } of assigned) {
        days.add(session.day)
        for (const { day } of repeated) days.add(day)
      }
      await createMonths(client, [...days]).catch((error: unknown) => {
        months.clear()
        throw error
      })
      const found = new Map<string, number>()
      /** How many new events each session has, by the session's id. */
      const added = new Map<string, number>()
      const idOf = (properties: SegmentProperties): number => {
        const key = segmentKey(properties)
        return (found.get(key) ?? segments.get(key)) as number
      }
      await inTransaction(client, async () => {
        const memberIds = [...memberOf.values()].flatMap((member) => member?.id ?? [])
        const consentTimes = memberIds.length
          ? await parts.findConsent(db, memberIds)
          : new Map<number, string>()
        const factsOf = (batch: Batch): MemberFacts => {
          const id = memberOf.get(batch)?.id ?? null
          return memberFacts(id, id === null ? undefined : consentTimes.get(id))
        }
        const withEvents = assigned.filter(hasEvents)
        // All sessions are locked before anything is written; see `lockSessions`.
        const locked = await lockStored(client, [
          ...withEvents.map(({ session }) => session),
          ...assigned.flatMap(({ repeated }) => repeated),
          ...ends.map(({ visitor_id: visitor, ...end }) => ({ ...end, visitor })),
        ])
        const started = newSessions(withEvents, locked, factsOf)
        const changed = withEvents.flatMap(({ batch, session, events }) => {
          const change = changedProperties(locked.get(session.session_id), {
            isMember: factsOf(batch).isMember,
            origin: events.views.length > 0 ? batch.origin : undefined,
          })
          return change ? [change.properties] : []
        })
        await findSegmentIds(db, [...started, ...changed], found)
        for (const day of [...days].sort()) {
          const rows = await storeDay(client, {
            day,
            assigned,
            ends: ends.filter((end) => end.day === day),
            factsOf,
            locked,
            started: started
              .filter((each) => each.day === day)
              .map((row) => ({ ...row, segment: idOf(row) })),
            segmentOf: async (properties) => {
              await findSegmentIds(db, [properties], found)
              return idOf(properties)
            },
          })
          for (const { session_id } of rows) {
            added.set(session_id, (added.get(session_id) ?? 0) + 1)
          }
        }
        const pastDays = [...days].filter((day) => day < today)
        await markDaysDirty(db, pastDays)
      }).catch((error: unknown) => {
        // A partition may be missing after a restore.
        months.clear()
        throw error
      })
      crowds.add(assigned)
      for (const { batch, session } of assigned) {
        const count = added.get(session.session_id)
        if (count) parts.countStored({ ...batch.networks, day: batch.days[0].day }, count)
        added.delete(session.session_id)
      }
      for (const [key, id] of found) segments.set(key, id)
      for (const { batch, session, events } of assigned.filter(hasEvents)) {
        sessions.set(visitorKey(batch.days), session)
        const stored = sessionKey(session)
        for (const { kind, id } of eventsOf(events)) storedSessions.set(eventKey(kind, id), stored)
      }
      let index = 0
      return items.map((item) => {
        const key = item.kind === 'end' ? item : (assigned[index++] as Assigned).session
        return { sessionId: key.session_id }
      })
    })
  }
}

const segmentKey = (each: SegmentProperties): string =>
  JSON.stringify([
    each.device_type,
    each.browser,
    each.os,
    each.country,
    each.is_authenticated,
    each.bot,
    each.source,
    each.medium,
    each.campaign,
  ])

const databaseOn = (client: pg.Client): Database => drizzle(client) as unknown as Database

async function inTransaction<T>(client: pg.Client, work: () => Promise<T>): Promise<T> {
  await client.query('begin')
  // After an error, the connection is closed, which rolls the transaction back.
  const result = await work()
  await client.query('commit')
  return result
}

const lookUpsOf = (client: pg.Client): LookUps => ({
  lastSessions: (visitors: readonly VisitorDay[]) =>
    runPrepared<LastSessionRow>(client, selectLastSessions, [
      visitors.map(({ day }) => day),
      visitors.map(({ visitor }) => visitor),
    ]),
  storedEvents: (wanted) =>
    runPrepared<StoredEventRow>(client, selectStoredEvents, [
      wanted.map(({ kind }) => kind),
      wanted.map(({ day }) => day),
      wanted.map(({ id }) => id),
    ]),
})

/** What is known about the member who sent a request. */
type MemberFacts = {
  isMember: boolean
  /** The time since which the member agrees (ISO 8601); null if they do not. */
  agreedAt: string | null
  /** The member's id for events since the member agreed; otherwise null. `at`: the time of the event, ISO 8601. */
  userIdAt: (at: string) => number | null
}

const memberFacts = (id: number | null, since: string | undefined): MemberFacts => ({
  isMember: id !== null,
  agreedAt: since ?? null,
  userIdAt: (at) => (since !== undefined && at >= since ? id : null),
})

/**
 * The member to whom a visit with these events belongs; null if any of the events happened before the member agreed.
 */
function memberOfVisit(
  { userIdAt }: MemberFacts,
  { views, journeys, interactions }: Assigned['events'],
): number | null {
  const times = [
    ...views.map(({ viewed_at }) => viewed_at),
    ...[...journeys, ...interactions].map(({ at }) => at),
  ]
  const ids = times.map(userIdAt)
  return ids.includes(null) ? null : (ids[0] ?? null)
}

/**
 * The properties that a visit has from now on; null if they stay as they are. They change when somebody has signed in.
 * They also change when a visit that began with an event counted by the server gets its first page view, which
 * determines the source of the visit.
 * @param options.origin the origin of the first page view in these batches; undefined if they contain none
 * @returns `origin`: the origin that the visit gets; null if it keeps its origin
 */
function changedProperties(
  before: LockedSession | undefined,
  { isMember, origin }: { isMember: boolean; origin: Origin | undefined },
): { properties: SegmentProperties; origin: Origin | null } | null {
  if (!before) return null
  const mayGetOrigin = before.views === 0 && !hasSource(before)
  const newOrigin = mayGetOrigin && origin && hasSource(origin) ? origin : null
  const properties = {
    ...before,
    is_authenticated: before.is_authenticated || isMember,
    ...(newOrigin && sourceOf(newOrigin)),
  }
  return segmentKey(properties) === segmentKey(before) ? null : { properties, origin: newOrigin }
}

const sourceOf = ({ source, medium, campaign }: Origin) => ({ source, medium, campaign })
const hasSource = ({ source, medium, campaign }: Omit<Origin, 'referrer'>): boolean =>
  (source ?? medium ?? campaign) !== null

type Locked = ReadonlyMap<string, LockedSession>
type DayInput = {
  day: string
  /** The batches of all days. */
  assigned: readonly Assigned[]
  ends: readonly PageEnd[]
  factsOf: (batch: Batch) => MemberFacts
  /** The stored sessions of all days, by id, as they were before these batches. */
  locked: Locked
  /** Rows of sessions that begin. */
  started: readonly object[]
  segmentOf: (properties: SegmentProperties) => Promise<number>
}

type Keyed = { session_id: string; id: string; user_id: number | null }

/** Stores the events of a day. @returns the new page views, moves and interactions */
async function storeDay(
  client: pg.Client,
  { day, assigned, ends, factsOf, locked, started, segmentOf }: DayInput,
): Promise<Keyed[]> {
  const ofDay = assigned.filter((each) => each.session.day === day && hasEvents(each))
  const run = <Row>(statement: Prepared, rows: readonly object[], ...values: unknown[]) =>
    rows.length === 0
      ? Promise.resolve<Row[]>([])
      : runPrepared<Row>(client, statement, [day, JSON.stringify(rows), ...values])

  const sessionsBefore = new Map(locked)
  for (const session of await run<LockedSession>(insertSessions, started)) {
    sessionsBefore.set(session.session_id, session)
  }
  const ended = ends.filter(({ session_id }) => sessionsBefore.has(session_id))

  const views = merge(
    assigned.flatMap(({ batch, session, events, repeated }) => {
      const { userIdAt } = factsOf(batch)
      const { session_id } = session
      const current = session.day === day ? events.views : []
      return [
        ...current.map((view) => ({
          ...view,
          session_id,
          user_id: userIdAt(view.viewed_at),
          is_entry: false,
          is_repeated: false,
        })),
        ...repeated
          // A session that is not locked has been deleted meanwhile.
          .filter((each) => each.day === day && sessionsBefore.has(each.session_id))
          .map(({ view, ...each }) => ({
            ...view,
            session_id: each.session_id,
            user_id: userIdAt(view.viewed_at),
            is_entry: false,
            is_repeated: true,
          })),
      ]
    }),
    (first, second) => ({
      ...greatestView(first, second),
      is_repeated: first.is_repeated && second.is_repeated,
    }),
  )
  const entries = new Map<string, (typeof views)[number]>()
  for (const view of views) {
    if (view.is_repeated) continue
    const first = entries.get(view.session_id)
    const isFirst = sessionsBefore.get(view.session_id)?.views === 0
    if (isFirst && (!first || view.viewed_at < first.viewed_at)) entries.set(view.session_id, view)
  }
  for (const view of entries.values()) view.is_entry = true
  const addedViews = await run<Keyed>(upsertViews, views, bounceSeconds)

  const rowsOf = <Row extends { id: string; at: string }>(
    read: (each: Assigned) => readonly Row[],
  ) =>
    merge(
      ofDay.flatMap((each) => {
        const { userIdAt } = factsOf(each.batch)
        const { session_id } = each.session
        return read(each).map((row) => ({ ...row, session_id, user_id: userIdAt(row.at) }))
      }),
      (first) => first,
    )
  const newJourneys = await run<Keyed>(
    insertJourneys,
    rowsOf(({ events }) => events.journeys),
  )
  const interactions = rowsOf<InteractionRow>(({ events }) => events.interactions).map((row) =>
    row.user_id === null ? { ...row, ...withoutPrivate(row) } : row,
  )
  const newInteractions = await run<Keyed>(insertInteractions, interactions)

  const pageEnds = mergeEnds(ended, (end) => `${end.session_id} ${end.page_path}`, longestEnd)
  await run(endViews, pageEnds, bounceSeconds, maxSearchedViews)

  const changes = new Map<string, Change>()
  /** The origin of the first page view of each session in these batches, by the session's id. */
  const origins = new Map<string, Origin>()
  for (const { batch, session, events } of ofDay) {
    const facts = factsOf(batch)
    if (events.views.length > 0 && !origins.has(session.session_id)) {
      origins.set(session.session_id, batch.origin)
    }
    const change = changes.get(session.session_id) ?? emptyChange(session)
    change.last_at = latest(change.last_at, new Date(session.lastAt).toISOString())
    change.is_authenticated ||= facts.isMember
    if (change.user_id === null) {
      change.user_id = memberOfVisit(facts, events)
      change.agreed_at = facts.agreedAt
    }
    changes.set(session.session_id, change)
  }
  const newViews = keys(addedViews)
  for (const view of views) {
    const change = changes.get(view.session_id)
    if (!change || !newViews.has(keyOf(view))) continue
    change.views++
    if (view.is_entry) change.entry_page = view.page_path
    if (change.exit_at === null || view.viewed_at >= change.exit_at) {
      change.exit_at = view.viewed_at
      change.exit_page = view.page_path
    }
  }
  for (const { session_id } of newInteractions) {
    const change = changes.get(session_id)
    if (change) change.interactions++
  }
  for (const { session_id, visitor_id: visitor, number, ended_at } of ended) {
    const change = changes.get(session_id) ?? emptyChange({ session_id, visitor, number })
    change.ended_at = latest(change.ended_at, ended_at)
    changes.set(session_id, change)
  }
  for (const change of changes.values()) {
    const origin = origins.get(change.session_id)
    const isMember = change.is_authenticated
    const changed = changedProperties(sessionsBefore.get(change.session_id), { isMember, origin })
    if (!changed) continue
    change.segment = await segmentOf(changed.properties)
    Object.assign(change, changed.origin)
  }
  await run(addToSessions, [...changes.values()], maxSearchedViews)
  return [...addedViews, ...newJourneys, ...newInteractions]
}

type Change = {
  session_id: string
  visitor_id: string
  number: number
  views: number
  interactions: number
  user_id: number | null
  agreed_at: string | null
  is_authenticated: boolean
  segment: number | null
  referrer: string | null
  source: string | null
  medium: string | null
  campaign: string | null
  entry_page: string | null
  exit_page: string | null
  exit_at: string | null
  last_at: string | null
  ended_at: string | null
}

const emptyChange = ({ session_id, visitor, number }: Omit<SessionKey, 'day'>): Change => ({
  session_id,
  visitor_id: visitor,
  number,
  views: 0,
  interactions: 0,
  user_id: null,
  agreed_at: null,
  is_authenticated: false,
  segment: null,
  referrer: null,
  source: null,
  medium: null,
  campaign: null,
  entry_page: null,
  exit_page: null,
  exit_at: null,
  last_at: null,
  ended_at: null,
})

/** The later one of two times in ISO 8601. */
const latest = (a: string | null, b: string): string => (a !== null && a > b ? a : b)

const hasEvents = ({ events: { views, journeys, interactions } }: Assigned): boolean =>
  views.length + journeys.length + interactions.length > 0

/** Locks the sessions that exist; see `lockSessions`. @returns the locked sessions by id */
async function lockStored(client: pg.Client, sessions: readonly SessionKey[]): Promise<Locked> {
  const distinct = [...new Map(sessions.map((each) => [each.session_id, each])).values()]
  const locked = await runPrepared<LockedSession>(client, lockSessions, [
    distinct.map(({ day }) => day),
    distinct.map(({ session_id }) => session_id),
    distinct.map(({ visitor }) => visitor),
    distinct.map(({ number }) => number),
  ])
  return new Map(locked.map((session) => [session.session_id, session]))
}

/** The rows of sessions that begin with a batch, without their segments. */
function newSessions(
  withEvents: readonly Assigned[],
  locked: Locked,
  factsOf: (batch: Batch) => MemberFacts,
) {
  const bySession = new Map<string, { first: Assigned; lastAt: number }>()
  for (const each of withEvents) {
    const { session_id, lastAt } = each.session
    if (locked.has(session_id)) continue
    const before = bySession.get(session_id)
    if (before) before.lastAt = Math.max(before.lastAt, lastAt)
    else bySession.set(session_id, { first: each, lastAt })
  }
  return [...bySession.values()].map(({ first: { batch, session, events }, lastAt }) => {
    const facts = factsOf(batch)
    const [view] = events.views
    const page =
      view?.page_path ??
      events.interactions[0]?.page_path ??
      ownPath(events.journeys[0]?.to_page ?? '/')
    return {
      ...batch.browser,
      ...batch.origin,
      day: session.day,
      session_id: session.session_id,
      visitor_id: session.visitor,
      number: session.number,
      user_id: memberOfVisit(facts, events),
      started_at: new Date(session.lastAt).toISOString(),
      last_at: new Date(lastAt).toISOString(),
      is_authenticated: facts.isMember,
      page,
    }
  })
}

const keyOf = ({ session_id, id }: { session_id: string; id: string }) => `${session_id} ${id}`
const keys = (rows: readonly Keyed[]): Set<string> => new Set(rows.map(keyOf))

/** One row for each event, because a statement can't store the same event twice. */
function merge<Row extends { session_id: string; id: string }>(
  rows: readonly Row[],
  join: (first: Row, second: Row) => Row,
): Row[] {
  const merged = new Map<string, Row>()
  for (const row of rows) {
    const before = merged.get(keyOf(row))
    merged.set(keyOf(row), before ? join(before, row) : row)
  }
  return [...merged.values()]
}

const greaterOf = (a: number | null, b: number | null): number | null =>
  a === null || b === null ? (a ?? b) : Math.max(a, b)

/** A view that was sent twice, with the greater value of each measurement. */
function greatestView<View extends Assigned['events']['views'][number]>(a: View, b: View): View {
  return {
    ...a,
    time_spent_seconds: Math.max(a.time_spent_seconds, b.time_spent_seconds),
    scroll_depth_percent: Math.max(a.scroll_depth_percent, b.scroll_depth_percent),
    lcp_ms: greaterOf(a.lcp_ms, b.lcp_ms),
    inp_ms: greaterOf(a.inp_ms, b.inp_ms),
    fcp_ms: greaterOf(a.fcp_ms, b.fcp_ms),
    ttfb_ms: greaterOf(a.ttfb_ms, b.ttfb_ms),
    cls: greaterOf(a.cls, b.cls),
  }
}

function mergeEnds(
  ends: readonly PageEnd[],
  keyOfEnd: (end: PageEnd) => string,
  join: (first: PageEnd, second: PageEnd) => PageEnd,
): PageEnd[] {
  const merged = new Map<string, PageEnd>()
  for (const end of ends) {
    const before = merged.get(keyOfEnd(end))
    merged.set(keyOfEnd(end), before ? join(before, end) : end)
  }
  return [...merged.values()].sort((a, b) => (keyOfEnd(a) < keyOfEnd(b) ? -1 : 1))
}

const latestEnd = (a: PageEnd, b: PageEnd): PageEnd => (a.ended_at >= b.ended_at ? a : b)
const longestEnd = (a: PageEnd, b: PageEnd): PageEnd => ({
  ...latestEnd(a, b),
  seconds: Math.max(a.seconds, b.seconds),
  scroll: Math.max(a.scroll, b.scroll),
})
