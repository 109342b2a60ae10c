import type { Payload } from 'payload'
import { databaseOf } from '../../platform/database/query.ts'
import {
  findNamesOfDates,
  findPublicNamesOfDates,
  listDates,
  listLastAttended,
} from '../events/service.ts'
import {
  findForMember,
  findMonths,
  findNeighbours,
  findPublic,
  listChosen,
  listEventsWithMoments,
  listOfFirstEvent,
  listOwnUnseen,
  listPublicByIds,
  listWall,
} from './queries/moments.ts'
import { onPublicPage, perPage, type WallView } from './rules.ts'

export type { Moment, WallMoment } from './queries/moments.ts'

const dayMs = 24 * 60 * 60_000
/** For how long after an event members can choose it for a picture, and how many events they choose from. */
const choiceDays = 30
const maxChoices = 40
const maxFilteredEvents = 30
const maxOwn = 60

export type EventChoice = { id: number; title: string; day: string }

/** The events of the last weeks, newest first: what was photographed lately. */
export async function findEventChoices(payload: Payload): Promise<EventChoice[]> {
  const now = Date.now()
  const dates = await listDates(databaseOf(payload), {
    endsAfter: new Date(now - choiceDays * dayMs),
    startsBefore: new Date(now + 60 * 60_000),
    limit: 1000,
  })
  return dates
    .toReversed()
    .slice(0, maxChoices)
    .map(({ id, title, day }) => ({ id, title, day }))
}

/** A page of the wall. `next` is the place of the page after it. */
export async function findWall(payload: Payload, view: WallView, viewer: number) {
  const db = databaseOf(payload)
  const found = await listWall(db, view, { viewer, limit: perPage + 1 })
  const moments = found.slice(0, perPage)
  return { moments, next: found.length > perPage ? (moments.at(-1)?.id ?? null) : null }
}

/** What a wall can be filtered by: months with moments at their ends, newest first, and events. */
export async function findFilters(payload: Payload) {
  const db = databaseOf(payload)
  const [{ first, last }, ids] = [
    await findMonths(db),
    await listEventsWithMoments(db, maxFilteredEvents),
  ]
  const events = (await findPublicNamesOfDates(db, ids)).sort((one, other) =>
    other.day.localeCompare(one.day),
  )
  return { months: monthsBetween(first, last), events }
}

const maxMonths = 36

/** Months from the last to the first, `YYYY-MM`. */
export function monthsBetween(first: string | null, last: string | null): string[] {
  const months: string[] = []
  let month = last
  while (month && first && month >= first && months.length < maxMonths) {
    months.push(month)
    const [year = 0, number = 1] = month.split('-').map(Number)
    month =
      number === 1
        ? `${year - 1}-12`
        : `${String(year).padStart(4, '0')}-${String(number - 1).padStart(2, '0')}`
  }
  return months
}

/** A moment with its event and its neighbours on the wall; null if the viewer may not see it. */
export async function findOpenMoment(
  payload: Payload,
  view: WallView,
  { id, viewer }: { id: number; viewer: number },
) {
  const db = databaseOf(payload)
  const moment = await findForMember(db, id, viewer)
  if (!moment) return null
  const ids = moment.event === null ? [] : [moment.event]
  const [event = null] = await findPublicNamesOfDates(db, ids)
  // The form of its author keeps an event that is not public any more.
  const [stored = null] = moment.member === viewer ? await findNamesOfDates(db, ids) : []
  return { moment, event, stored, ...(await findNeighbours(db, view, id)) }
}

const lastEvents = 5
const onHome = 3

/**
 * The newest moments of the last event at which a member was, or else of the last event with moments. Null if there are
 * none.
 */
export async function findLastMoments(payload: Payload, member: number) {
  const db = databaseOf(payload)
  const own = await listLastAttended(db, member, lastEvents)
  const found = [...own, ...(await listEventsWithMoments(db, lastEvents))]
  const known = await findPublicNamesOfDates(db, found)
  const events = found.filter((id) => known.some((each) => each.id === id))
  const moments = events.length
    ? await listOfFirstEvent(db, events, { viewer: member, limit: onHome })
    : []
  const id = moments[0]?.event ?? null
  const event = known.find((each) => each.id === id)
  return event ? { event, moments, wasThere: own.includes(event.id) } : null
}
export type LastMoments = NonNullable<Awaited<ReturnType<typeof findLastMoments>>>

export const findOwnUnseen = (payload: Payload, member: number) =>
  listOwnUnseen(databaseOf(payload), member, maxOwn)

/** A moment that everybody may see. */
export const findPublicMoment = (payload: Payload, id: number) =>
  findPublic(databaseOf(payload), id)

/** The moments that staff chose for the page of an area, or of the dates of an event. */
export const findChosen = (
  payload: Payload,
  {
    ids,
    ...of
  }: {
    area?: string | undefined
    series?: number | undefined
    ids?: readonly number[] | undefined
  },
) =>
  ids
    ? listPublicByIds(databaseOf(payload), ids)
    : listChosen(databaseOf(payload), of, onPublicPage)
