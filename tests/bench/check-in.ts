import { onDatabase } from '../support/database.ts'
import { addDateOfTonight, addGuests, Phone } from '../support/door.ts'
import { type ServerProcess, startServerProcess } from '../support/server.ts'
import type { Row } from './table.ts'

const processes = 3
const scans = 1500
const phonesPerProcess = 8
const guestsOfList = 5000

/** Scans of an evening through three processes, and the list of a large event. */
export async function checkIn(database: string, { bar }: { bar: string }): Promise<Row[]> {
  const servers: ServerProcess[] = []
  try {
    for (let n = 0; n < processes; n++) {
      servers.push(
        await startServerProcess({ DATABASE_URL: database, CLIENT_BUDGET: '0', LOG_LEVEL: 'warn' }),
      )
    }
    const { date, guests, large } = await onDatabase(database, async (query) => {
      const tonight = await addDateOfTonight(query)
      const many = await addDateOfTonight(query)
      await addGuests(
        query,
        many,
        Array.from({ length: guestsOfList }, () => ({ party: 2 })),
      )
      const parties = Array.from({ length: scans }, () => ({ party: 1 }))
      return { date: tonight, guests: await addGuests(query, tonight, parties), large: many }
    })
    const phones = await Promise.all(
      Array.from({ length: processes * phonesPerProcess }, (_, n) =>
        Phone.enrol(servers[n % processes] as ServerProcess, {
          ...{ door: `event:${date}`, session: bar, name: `Phone ${n}` },
        }),
      ),
    )
    const times: number[] = []
    const startedAt = performance.now()
    await Promise.all(
      phones.map(async (phone) => {
        for (let id = guests.pop(); id; id = guests.pop()) {
          const before = performance.now()
          const { result } = await phone.scan({ type: 'guest', reservation: id })
          if (result !== 'yes') throw new Error(`A scan had the result ${result}.`)
          times.push(performance.now() - before)
        }
      }),
    )
    const seconds = (performance.now() - startedAt) / 1000
    const rows = await onDatabase(database, (query) =>
      query(
        `select reservation from check_in_movements where door = $1
          group by reservation having sum(counted) <> 1`,
        [`event:${date}`],
      ),
    )
    if (rows.length) throw new Error('Some guests do not count exactly once.')
    const list = await Phone.enrol(servers[0] as ServerProcess, {
      ...{ door: `event:${large}`, session: bar },
    })
    const listedAt = performance.now()
    const reply = await list.call('list')
    const listSeconds = (performance.now() - listedAt) / 1000
    times.sort((one, other) => one - other)
    const p95 = times[Math.floor(times.length * 0.95)] ?? 0
    const megabytes = Buffer.byteLength(reply.text) / 1_000_000
    return [
      {
        what: 'Scans at the door through three processes',
        value: scans / seconds,
        unit: '/s',
        goal: { atLeast: 100 },
      },
      { what: 'A scan of these, p95', value: p95, unit: 'ms', goal: { atMost: 300 } },
      {
        what: 'List of 5,000 guests for a phone',
        value: megabytes,
        unit: 'MB',
        goal: { atMost: 1 },
      },
      {
        what: 'Time until a phone has this list',
        value: listSeconds,
        unit: 's',
        goal: { atMost: 2 },
      },
    ]
  } finally {
    await Promise.all(servers.map((server) => server.stop()))
  }
}
