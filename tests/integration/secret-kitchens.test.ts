import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { balanceOf } from '../../cms/features/ledger/service.ts'
import type { SignedIn } from '../../cms/features/members/contract.ts'
import {
  cancelReservation,
  changeParty,
  checkIn,
  declineOffer,
  expireAllDue,
} from '../../cms/features/reservations/service.ts'
import { claim } from '../../cms/features/secret-kitchens/claim.ts'
import { drawDue } from '../../cms/features/secret-kitchens/draw.ts'
import { dropKind } from '../../cms/features/secret-kitchens/kind.ts'
import { findMine } from '../../cms/features/secret-kitchens/mine.ts'
import { eraseDrops, exportDrops } from '../../cms/features/secret-kitchens/personal-data.ts'
import { setBell } from '../../cms/features/secret-kitchens/queries/bells.ts'
import type { PaymentWay } from '../../cms/features/secret-kitchens/rules.ts'
import { advanceAllDue, advanceDrop } from '../../cms/features/secret-kitchens/steps.ts'
import { takeClaim } from '../../cms/features/secret-kitchens/take.ts'
import { databaseOf } from '../../cms/platform/database/query.ts'
import { openCredit, type TestCredit } from '../support/credit.ts'
import { addDrop, expireKept, setOpening } from '../support/drops.ts'

let site: TestCredit
beforeAll(async () => {
  site = await openCredit({ kinds: [dropKind] })
})
afterAll(async () => {
  expect(await site.differences()).toEqual([])
  // Nobody ever has a portion that is not there, and the counter is right.
  expect(
    await site.query(
      `select d.id, d.taken, d.portions, coalesce(sum(r.party), 0)::int as counted
         from secret_drops as d left join reservations as r
           on r.kind = 'drop' and r.subject = d.id and r.status in ('held', 'going', 'offered', 'attended')
        where d.cancelled_at is null
        group by d.id having d.taken <> coalesce(sum(r.party), 0) or d.taken > d.portions`,
    ),
  ).toEqual([])
  await site.pool.end()
})

const add = (given: Parameters<typeof addDrop>[1] = {}) => addDrop(site.db, given)
/** A drop whose draw is over, without anybody in it. */
const addOpen = (given: Parameters<typeof addDrop>[1] = {}) =>
  add({ opensAt: new Date(Date.now() - 60_000), drawnAt: new Date(Date.now() - 50_000), ...given })
const enter = (member: SignedIn, drop: number, portions = 1) =>
  claim(site.request(), member, { drop, portions })
const refused = (work: Promise<unknown>) =>
  work.then(
    () => 'accepted',
    (error: { reason?: string }) => error.reason ?? String(error),
  )
type Row = {
  id: number
  member: number
  status: string
  party: number
  payment: string
  queue: number | null
}
const claimsOf = (drop: number) =>
  site.query<Row>(
    `select id, member, status, party, payment, queue from reservations
      where kind = 'drop' and subject = $1 order by id`,
    [drop],
  )
const claimOf = async (drop: number, { id }: SignedIn) =>
  (await claimsOf(drop)).findLast(({ member }) => member === id)
const idOf = async (drop: number, member: SignedIn) => (await claimOf(drop, member))?.id ?? 0
const counts = async (drop: number) => {
  const all = await claimsOf(drop)
  return Object.fromEntries(
    ['held', 'going', 'waitlisted', 'offered', 'cancelled'].map((status) => [
      status,
      all.filter((each) => each.status === status).length,
    ]),
  )
}
const take = (id: number, payment: PaymentWay = 'bar', slot = '19:00') =>
  takeClaim(site.request(), { id, slot, payment })
const heldBy = async ({ id }: SignedIn) =>
  (await balanceOf(databaseOf(site.payload), `member:${id}`)).heldCents
const joinMany = async (count: number): Promise<SignedIn[]> =>
  (
    await site.query<{ id: number; email: string }>(
      `insert into members (email, source)
         select 'many-' || gen_random_uuid() || '@venue.example', 'test' from generate_series(1, $1::int)
       returning id, email`,
      [count],
    )
  ).map(({ id, email }) => ({ id, email, name: null, session: '' }))

