import type { Payload } from 'payload'
import { databaseOf } from '../../../platform/database/query.ts'
import { eventKind } from '../../events/reservations/kind.ts'
import { countsOfSubject, rowsOfSubject } from '../../reservations/service.ts'
import { doorTitle, findEventsOf } from '../door/doors.ts'
import { findNight, nightWith } from '../night.ts'
import { listOfNight } from '../queries/movements.ts'
import { type Report, reportOf } from './rules.ts'

type DoorReport = Report & {
  day: string
  timeZone: string
  /** The names of doors, by their keys. */
  titles: ReadonlyMap<string, string>
  /** The events of the evening, with how many people were expected, and how many of them did not come. */
  events: { id: number; title: string; expected: number; came: number; missing: number | null }[]
}

/** The report of an evening; by default of this one. */
export async function findReport(payload: Payload, day?: string): Promise<DoorReport> {
  const now = await findNight(payload)
  const night = day ? nightWith(day, now.timeZone) : now
  const db = databaseOf(payload)
  const report = reportOf(
    (await listOfNight(db, night.day)).map((row) => ({ ...row, at: row.at.getTime() })),
  )
  const titles = new Map<string, string>()
  const keys = [
    ...report.doors.map(({ door }) => door),
    ...report.listed.flatMap(({ door, first }) => [door, ...(first ? [first.door] : [])]),
  ]
  for (const key of new Set(keys)) titles.set(key, await doorTitle(db, key))
  const events = []
  for (const { id, title, status, endsAt } of await findEventsOf(payload, night)) {
    if (status === 'cancelled') continue
    const { going, inside } = await countsOfSubject(eventKind, db, id)
    const isOver = endsAt <= new Date()
    const rows = isOver ? await rowsOfSubject(eventKind, db, id) : []
    const absent = rows.filter((row) => row.status === 'no_show' || row.status === 'going')
    const missing = absent.reduce((sum, { party }) => sum + party, 0)
    const noShows = rows.filter((row) => row.status === 'no_show')
    const expected = going + noShows.reduce((sum, { party }) => sum + party, 0)
    events.push({ id, title, expected, came: inside, missing: isOver ? missing : null })
  }
  return { ...report, day: night.day, timeZone: night.timeZone, titles, events }
}
