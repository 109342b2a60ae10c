import { afterAll, beforeAll, expect, test } from 'vitest'
import { findDifferences } from '../../cms/features/ledger/check-books.ts'
import type { StartReply } from '../../cms/features/lunch-run/contract.ts'
import { addDays } from '../../cms/features/venue/hours/opening-hours.ts'
import { newFormKey, topUpAt } from '../support/credit.ts'
import { makeDatabase, onDatabase, type Query } from '../support/database.ts'
import { startWithFaultPoints } from '../support/fault-points.ts'
import { openDatabase } from '../support/ledger.ts'
import { setCutOff } from '../support/lunch.ts'
import { membershipOf } from '../support/membership.ts'
import { venueDayOf } from '../support/venue-days.ts'
import type { Visitor } from '../support/visitor.ts'
import { waitUntil } from '../support/wait-until.ts'

const points = {
  /** In the middle of the settlement: the second of three has paid. */
  payment: ['insert', 'ledger_transfers', `new.key like 'lunch:%:pay' and new.kind = 'payment'`],
  /** At its end. */
  end: ['update', 'lunch_runs', `new.state = 'settled'`],
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
const call = (by: Visitor, name: string, body: object) =>
  by.call(`/api/lunch-run/${name}`, body, { to: faults.server() })

test.each(Object.keys(points) as (keyof typeof points)[])(
  'a process killed at the point “%s” of a settlement has taken nothing, and the next request takes all, once',
  async (point) => {
    const people: { visitor: Visitor; id: number }[] = []
    for (let n = 0; n < 3; n++) {
      const email = `lunch-${++serial}@venue.example`
      const { visitor, user } = await membershipOf(faults.server(), url).signIn(email)
      // The token names the address of the process that is killed; the cookie stays valid.
      visitor.token = null
      await topUpAt(url, email, 20_00)
      people.push({ visitor, id: user.id })
    }
    const [runner] = people
    if (!runner) throw new Error('There is no runner.')
    const [offer] = await query<{ id: number }>(
      `select id from lunch_vendors where kind = 'vendor'`,
    )
    const begun = await call(runner.visitor, 'start', {
      ...{ key: newFormKey(), offer: offer?.id, day: addDays(venueDayOf(new Date()), serial) },
      ...{ area: 'Kitchens', cut_off: '11:30', without_runner: 'self' },
    })
    const { run } = begun.json<StartReply>()
    const [dish] = await query<{ id: string }>(
      `select dish ->> 'id' as id from lunch_runs, jsonb_array_elements(dishes) as dish
        where lunch_runs.id = $1 and dish ->> 'name' like 'Aubergine%'`,
      [run],
    )
    for (const { visitor } of people) {
      const lines = [{ dish: dish?.id, quantity: 1 }]
      const ordered = await call(visitor, 'order', { run, lines, payment: 'credit' })
      expect(ordered.status, ordered.text).toBe(200)
    }
    await call(runner.visitor, 'run', { run })
    await setCutOff(query, run, -1)
    await waitUntil(
      () => query<{ state: string }>('select state from lunch_runs where id = $1', [run]),
      ([row]) => row?.state === 'closed',
    )
    const fetched = () => call(runner.visitor, 'fetched', { run, payee: 'runner' })
    const stateOf = () =>
      query(
        `select r.state, count(o.transfer)::int as paid,
                count(*) filter (where h.status = 'held')::int as held
           from lunch_runs as r join lunch_orders as o on o.run = r.id
           left join ledger_holds as h on h.id = o.hold where r.id = $1 group by r.id`,
        [run],
      )
    await faults.killAt(point, fetched)
    expect(await stateOf()).toEqual([{ state: 'closed', paid: 0, held: 3 }])
    const replies = await Promise.all([fetched(), fetched()])
    expect(replies.map(({ status }) => status)).toEqual([200, 200])
    expect(await stateOf()).toEqual([{ state: 'settled', paid: 2, held: 0 }])
    const balances = await query<{ balance: string }>(
      `select b.balance from ledger_balances as b join ledger_accounts as a on a.id = b.account
        where a.code = any($1) order by a.code`,
      [people.map(({ id }) => `member:${id}`).sort()],
    )
    expect(balances.map(({ balance }) => Number(balance)).sort((a, b) => a - b)).toEqual([
      ...[11_00, 11_00, 38_00],
    ])
    const database = openDatabase(url)
    try {
      expect((await findDifferences(database.db)).differences).toEqual([])
    } finally {
      await database.close()
    }
  },
  240_000,
)