describe('the first seconds', () => {
  test('a thousand at once for 40 portions: exactly 40 are drawn, the others wait, and nobody fails', async () => {
    const { id } = await add()
    const members = await joinMany(1000)
    const outcomes = await Promise.all(members.map((member) => refused(enter(member, id))))
    expect(outcomes.filter((each) => each !== 'accepted')).toEqual([])
    expect(await claimsOf(id)).toEqual([])
    await setOpening(site.query, id, -13)
    // The job, and those who ask, all at once.
    const asking = members.slice(0, 50).map((member) => findMine(site.request(), member, id))
    await Promise.all([drawDue(site.payload, id), drawDue(site.payload, id), ...asking])
    expect(await counts(id)).toMatchObject({ held: 40, waitlisted: 960, going: 0 })
    const queue = (await claimsOf(id)).flatMap((each) => each.queue ?? [])
    expect(queue.sort((a, b) => a - b)).toEqual(Array.from({ length: 960 }, (_, n) => n + 1))
    const [row] = await site.query<{ taken: number }>(
      'select taken from secret_drops where id = $1',
      [id],
    )
    expect(row?.taken).toBe(40)
  })

  test('the order of arrival explains less than a tenth of who gets a portion', async () => {
    // Twenty draws of twenty claims that came one after the other, for five portions.
    const wins = Array.from({ length: 20 }, () => 0)
    for (let n = 0; n < 20; n++) {
      const { id } = await add({ portions: 5 })
      const members = await joinMany(20)
      for (const member of members) await enter(member, id)
      await setOpening(site.query, id, -13)
      await drawDue(site.payload, id)
      for (const { member, status } of await claimsOf(id)) {
        const place = members.findIndex((each) => each.id === member)
        if (status === 'held') wins[place] = (wins[place] ?? 0) + 1
      }
    }
    expect(wins.reduce((sum, each) => sum + each)).toBe(100)
    // With first come, first served, the first five would get all, and it were 0.56.
    expect(
      rSquaredOfPlaces([20, 20, 20, 20, 20, ...Array<number>(15).fill(0)], 20),
    ).toBeGreaterThan(0.5)
    expect(rSquaredOfPlaces(wins, 20)).toBeLessThan(0.1)
  })

  test('one entry for each member, however often it is sent, and with the portions of the first', async () => {
    const [{ id }, ada] = [await add({ each: 2 }), await site.join()]
    await enter(ada, id, 2)
    const replies = await Promise.all([1, 1, 2].map((portions) => enter(ada, id, portions)))
    expect(replies.map(({ result }) => result)).toEqual(['entered', 'entered', 'entered'])
    expect(
      await site.query('select member, party from secret_drop_entries where "drop" = $1', [id]),
    ).toEqual([{ member: ada.id, party: 2 }])
    expect(await findMine(site.request(), ada, id)).toMatchObject({ entered: 2, state: 'drawing' })
  })

  test('a script with a hundred fresh accounts gets nothing, neither in the draw nor after it', async () => {
    const { id } = await add({ announcedAt: new Date(Date.now() - 5000), portions: 3 })
    const [old] = await joinMany(1)
    await site.query(`update members set created_at = now() - interval '1 day' where id = $1`, [
      old?.id,
    ])
    const fresh = await joinMany(100)
    const all = () => Promise.all(fresh.map((member) => refused(enter(member, id))))
    expect(new Set(await all())).toEqual(new Set(['too_new']))
    await enter(old as SignedIn, id)
    await setOpening(site.query, id, -13)
    await drawDue(site.payload, id)
    expect(new Set(await all())).toEqual(new Set(['too_new']))
    expect((await claimsOf(id)).map(({ member }) => member)).toEqual([old?.id])
  })

  test('a wrong clock of the one who claims changes nothing: it opens by the clock of the database', async () => {
    const [{ id }, ada] = [await add(), await site.join()]
    await setOpening(site.query, id, 0.6)
    expect(await refused(enter(ada, id))).toBe('not_open')
    expect(await findMine(site.request(), ada, id)).toMatchObject({ state: 'announced' })
    await new Promise((resolve) => setTimeout(resolve, 650))
    expect(await refused(enter(ada, id))).toBe('accepted')
  })

  test('an entry that comes as the draw begins is in it, or is a later claim: it is never lost', async () => {
    for (let n = 0; n < 2; n++) {
      const { id } = await add({ portions: 500 })
      const members = await joinMany(60)
      await setOpening(site.query, id, -11.9)
      const replies = await Promise.all([
        ...members.map(async (member, index) => {
          await new Promise((resolve) => setTimeout(resolve, index * 4))
          return refused(enter(member, id))
        }),
        new Promise((resolve) => setTimeout(resolve, 101)).then(() => drawDue(site.payload, id)),
      ])
      expect(replies.filter((each) => each && each !== 'accepted')).toEqual([])
      await drawDue(site.payload, id)
      expect(await counts(id)).toMatchObject({ held: 60, waitlisted: 0 })
    }
  })

  test('who was suspended or deleted before the draw is not drawn', async () => {
    const [{ id }, ada, bo, cy] = [
      await add(),
      await site.join(),
      await site.join(),
      await site.join(),
    ]
    for (const member of [ada, bo, cy]) await enter(member, id)
    await site.query('update members set suspended_at = now() where id = $1', [ada.id])
    await eraseDrops(site.db, bo)
    await setOpening(site.query, id, -13)
    await drawDue(site.payload, id)
    expect((await claimsOf(id)).map(({ member }) => member)).toEqual([cy.id])
  })
})

