import { createHash, randomUUID } from 'node:crypto'
import type {
  EnrolReply,
  ListReply,
  ScanReply,
  SyncReply,
} from '../../cms/features/check-in/contract.ts'
import { onDatabase, type Query } from './database.ts'
import { addDate } from './events.ts'
import type { Server } from './server.ts'
import { jsonRequest } from './staff.ts'

const hourMs = 3_600_000

/** Adds an event that is on now. @returns its id */
export const addDateOfTonight = (query: Query, given: Parameters<typeof addDate>[1] = {}) =>
  addDate(query, {
    startsAt: new Date(Date.now() - hourMs),
    endsAt: new Date(Date.now() + 3 * hourMs),
    areas: ['Event Spaces'],
    ...given,
  })

let serial = 0

/** Adds reservations of an event with one statement. @returns their ids */
export async function addGuests(
  query: Query,
  date: number,
  guests: {
    party?: number
    status?: string
    name?: string
    member?: number | null
    payment?: string
    price?: number
  }[],
): Promise<number[]> {
  const rows = guests.map((guest) => ({
    ...{ party: 2, status: 'going', member: null, payment: 'free', price: 0 },
    ...guest,
    name: guest.name ?? `Guest ${++serial}`,
    key: createHash('sha256').update(`${date} ${++serial}`).digest('hex').slice(0, 24),
  }))
  const inserted = await query<{ id: number }>(
    `insert into reservations (kind, subject, member, name, email, party, status, price, payment, key, confirmed_at,
                               queue, held_until, offered_until, cancelled_at, cancelled_by)
     select 'event', $1, r.member, r.name, r.key || '@guests.example', r.party, r.status, r.price, r.payment, r.key, now(),
            case when r.status = 'waitlisted' then 1 end,
            case when r.status = 'held' then now() + interval '1 hour' end,
            case when r.status = 'offered' then now() + interval '1 hour' end,
            case when r.status = 'cancelled' then now() end, case when r.status = 'cancelled' then 'guest' end
       from jsonb_to_recordset($2::jsonb) as r (party int, status text, member int, name text, payment text, price int, key text)
     returning id`,
    [date, JSON.stringify(rows)],
  )
  await query(
    `update event_dates set taken = (select coalesce(sum(party), 0) from reservations
      where kind = 'event' and subject = $1 and status in ('held', 'going', 'offered', 'attended')) where id = $1`,
    [date],
  )
  return inserted.map(({ id }) => id)
}

export type Item = {
  client_id?: string
  what: object
  door?: string
  direction?: 'in' | 'out'
  count?: number | null
  override?: boolean
  area?: string | null
  at?: number
  clock?: number
}

/** One enrolled phone. */
export class Phone {
  readonly door: string
  readonly shift: string
  readonly #send: (name: string, body: object) => ReturnType<Server['send']>

  constructor(
    send: (name: string, body: object) => ReturnType<Server['send']>,
    { door, shift }: { door: string; shift: string },
  ) {
    this.#send = send
    this.door = door
    this.shift = shift
  }

  static async enrol(
    server: Pick<Server, 'send'>,
    {
      door,
      session,
      token,
      name = 'Anna, front door',
    }: { door: string; session?: string; token?: string; name?: string },
  ): Promise<Phone> {
    const path = token ? `/api/check-in/door/${token}` : '/api/check-in/door'
    const send = (call: string, body: object) =>
      server.send(`${path}/${call}`, jsonRequest('POST', body, session))
    const reply = await send('enrol', { name, door })
    if (reply.status !== 200) throw new Error(reply.text)
    return new Phone(send, { door, shift: reply.json<EnrolReply>().shift })
  }

  call(name: string, body: object = {}) {
    return this.#send(name, { shift: this.shift, door: this.door, ...body })
  }

  async list(): Promise<ListReply & { unchanged: false }> {
    const reply = await this.call('list')
    if (reply.status !== 200) throw new Error(reply.text)
    return reply.json()
  }

  async scan(
    what: object,
    more: Partial<Item> & { dry?: boolean } = {},
  ): Promise<ScanReply['scan']> {
    const body = { client_id: randomUUID(), what, ...more }
    let reply = await this.call('scan', body)
    // A phone repeats a scan that a busy server refused.
    for (let tries = 0; reply.status === 503 && tries < 20; tries++) {
      await new Promise((resolve) => setTimeout(resolve, 250))
      reply = await this.call('scan', body)
    }
    if (reply.status !== 200) throw new Error(reply.text)
    return reply.json<ScanReply>().scan
  }

  item(what: object, more: Partial<Item> = {}): Item & { client_id: string } {
    const at = more.at ?? Date.now()
    return { client_id: randomUUID(), door: this.door, what, at, clock: at, ...more }
  }

  async sync(items: readonly object[], clock = Date.now()): Promise<SyncReply> {
    const reply = await this.call('sync', { clock, items })
    if (reply.status !== 200) throw new Error(reply.text)
    return reply.json()
  }
}

/** Places of a party that are taken twice, and counts of reservations that are not those of their rows. Tests expect none. */
export const findWrongCounts = (database: string) =>
  onDatabase(database, (query) =>
    query(
      `select r.id, r.party, r.inside, m.inside as by_rows from reservations as r
         join (select reservation, sum(case direction when 'in' then counted else -counted end) as inside
                 from check_in_movements where undone_at is null and reason is null group by reservation) as m on m.reservation = r.id
        where m.inside > r.party or m.inside < 0 or m.inside > r.inside`,
    ),
  )
