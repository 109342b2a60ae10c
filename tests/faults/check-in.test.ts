import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeDatabase, onDatabase } from '../support/database.ts'
import { addDateOfTonight, addGuests, findWrongCounts, Phone } from '../support/door.ts'
import { startWithFaultPoints } from '../support/fault-points.ts'
import { makeStaff } from '../support/staff.ts'

const points = {
  movement: ['insert', 'check_in_movements', 'true'],
  counted: ['update', 'check_in_movements', 'new.counted < old.counted'],
  reservation: ['update', 'reservations', `new.kind = 'event' and new.inside > old.inside`],
} as const
type Point = keyof typeof points

let url: string
let faults: Awaited<ReturnType<typeof startWithFaultPoints<Point>>>
let staff: Awaited<ReturnType<typeof makeStaff>>
let date: number
beforeAll(async () => {
  url = await makeDatabase('demo')
  faults = await startWithFaultPoints({ DATABASE_URL: url }, points)
  staff = await makeStaff(faults.server())
  date = await onDatabase(url, (query) => addDateOfTonight(query))
}, 240_000)
afterAll(async () => {
  expect(await findWrongCounts(url)).toEqual([])
  await faults?.stop()
})

const enrol = () =>
  Phone.enrol(faults.server(), { door: `event:${date}`, session: staff.bar, name: 'Anna' })
const countsOf = (id: number) =>
  onDatabase(url, async (query) => {
    const [row] = await query(
      `select r.inside, count(m.id)::int as rows, coalesce(sum(m.counted), 0)::int as counted
         from reservations as r left join check_in_movements as m on m.reservation = r.id
        where r.id = $1 group by r.id`,
      [id],
    )
    return row
  })

test.each(['movement', 'reservation'] as const)(
  'a process killed at the point “%s” loses no scan, and a repeated one counts once',
  async (point) => {
    const [id = 0] = await onDatabase(url, (query) => addGuests(query, date, [{ party: 3 }]))
    const what = { type: 'guest', reservation: id }
    const client_id = randomUUID()
    const phone = await enrol()
    await faults.killAt(point, () => phone.call('scan', { client_id, what, count: 2 }))
    expect(await countsOf(id)).toEqual({ inside: 0, rows: 0, counted: 0 })
    // The phone stored the scan, and sends it when the server is back.
    const again = await enrol()
    const item = { ...again.item(what, { count: 2 }), client_id }
    for (const expected of ['counted', 'repeat']) {
      const { items } = await again.sync([item])
      expect(items).toMatchObject([{ client_id, state: expected }])
    }
    expect(await countsOf(id)).toEqual({ inside: 2, rows: 1, counted: 2 })
  },
)

test('a process killed while it counts later scans anew has changed nothing', async () => {
  const [id = 0] = await onDatabase(url, (query) => addGuests(query, date, [{ party: 3 }]))
  const what = { type: 'guest', reservation: id }
  const phone = await enrol()
  await phone.sync([phone.item(what, { count: 2 })])
  const early = phone.item(what, { at: Date.now() - 600_000, count: 3 })
  const body = { clock: Date.now(), items: [early] }
  await faults.killAt('counted', () => phone.call('sync', body))
  expect(await countsOf(id)).toEqual({ inside: 2, rows: 1, counted: 2 })
  const again = await enrol()
  for (const state of ['counted', 'repeat']) {
    expect((await again.sync([early])).items).toMatchObject([{ state }])
  }
  expect(await countsOf(id)).toEqual({ inside: 3, rows: 2, counted: 3 })
})