describe('after the draw', () => {
  test('portions that are left go to the first who come, and exactly as many as there are', async () => {
    const { id } = await addOpen({ portions: 7 })
    const members = await joinMany(60)
    const outcomes = await Promise.all(members.map((member) => refused(enter(member, id))))
    expect(outcomes.filter((each) => each !== 'accepted')).toEqual([])
    expect(await counts(id)).toMatchObject({ held: 7, waitlisted: 53 })
    const [last] = members.slice(-1)
    const mine = await findMine(site.request(), last as SignedIn, id)
    expect(mine).toMatchObject({ state: 'sold_out', left: 0 })
  })

  test('a second tap on claim neither takes another portion nor keeps the first one longer', async () => {
    const [{ id }, ada] = [await addOpen(), await site.join()]
    await Promise.all([enter(ada, id), enter(ada, id), enter(ada, id)])
    const [first] = await site.query<{ held_until: Date }>(
      `select held_until from reservations where kind = 'drop' and subject = $1`,
      [id],
    )
    const minutes = ((first?.held_until.getTime() ?? 0) - Date.now()) / 60_000
    expect(minutes).toBeGreaterThan(4.9)
    expect(minutes).toBeLessThanOrEqual(5)
    await enter(ada, id)
    expect(
      await site.query(`select held_until from reservations where kind = 'drop' and subject = $1`, [
        id,
      ]),
    ).toEqual([first])
    expect((await claimsOf(id)).length).toBe(1)
  })

  test('what nobody said yes to within five minutes is offered to the next in line', async () => {
    const [{ id }, ada, bo, cy] = [
      await addOpen({ portions: 1 }),
      ...[await site.join(), await site.join(), await site.join()],
    ] as const
    for (const member of [ada, bo, cy]) await enter(member, id)
    const mine = await findMine(site.request(), cy, id)
    expect(mine.claim).toMatchObject({ status: 'waitlisted', queue: { position: 2 } })
    await expireKept(site.query, id)
    await expireAllDue(site.payload)
    expect((await claimsOf(id)).map(({ status }) => status)).toEqual([
      'cancelled',
      'offered',
      'waitlisted',
    ])
    expect(await refused(take(await idOf(id, ada)))).toBe('held_over')
    await take(await idOf(id, bo))
    expect(await claimOf(id, bo)).toMatchObject({ status: 'going', payment: 'door' })
    // The one who was too late can wait again.
    await enter(ada, id)
    expect(await claimOf(id, ada)).toMatchObject({ status: 'waitlisted' })
    expect(await refused(declineOffer(dropKind, site.request(), await idOf(id, cy)))).toBe(
      'no_offer',
    )
  })

  test('more portions than a claim can have are refused', async () => {
    const [{ id }, ada] = [await addOpen({ each: 2 }), await site.join()]
    expect(await refused(enter(ada, id, 3))).toBe('too_many')
    await enter(ada, id, 2)
    const more = changeParty(dropKind, site.request(), {
      id: await idOf(id, ada),
      party: 3,
      by: 'guest',
    })
    expect(await refused(more)).toBe('party_size')
  })
})

