import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeDatabase, onDatabase, type Query } from '../support/database.ts'
import { addDrop, setOpening } from '../support/drops.ts'
import { startWithFaultPoints } from '../support/fault-points.ts'
import { openDatabase } from '../support/ledger.ts'
import { membershipOf } from '../support/membership.ts'
import type { Visitor } from '../support/visitor.ts'
import { waitUntil } from '../support/wait-until.ts'

const points = {
  /** An entry of the draw. */
  entry: ['insert', 'secret_drop_entries', 'true'],
  /** In the middle of the draw: the reservations are being stored. */
  drawn: ['insert', 'reservations', `new.key like 'drawn:%'`],
  /** At its end. */
  end: ['update', 'secret_drops', 'old.drawn_at is null and new.drawn_at is not null'],
  /** A claim after the draw. */
  claim: ['insert', 'reservations', `new.kind = 'drop' and new.key like 'member:%'`],
} as const

let url: string
let faults: Awaited<ReturnType<typeof startWithFaultPoints<keyof typeof points>>>
beforeAll(async () => {
  url = await makeDatabase('demo')
  faults = await startWithFaultPoints({ DATABASE_URL: url }, points)
}, 240_000)
afterAll(() => faults?.stop())
const query: Query = (text, values) => onDatabase(url, (run) => run(text, values))

let serial = 0
async function join(): Promise<Visitor> {
  const email = `drops-${++serial}@venue.example`
  const { visitor } = await membershipOf(faults.server(), url).signIn(email)
  // The token names the address of the process that is killed; the cookie stays valid.
  visitor.token = null
  return visitor
}
const claim = (by: Visitor, drop: number) =>
  by.call('/api/secret-kitchens/claim', { drop, portions: 1 }, { to: faults.server() })
const add = async () => {
  const database = openDatabase(url)
  try {
    return (await addDrop(database.db, { portions: 2 })).id
  } finally {
    await database.close()
  }
}
const stateOf = async (drop: number) => {
  const [row] = await query<{
    entries: number
    taken: number
    drawn: boolean
    held: number
    waiting: number
  }>(
    `select (select count(*)::int from secret_drop_entries where "drop" = d.id) as entries, taken,
            drawn_at is not null as drawn,
            (select count(*)::int from reservations where kind = 'drop' and subject = d.id and status = 'held') as held,
            (select count(*)::int from reservations where kind = 'drop' and subject = d.id and status = 'waitlisted') as waiting
       from secret_drops as d where id = $1`,
    [drop],
  )
  return row
}

test('a process killed while claiming has stored an entry or none, and the same request leaves exactly one', async () => {
  const [drop, ada] = [await add(), await join()]
  await setOpening(query, drop, -1)
  await faults.killAt('entry', () => claim(ada, drop))
  expect((await stateOf(drop))?.entries).toBeLessThanOrEqual(1)
  await setOpening(query, drop, -1)
  expect((await claim(ada, drop)).status).toBe(200)
  expect(await stateOf(drop)).toMatchObject({ entries: 1, drawn: false })
}, 240_000)

test.each(['drawn', 'end'] as const)(
  'a process killed at the point “%s” of the draw has drawn nobody, and the draw is made anew, once',
  async (point) => {
    const [drop, members] = [await add(), [await join(), await join(), await join()]]
    await setOpening(query, drop, -1)
    for (const member of members) expect((await claim(member, drop)).status).toBe(200)
    const [first] = members
    if (!first) throw new Error('There is no member.')
    await faults.killAt(point, async () => {
      await setOpening(query, drop, -13)
      await claim(first, drop)
    })
    // A job of the process that was started again may have drawn by now: nobody is drawn by half.
    expect([
      { drawn: false, taken: 0, held: 0, waiting: 0 },
      { drawn: true, taken: 2, held: 2, waiting: 1 },
    ]).toContainEqual(
      (({ drawn, taken, held, waiting }) => ({ drawn, taken, held, waiting }))(
        (await stateOf(drop)) ?? { drawn: false, taken: -1, held: 0, waiting: 0 },
      ),
    )
    await Promise.all(members.map((member) => claim(member, drop)))
    await waitUntil(
      () => stateOf(drop),
      (state) => state?.drawn === true,
    )
    expect(await stateOf(drop)).toMatchObject({ taken: 2, held: 2, waiting: 1 })
  },
  240_000,
)

test('a process killed while a later claim is stored has taken no portion', async () => {
  const [drop, ada] = [await add(), await join()]
  await setOpening(query, drop, -60)
  await query('update secret_drops set drawn_at = now() where id = $1', [drop])
  await faults.killAt('claim', () => claim(ada, drop))
  expect(await stateOf(drop)).toMatchObject({ taken: 0, held: 0 })
  const replies = await Promise.all([claim(ada, drop), claim(ada, drop)])
  expect(replies.map(({ status }) => status)).toEqual([200, 200])
  expect(await stateOf(drop)).toMatchObject({ taken: 1, held: 1 })
}, 240_000)
