import { expect } from 'vitest'
import { versionOf } from '../../cms/features/events/series/change-date.ts'
import type { VenueArea } from '../../cms/features/venue/rules.ts'
import { onDatabase, type Query } from './database.ts'
import { thursday } from './event-dates.ts'
import type { Server } from './server.ts'
import { jsonRequest, type Role } from './staff.ts'

export type EventDoc = { id: number; slug: string; status: string; updatedAt: string; rule: string }
export type DateRow = {
  id: number
  event: number
  original_start: string
  slug: string
  status: string
  title: string
  summary: string
  areas: VenueArea[]
  starts_at: Date
  ends_at: Date
  doors_at: Date | null
  capacity: number | null
  max_party: number
  taken: number
  sequence: number
  own: object
  cancelled_at: Date | null
}

/** The version of a stored date, which its form sends as `seen`. */
export const versionOfRow = (row: DateRow): string => {
  const {
    status,
    max_party: maxParty,
    starts_at: startsAt,
    ends_at: endsAt,
    doors_at: doorsAt,
  } = row
  return versionOf({ ...row, status: status as 'published', maxParty, startsAt, endsAt, doorsAt })
}

let serial = 0

/** The fields of a series on four Thursdays, the first one at least a week from today. */
export const seriesFields = (changes: object = {}) => ({
  title: `Quiz ${++serial}`,
  summary: 'Six rounds.',
  areas: ['Beer Hall'],
  start: `${thursday(1)}T19:30`,
  end: `${thursday(1)}T22:00`,
  rule: 'FREQ=WEEKLY;COUNT=4',
  capacity: 40,
  ...changes,
})

/** Creates and changes events as the forms of the admin do. */
export function eventsOf(server: Server, staff: Record<Role, string>) {
  const post = (path: string, body: unknown, role: Role | null = 'publisher', method = 'POST') =>
    server.send(`/api/${path}`, jsonRequest(method, body, role ? staff[role] : ''))
  const query: Query = (text, values) => onDatabase(server.databaseUrl, (run) => run(text, values))
  const make = async (changes: object = {}, role: Role = 'publisher') => {
    const response = await post('events', seriesFields(changes), role)
    expect(response.status, response.text).toBe(201)
    return response.json<{ doc: EventDoc }>().doc
  }
  const act = (id: number, action: string, more: object = {}, role: Role = 'publisher') =>
    post(`event-list/${id}/status`, { action, seen: null, ...more }, role)
  const publish = async (changes: object = {}) => {
    const doc = await make(changes)
    const response = await act(doc.id, 'publish')
    expect(response.status, response.text).toBe(200)
    return doc
  }
  return {
    post,
    query,
    make,
    act,
    publish,
    get: (path: string, role: Role | null = 'publisher') =>
      server.send(`/api/${path}`, {
        headers: jsonRequest('GET', null, role ? staff[role] : '').headers ?? {},
      }),
    change: async (id: number, data: object, role: Role = 'publisher') => {
      const response = await post(`events/${id}`, data, role, 'PATCH')
      return { status: response.status, ...response.json<{ doc?: EventDoc; message?: string }>() }
    },
    rowsOf: (event: number) =>
      query<DateRow>(`select * from event_dates where event = $1 order by starts_at`, [event]),
    /** Reserves without a mail. @returns the reservation's id */
    reserve: async (date: number, party: number, status: 'going' | 'waitlisted' = 'going') => {
      const number = ++serial
      const [row] = await query<{ id: number }>(
        `insert into reservations (kind, subject, name, email, party, status, payment, key, confirmed_at, queue)
         values ('event', $1, 'Grace', $2, $3, $4::text, 'free', $5, now(), case when $4 = 'waitlisted' then 1 end)
         returning id`,
        [date, `grace${number}@guests.example`, party, status, `key ${number}`],
      )
      if (status === 'going') {
        await query(`update event_dates set taken = taken + $2 where id = $1`, [date, party])
      }
      return row?.id ?? 0
    },
    /** The subject and text of each mail to the guest of a reservation, oldest first. */
    mailsOf: async (rsvp: number) => {
      const rows = await query<{ to_address: string; subject: string; text: string }>(
        `select m.to_address, m.subject, m.text from mails as m join reservations as r on r.email = m.to_address
          where r.id = $1 order by m.id`,
        [rsvp],
      )
      return rows.map(({ subject, text }) => `${subject}\n${text}`)
    },
  }
}