describe('the second tap', () => {
  test('with credit holds the price, which is paid when it is collected', async () => {
    const [{ id }, ada] = [
      await addOpen({ each: 2, startsAt: new Date(Date.now() + 1_800_000) }),
      await site.join(30_00),
    ]
    await enter(ada, id, 2)
    const own = await idOf(id, ada)
    await Promise.all([take(own, 'credit'), take(own, 'credit')])
    expect(await heldBy(ada)).toBe(2400)
    await checkIn(dropKind, site.request(), { id: own, inside: 2 })
    expect([await heldBy(ada), await site.balance(`member:${ada.id}`)]).toEqual([0, 600])
    await checkIn(dropKind, site.request(), { id: own, inside: 0 })
    expect([await heldBy(ada), await site.balance(`member:${ada.id}`)]).toEqual([2400, 3000])
  })

  test('without enough credit is refused and changes nothing; the bar is another way', async () => {
    const [{ id }, ada] = [await addOpen(), await site.join(11_99)]
    await enter(ada, id)
    const own = await idOf(id, ada)
    expect(await refused(take(own, 'credit'))).toBe('no_credit')
    expect(await claimOf(id, ada)).toMatchObject({ status: 'held' })
    await take(own, 'bar')
    expect(await claimOf(id, ada)).toMatchObject({ status: 'going', payment: 'door' })
    expect(await heldBy(ada)).toBe(0)
  })

  test('by card needs a payment service', async () => {
    const [{ id }, ada] = [await addOpen(), await site.join()]
    await enter(ada, id)
    expect(await refused(take(await idOf(id, ada), 'card'))).toBe('no_card_payments')
  })

  test('on the house holds nothing', async () => {
    const [{ id }, ada] = [await addOpen({ priceCents: 0 }), await site.join()]
    await enter(ada, id)
    expect(await claimOf(id, ada)).toMatchObject({ status: 'held' })
    await take(await idOf(id, ada), 'credit')
    expect(await claimOf(id, ada)).toMatchObject({ status: 'going', payment: 'free' })
  })

  test('chooses a slot that has room, and that there is', async () => {
    const { id } = await addOpen({ portions: 4 })
    const members = await joinMany(4)
    for (const member of members) await enter(member, id)
    const ids = (await claimsOf(id)).map((each) => each.id)
    expect(await refused(take(ids[0] ?? 0, 'bar', '03:00'))).toBe('no_slot')
    // Three at once for the two places of the first slot.
    const outcomes = await Promise.all(ids.slice(0, 3).map((each) => refused(take(each))))
    expect(outcomes.toSorted()).toEqual(['accepted', 'accepted', 'slot_full'])
    const open = ids.filter((_, index) => outcomes[index] !== 'accepted')
    for (const each of open) await take(each, 'bar', '19:30')
    expect(await counts(id)).toMatchObject({ going: 4 })
  })

  test('a claim that is given back releases its price, and goes to the next in line', async () => {
    const [{ id }, ada, bo] = [
      await addOpen({ portions: 1 }),
      await site.join(20_00),
      await site.join(),
    ]
    await enter(ada, id)
    await take(await idOf(id, ada), 'credit')
    await enter(bo, id)
    await cancelReservation(dropKind, site.request(), { id: await idOf(id, ada), by: 'guest' })
    expect(await heldBy(ada)).toBe(0)
    expect(await claimOf(id, bo)).toMatchObject({ status: 'offered' })
  })

  test('cannot be undone once the first slot has begun, and nothing is offered any more', async () => {
    const [{ id }, ada, bo] = [await addOpen({ portions: 1 }), await site.join(), await site.join()]
    await enter(ada, id)
    await take(await idOf(id, ada))
    await enter(bo, id)
    await site.query(
      `update secret_drops set opens_at = now() - interval '1 hour', drawn_at = now() - interval '1 hour',
              starts_at = now() - interval '30 seconds' where id = $1`,
      [id],
    )
    const back = cancelReservation(dropKind, site.request(), {
      id: await idOf(id, ada),
      by: 'guest',
    })
    expect(await refused(back)).toBe('over')
  })
})

describe('what happens by itself', () => {
  test('the draw is made by the job, or by the first who asks, once', async () => {
    const [{ id }, ada] = [await add(), await site.join()]
    await enter(ada, id)
    await advanceAllDue(site.payload)
    expect(await claimsOf(id)).toEqual([])
    await setOpening(site.query, id, -12)
    await advanceAllDue(site.payload)
    await advanceDrop(site.payload, id)
    expect(await counts(id)).toMatchObject({ held: 1 })
  })

  test('the bell rings once, for those who rang for this drop or for every drop', async () => {
    const [ada, bo, cy] = [await site.join(), await site.join(), await site.join()]
    const { id } = await add({ opensAt: new Date(Date.now() + 300_000) })
    await setBell(site.db, { member: ada.id, drop: id, isOn: true })
    await setBell(site.db, { member: bo.id, drop: 0, isOn: true })
    await setBell(site.db, { member: cy.id, drop: id, isOn: true })
    await setBell(site.db, { member: cy.id, drop: id, isOn: false })
    await advanceAllDue(site.payload)
    await advanceAllDue(site.payload)
    const jobs = await site.query(
      `select j.payload from graphile_worker._private_jobs as j join graphile_worker._private_tasks as t on t.id = j.task_id
        where t.identifier = 'secret-kitchens.bell' and (j.payload ->> 'drop')::int = $1`,
      [id],
    )
    expect(jobs).toEqual([{ payload: { drop: id, news: 'bell' } }])
  })

  test('a drop ends after its last slot: who did not collect is a no-show, and nobody waits', async () => {
    const [{ id }, ada, bo, cy] = [
      await addOpen({ portions: 2, startsAt: new Date(Date.now() + 1_800_000) }),
      ...[await site.join(20_00), await site.join(20_00), await site.join()],
    ] as const
    for (const member of [ada, bo, cy]) await enter(member, id)
    await take(await idOf(id, ada), 'credit')
    await take(await idOf(id, bo), 'credit', '19:30')
    await checkIn(dropKind, site.request(), { id: await idOf(id, ada), inside: 1 })
    await site.query(
      `update secret_drops set opens_at = now() - interval '1 hour', drawn_at = now() - interval '1 hour',
              starts_at = now() - interval '2 minutes', ends_at = now() - interval '1 minute' where id = $1`,
      [id],
    )
    await advanceAllDue(site.payload)
    expect((await claimsOf(id)).map(({ status }) => status)).toEqual([
      'attended',
      'no_show',
      'cancelled',
    ])
    expect(await refused(enter(cy, id))).toBe('over')
  })
})

test('the data of a member are in the download, and are erased with the member', async () => {
  const [{ id }, ada] = [await add(), await site.join()]
  await enter(ada, id)
  await setBell(site.db, { member: ada.id, drop: 0, isOn: true })
  expect(await exportDrops(site.db, ada)).toMatchObject({
    drop_entries: [{ drop: 'Ash and beetroot', portions: 1, drawn: null }],
    drop_bells: [{ drop: 'every drop' }],
    drop_slots: [],
  })
  await eraseDrops(site.db, ada)
  expect(await exportDrops(site.db, ada)).toEqual({
    drop_entries: [],
    drop_bells: [],
    drop_slots: [],
  })
})

/** r² between the place of arrival and each single win or loss. @param draws how often each place took part */
function rSquaredOfPlaces(wins: readonly number[], draws: number): number {
  const mean = wins.reduce((sum, each) => sum + each, 0) / (wins.length * draws)
  const middle = (wins.length - 1) / 2
  const sum = (of: (won: number, place: number) => number) =>
    wins.reduce((total, won, place) => total + of(won, place), 0)
  const covariance = sum((won, place) => (place - middle) * (won - draws * mean))
  const ofPlaces = draws * sum((_, place) => (place - middle) ** 2)
  const ofWins = wins.length * draws * mean * (1 - mean)
  return covariance ** 2 / (ofPlaces * ofWins)
}
