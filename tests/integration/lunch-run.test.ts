import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { switchRoundUp } from '../../cms/features/credit/service.ts'
import { balanceOf } from '../../cms/features/ledger/service.ts'
import { choosePayee, findOwed, takeAtBar } from '../../cms/features/lunch-run/kitchen.ts'
import { orderAgain, placeOrder, withdrawOrder } from '../../cms/features/lunch-run/orders.ts'
import { eraseLunches, exportLunches } from '../../cms/features/lunch-run/personal-data.ts'
import { reportOrder } from '../../cms/features/lunch-run/report.ts'
import type { PaymentWay, WantedLine } from '../../cms/features/lunch-run/rules.ts'
import {
  becomeRunner,
  cancelRun,
  sayFetched,
  sayHere,
  stepDown,
  tickLine,
} from '../../cms/features/lunch-run/runs.ts'
import { followMenus, sellOut } from '../../cms/features/lunch-run/sold-out.ts'
import { advanceDueRuns, advanceRun } from '../../cms/features/lunch-run/steps.ts'
import type { SignedIn } from '../../cms/features/members/contract.ts'
import { databaseOf } from '../../cms/platform/database/query.ts'
import { openCredit, type TestCredit } from '../support/credit.ts'
import { addRun, endDay, setCutOff } from '../support/lunch.ts'
import { venueDayOf } from '../support/venue-days.ts'

let site: TestCredit
beforeAll(async () => {
  site = await openCredit()
})
afterAll(async () => {
  expect(await site.differences()).toEqual([])
  // Whatever was done, nothing stays held for a run that is over.
  expect(
    await site.query(
      `select o.id from lunch_orders as o join lunch_runs as r on r.id = o.run
         join ledger_holds as h on h.id = o.hold
        where r.state in ('settled', 'cancelled') and h.status = 'held'`,
    ),
  ).toEqual([])
  await site.pool.end()
})

const rice: WantedLine[] = [{ dish: 'rice', quantity: 1, extras: [] }]
const order = (
  member: SignedIn,
  run: number,
  { lines = rice, payment = 'credit' as PaymentWay, note = '' } = {},
) =>
  placeOrder(site.request(), member, {
    run,
    lines: [...lines].map((each) => ({ ...each, extras: [...each.extras] })),
    payment,
    note,
  })
const orderOf = async (member: SignedIn, run: number) => {
  const [row] = await site.query<{
    state: string
    total: string
    payment: string
    hold: string | null
    transfer: string | null
    lines: object[]
    dropped: string[]
    note: string | null
  }>('select * from lunch_orders where run = $1 and account = $2', [run, `member:${member.id}`])
  return row
}
const runOf = async (id: number) =>
  (
    await site.query<{
      state: string
      runner: number | null
      payee: string | null
      ticked: string[]
    }>('select state, runner, payee, ticked from lunch_runs where id = $1', [id])
  )[0]
const heldBy = async ({ id }: SignedIn) =>
  (await balanceOf(databaseOf(site.payload), `member:${id}`)).heldCents
const creditOf = ({ id }: SignedIn) => site.balance(`member:${id}`)
/** News that was queued for members of a run, by kind. */
const newsOf = async (run: number) =>
  (
    await site.query<{ news: string; members: number[] }>(
      `select j.payload ->> 'news' as news, j.payload -> 'members' as members
         from graphile_worker._private_jobs as j join graphile_worker._private_tasks as t on t.id = j.task_id
        where t.identifier = 'lunch-run.tell' and (j.payload ->> 'run')::int = $1 order by j.id`,
      [run],
    )
  ).map(({ news, members }) => [news, members])
const occasionsOf = async (run: number, news: string) =>
  (
    await site.query<{ occasion: string }>(
      `select j.payload ->> 'occasion' as occasion
         from graphile_worker._private_jobs as j join graphile_worker._private_tasks as t on t.id = j.task_id
        where t.identifier = 'lunch-run.tell' and (j.payload ->> 'run')::int = $1 and j.payload ->> 'news' = $2`,
      [run, news],
    )
  ).map(({ occasion }) => occasion)
const refused = (work: Promise<unknown>) =>
  work.then(
    () => 'accepted',
    (error: { reason?: string }) => error.reason,
  )
const close = async (run: number) => {
  await setCutOff(site.query, run, -1)
  await advanceRun(site.payload, run)
}
const add = (given: Parameters<typeof addRun>[1] = {}) => addRun(site.db, given)
/** A run after its cut-off, with a runner and others who ordered rice for 9.00. */
async function closedRun(others: number, given: Parameters<typeof addRun>[1] = {}) {
  const run = await add(given)
  const members = await Promise.all(Array.from({ length: others + 1 }, () => site.join(50_00)))
  for (const member of members) await order(member, run.id)
  const [runner, ...rest] = members as [SignedIn, ...SignedIn[]]
  await becomeRunner(site.request(), runner, run.id)
  await close(run.id)
  return { id: run.id, runner, others: rest }
}

describe('an order', () => {
  test('holds its total, is replaced by the next one, and gives all back when it is withdrawn', async () => {
    const [run, ada] = [await add(), await site.join(30_00)]
    const twice = [order(ada, run.id), order(ada, run.id)]
    expect(await Promise.all(twice)).toMatchObject([{ total_cents: 900 }, { total_cents: 900 }])
    expect(await heldBy(ada)).toBe(900)
    const bao = [{ dish: 'bao', quantity: 2, extras: ['pork'] }]
    await order(ada, run.id, { lines: bao })
    expect(await heldBy(ada)).toBe(1900)
    await order(ada, run.id, { lines: bao, payment: 'bar' })
    expect(await heldBy(ada)).toBe(0)
    await order(ada, run.id)
    await Promise.all([1, 2].map(() => withdrawOrder(site.request(), ada, run.id)))
    expect([await heldBy(ada), (await orderOf(ada, run.id))?.state]).toEqual([0, 'withdrawn'])
    await order(ada, run.id)
    expect(await heldBy(ada)).toBe(900)
  })

  test('without enough credit is refused, and is accepted at the bar', async () => {
    const [run, ada] = [await add(), await site.join(8_99)]
    expect(await refused(order(ada, run.id))).toBe('no_credit')
    expect(await orderOf(ada, run.id)).toBeUndefined()
    expect(await refused(order(ada, run.id, { payment: 'bar' }))).toBe('accepted')
  })

  test('of a thousand, of less than nothing, or with extras of others, is refused and holds nothing', async () => {
    const [run, ada] = [await add(), await site.join(1000_00)]
    const wanted = (quantity: number, extras: string[] = [], dish = 'rice') =>
      refused(order(ada, run.id, { lines: [{ dish, quantity, extras }] }))
    expect(await wanted(1000)).toBe('too_much')
    expect(await wanted(-1)).toBe('too_much')
    expect(await wanted(1, ['pork'])).toBe('extra_unknown')
    expect(await wanted(1, ['pork', 'tofu'], 'bao')).toBe('extra_one')
    expect(await wanted(1, [], 'bao')).toBe('extra_missing')
    expect([await heldBy(ada), await orderOf(ada, run.id)]).toEqual([0, undefined])
  })

  test('is in time by the clock of the database alone', async () => {
    const [run, ada, bo] = [await add(), await site.join(30_00), await site.join(30_00)]
    await setCutOff(site.query, run.id, 600)
    expect(await refused(order(ada, run.id))).toBe('accepted')
    await setCutOff(site.query, run.id, -0.01)
    // The run is not closed yet, because its job comes a moment later.
    expect((await runOf(run.id))?.state).toBe('open')
    expect(await refused(order(bo, run.id))).toBe('cut_off')
    expect(await refused(withdrawOrder(site.request(), ada, run.id))).toBe('cut_off')
    const later = await add({ opensAt: new Date(Date.now() + 60_000) })
    expect(await refused(order(bo, later.id))).toBe('not_open')
  })

  test('in the last half second of many is on the list if it was accepted, and none comes after the cut-off', async () => {
    const run = await add({ withoutRunner: 'self' })
    const members = await Promise.all(Array.from({ length: 30 }, () => site.join(20_00)))
    const orderAll = (those: readonly SignedIn[]) =>
      Promise.all(those.map((member) => refused(order(member, run.id))))
    const early = await orderAll(members.slice(0, 5))
    await setCutOff(site.query, run.id, 0.5)
    const last = orderAll(members.slice(5, 25))
    await new Promise((resolve) => setTimeout(resolve, 500))
    // The cut-off waits for orders that are being accepted.
    await advanceRun(site.payload, run.id)
    const outcomes = [...early, ...(await last), ...(await orderAll(members.slice(25)))]
    const accepted = outcomes.filter((each) => each === 'accepted').length
    expect(outcomes.slice(0, 5)).toEqual(early.map(() => 'accepted'))
    expect(outcomes.slice(25)).toEqual(members.slice(25).map(() => 'cut_off'))
    const [row] = await site.query<{ count: number }>(
      'select count(*)::int as count from lunch_orders where run = $1',
      [run.id],
    )
    expect(row).toEqual({ count: accepted })
    expect((await newsOf(run.id)).at(-1)?.[1]).toHaveLength(accepted)
  })

  test('is the same as last time, at the prices of its run', async () => {
    const [first, ada] = [await add({ withoutRunner: 'self' }), await site.join(50_00)]
    const lines = [...rice, { dish: 'bao', quantity: 1, extras: ['tofu'] }]
    await order(ada, first.id, { lines, note: 'no salt' })
    await close(first.id)
    const dearer = first.dishes.map((dish) => ({ ...dish, priceCents: dish.priceCents + 100 }))
    const next = await add({ dishes: dearer, soldOut: ['rice'] })
    const again = await orderAgain(site.request(), ada, { run: next.id, payment: 'credit' })
    expect(again).toMatchObject({ total_cents: 900, missing: ['Rice'] })
    expect((await orderOf(ada, next.id))?.note).toBe('no salt')
    const stranger = await site.join(50_00)
    const none = orderAgain(site.request(), stranger, { run: next.id, payment: 'bar' })
    expect(await refused(none)).toBe('nothing_before')
  })
})

describe('the runner', () => {
  test('is one, also if two want to go at once', async () => {
    const [run, ada, bo] = [await add(), await site.join(30_00), await site.join(30_00)]
    for (const member of [ada, bo]) await order(member, run.id)
    const go = (member: SignedIn) => refused(becomeRunner(site.request(), member, run.id))
    expect(await go(await site.join())).toBe('only_orderers')
    const outcomes = await Promise.all([go(ada), go(bo)])
    expect(outcomes.sort()).toEqual(['accepted', 'has_runner'])
    const runner = (await runOf(run.id))?.runner === ada.id ? ada : bo
    expect(await go(runner)).toBe('accepted')
  })

  test('alone sees to the list; nobody else ticks off, says that it is here, or settles', async () => {
    const { id, runner, others } = await closedRun(1)
    const [other] = others as [SignedIn]
    const tick = { run: id, line: 'rice', ticked: true }
    expect(await refused(tickLine(site.request(), other, tick))).toBe('only_runner')
    expect(await refused(sayHere(site.request(), other, id))).toBe('only_runner')
    const fetched = { run: id, payee: 'runner' as const }
    expect(await refused(sayFetched(site.request(), other, fetched))).toBe('only_runner')
    await Promise.all([1, 2].map(() => tickLine(site.request(), runner, tick)))
    expect((await runOf(id))?.ticked).toEqual(['rice*2'])
    const none = { ...tick, line: 'nothing' }
    expect(await refused(tickLine(site.request(), runner, none))).toBe('no_dish')
    await sayHere(site.request(), runner, id)
    await sayHere(site.request(), runner, id)
    expect(await newsOf(id)).toEqual([['here', [other.id]]])
  })

  test('who never comes back is replaced, and otherwise the day ends the run', async () => {
    const { id, runner, others } = await closedRun(1)
    const [other] = others as [SignedIn]
    expect(await refused(becomeRunner(site.request(), other, id))).toBe('has_runner')
    await site.query(
      `update lunch_runs set opens_at = now() - interval '2 hours', cut_off_at = now() - interval '31 minutes', runner_since = now() - interval '31 minutes' where id = $1`,
      [id],
    )
    expect(await refused(becomeRunner(site.request(), other, id))).toBe('accepted')
    expect(await newsOf(id)).toEqual([['replaced', [runner.id]]])
    // The former runner may have paid, so the new one gets no money unless staff say so.
    const fetched = () => sayFetched(site.request(), other, { run: id, payee: 'runner' })
    expect(await refused(fetched())).toBe('payee_decided')
    // Nobody was at the vendor’s: nobody pays.
    await endDay(site.query, id)
    await Promise.all([advanceRun(site.payload, id), advanceDueRuns(site.payload)])
    expect((await runOf(id))?.state).toBe('cancelled')
    expect([await heldBy(other), await creditOf(other)]).toEqual([0, 50_00])
  })

  test('who took over is paid if staff say so; who was deleted after bringing it leaves nothing to take', async () => {
    const { id, runner, others } = await closedRun(1)
    const [other] = others as [SignedIn]
    await sayHere(site.request(), runner, id)
    await site.inTransaction((db) => eraseLunches(db, runner))
    await becomeRunner(site.request(), other, id)
    const fetched = () => sayFetched(site.request(), other, { run: id, payee: 'runner' })
    expect(await refused(fetched())).toBe('payee_decided')
    await choosePayee(site.request(), { run: id, payee: 'runner' })
    expect(await refused(fetched())).toBe('accepted')
    expect((await runOf(id))?.payee).toBe('runner')
    const late = choosePayee(site.request(), { run: id, payee: 'venue' })
    expect(await refused(late)).toBe('ended')
  })

  test('does not get the money of a lunch that was mailed to the vendor, because the house pays it', async () => {
    const { id, runner, others } = await closedRun(1)
    await site.query('update lunch_runs set mailed_at = now() where id = $1', [id])
    const fetched = (payee: 'runner' | 'venue') =>
      refused(sayFetched(site.request(), runner, { run: id, payee }))
    expect(await fetched('runner')).toBe('payee_decided')
    expect(await creditOf(runner)).toBe(50_00)
    expect(await fetched('venue')).toBe('accepted')
    expect([await creditOf(runner), await creditOf(others[0] as SignedIn)]).toEqual([41_00, 41_00])
  })

  test('who can’t go after the cut-off leaves a run that asks the others, each time', async () => {
    const { id, runner, others } = await closedRun(1)
    await stepDown(site.request(), runner, id)
    await stepDown(site.request(), runner, id)
    expect(await newsOf(id)).toEqual([['gone', others.map((each) => each.id)]])
    const [other] = others as [SignedIn]
    for (const member of [other, runner]) {
      await becomeRunner(site.request(), member, id)
      await stepDown(site.request(), member, id)
    }
    expect(new Set(await occasionsOf(id, 'gone')).size).toBe(3)
  })

  test('who can’t go before the cut-off leaves a run that asks again, with a mail of its own', async () => {
    const run = await add()
    const [ada, bo] = [await site.join(30_00), await site.join(30_00)]
    for (const member of [ada, bo]) await order(member, run.id)
    await setCutOff(site.query, run.id, 14 * 60)
    await advanceRun(site.payload, run.id)
    await becomeRunner(site.request(), ada, run.id)
    await stepDown(site.request(), ada, run.id)
    await advanceRun(site.payload, run.id)
    await advanceRun(site.payload, run.id)
    const both = [ada.id, bo.id]
    expect(await newsOf(run.id)).toEqual([
      ['ask', both],
      ['ask', both],
    ])
    expect(new Set(await occasionsOf(run.id, 'ask')).size).toBe(2)
  })
})

describe('a run without a runner', () => {
  test('that is shorter than a quarter of an hour asks once somebody has ordered, and then who comes later', async () => {
    const [run, ada, bo] = [await add(), await site.join(30_00), await site.join(30_00)]
    await setCutOff(site.query, run.id, 5 * 60)
    await advanceRun(site.payload, run.id)
    expect(await newsOf(run.id)).toEqual([])
    await order(ada, run.id)
    await advanceDueRuns(site.payload)
    await order(bo, run.id)
    await order(bo, run.id, { note: 'hot' })
    await advanceDueRuns(site.payload)
    expect(await newsOf(run.id)).toEqual([
      ['ask', [ada.id]],
      ['ask', [bo.id]],
    ])
  })

  test('is not cancelled at the cut-off while somebody still chooses again', async () => {
    const [run, ada] = [await add({ withoutRunner: 'self' }), await site.join(30_00)]
    await order(ada, run.id)
    await sellOut(site.request(), { run: run.id, dish: 'rice', isSoldOut: true })
    await close(run.id)
    expect((await runOf(run.id))?.state).toBe('closed')
    const soup = [{ dish: 'soup', quantity: 1, extras: [] }]
    expect(await refused(order(ada, run.id, { lines: soup }))).toBe('accepted')
  })

  test('asks those who ordered, once, and is cancelled at the cut-off: all holds are released', async () => {
    const [run, ada, bo] = [await add(), await site.join(30_00), await site.join(30_00)]
    for (const member of [ada, bo]) await order(member, run.id)
    await setCutOff(site.query, run.id, 14 * 60)
    await Promise.all([advanceRun(site.payload, run.id), advanceRun(site.payload, run.id)])
    await close(run.id)
    await advanceRun(site.payload, run.id)
    const both = [ada.id, bo.id]
    expect(await newsOf(run.id)).toEqual([
      ['ask', both],
      ['cancelled', both],
    ])
    expect([(await runOf(run.id))?.state, await heldBy(ada), await heldBy(bo)]).toEqual([
      ...['cancelled', 0, 0],
    ])
    expect(await refused(order(ada, run.id))).toBe('ended')
  })

  test('of the kitchens goes on without one: each fetches their own, and pays at the end of the day', async () => {
    const run = await add({ source: 'kitchens', vendor: null, withoutRunner: 'self' })
    const ada = await site.join(30_00)
    await order(ada, run.id)
    await close(run.id)
    expect(await newsOf(run.id)).toEqual([['self', [ada.id]]])
    await endDay(site.query, run.id)
    await advanceDueRuns(site.payload)
    expect([await runOf(run.id), await creditOf(ada)]).toMatchObject([
      { state: 'settled', payee: 'venue' },
      21_00,
    ])
  })

  test('is called off by its starter alone, and by staff', async () => {
    const ada = await site.join(30_00)
    const run = await add({ starter: ada.id })
    await order(ada, run.id)
    const other = { member: (await site.join()).id }
    expect(await refused(cancelRun(site.request(), other, run.id))).toBe('only_starter')
    await Promise.all([1, 2].map(() => cancelRun(site.request(), { member: ada.id }, run.id)))
    expect([(await runOf(run.id))?.state, await heldBy(ada)]).toEqual(['cancelled', 0])
    const { id, runner } = await closedRun(0)
    await site.query('update lunch_runs set starter = runner where id = $1', [id])
    const late = cancelRun(site.request(), { member: runner.id }, id)
    expect(await refused(late)).toBe('only_starter')
    await cancelRun(site.request(), 'staff', id)
    expect((await runOf(id))?.state).toBe('cancelled')
  })
})

describe('the settlement', () => {
  test('takes from each for the venue, with the Common Good’s share and round-ups, once', async () => {
    const { id, runner, others } = await closedRun(2, { source: 'kitchens', vendor: null })
    const [ada, bo] = others as [SignedIn, SignedIn]
    await site.query(`update lunch_orders set total = total where run = $1`, [id])
    await switchRoundUp(site.request(), ada, true)
    const before = [await site.balance('venue:sales'), await site.balance('common_good')]
    const fetched = () => sayFetched(site.request(), runner, { run: id, payee: 'runner' })
    const replies = await Promise.all([fetched(), fetched(), advanceRun(site.payload, id)])
    expect(replies[0]).toEqual({ state: 'settled', settled: 3, at_bar: 0 })
    expect(replies[1]).toEqual(replies[0])
    expect(await fetched()).toEqual(replies[0])
    expect((await runOf(id))?.payee).toBe('venue')
    // 9.00 is a whole amount, so nothing is rounded up.
    expect(await Promise.all([runner, ada, bo].map(creditOf))).toEqual([41_00, 41_00, 41_00])
    expect([await site.balance('venue:sales'), await site.balance('common_good')]).toEqual([
      (before[0] ?? 0) + 3 * 891,
      (before[1] ?? 0) + 3 * 9,
    ])
  })

  test('rounds up for those who want it and can', async () => {
    const run = await add({ source: 'kitchens', vendor: null })
    const [ada, bo] = [await site.join(10_00), await site.join(4_50)]
    const soup = [{ dish: 'soup', quantity: 1, extras: [] }]
    for (const member of [ada, bo]) {
      await switchRoundUp(site.request(), member, true)
      await order(member, run.id, { lines: soup })
    }
    await becomeRunner(site.request(), ada, run.id)
    await close(run.id)
    await sayFetched(site.request(), ada, { run: run.id, payee: 'venue' })
    expect(await Promise.all([ada, bo].map(creditOf))).toEqual([5_00, 0])
  })

  test('pays the runner who paid the vendor; the runner’s own lunch costs them nothing more', async () => {
    const { id, runner, others } = await closedRun(2)
    const [ada, bo] = others as [SignedIn, SignedIn]
    await sayFetched(site.request(), runner, { run: id, payee: 'runner' })
    expect(await Promise.all([runner, ada, bo].map(creditOf))).toEqual([68_00, 41_00, 41_00])
    expect(await heldBy(runner)).toBe(0)
  })

  test('leaves to the bar what the ledger refuses, and settles the others', async () => {
    const { id, runner, others } = await closedRun(2)
    const [ada, bo] = others as [SignedIn, SignedIn]
    await site.query('select ledger_void(hold) from lunch_orders where run = $1 and member = $2', [
      id,
      ada.id,
    ])
    const reply = await sayFetched(site.request(), runner, { run: id, payee: 'venue' })
    expect(reply).toEqual({ state: 'settled', settled: 2, at_bar: 1 })
    expect([(await orderOf(ada, id))?.payment, (await orderOf(bo, id))?.payment]).toEqual([
      ...['bar', 'credit'],
    ])
    expect(await creditOf(ada)).toBe(50_00)
    expect(await newsOf(id)).toEqual([['bar', [ada.id]]])
  })

  test('comes after the cut-off', async () => {
    const [run, ada] = [await add(), await site.join(30_00)]
    await order(ada, run.id)
    await becomeRunner(site.request(), ada, run.id)
    const early = sayFetched(site.request(), ada, { run: run.id, payee: 'runner' })
    expect(await refused(early)).toBe('before_cut_off')
    expect(await refused(sayHere(site.request(), ada, run.id))).toBe('before_cut_off')
  })

  test('of an own order is reported to staff as a case; that of another member is not', async () => {
    const { id, runner, others } = await closedRun(1)
    const [ada] = others as [SignedIn]
    const report = (member: SignedIn) =>
      refused(reportOrder(site.request(), member, { run: id, text: 'It was cold.' }))
    expect(await report(ada)).toBe('no_transfer')
    await sayFetched(site.request(), runner, { run: id, payee: 'venue' })
    expect(await report(ada)).toBe('accepted')
    expect(await report(await site.join())).toBe('no_order')
    const transfer = Number((await orderOf(ada, id))?.transfer)
    expect(site.cases).toEqual([{ member: ada.id, transfer, text: 'It was cold.' }])
  })
})

describe('an order that is paid at the bar', () => {
  const owedIn = async (run: number) =>
    (await findOwed(site.payload)).find((each) => each.run === run)?.orders.map(({ id }) => id)
  const take = (id: number) => takeAtBar(site.request(), 7, { order: id, till: 'cash' })
  const barOrder = async (run: number, member: SignedIn) =>
    (await order(member, run, { payment: 'bar' })).order
  const tillBalance = () => site.balance('till:cash')

  test('is owed after the end of the day too, until somebody takes the money, once', async () => {
    const run = await add({ source: 'kitchens', vendor: null, withoutRunner: 'self' })
    const ada = await site.join()
    const id = await barOrder(run.id, ada)
    expect(await refused(take(id))).toBe('not_payable')
    await close(run.id)
    await endDay(site.query, run.id)
    await site.query(`update lunch_runs set day = '2020-01-01' where id = $1`, [run.id])
    await advanceDueRuns(site.payload)
    expect((await runOf(run.id))?.state).toBe('settled')
    expect(await owedIn(run.id)).toEqual([id])
    const before = [await tillBalance(), await site.balance('venue:sales')]
    await Promise.all([take(id), take(id)])
    expect(await owedIn(run.id)).toBeUndefined()
    expect([await tillBalance(), await site.balance('venue:sales'), await creditOf(ada)]).toEqual([
      ...[(before[0] ?? 0) - 900, (before[1] ?? 0) + 891, 0],
    ])
    // What was paid can be disputed.
    const text = 'It was cold.'
    expect(await refused(reportOrder(site.request(), ada, { run: run.id, text }))).toBe('accepted')
  })

  test('can be paid before the settlement: it goes where the others’ money goes', async () => {
    const run = await add()
    const [ada, bo] = [await site.join(50_00), await site.join()]
    await order(ada, run.id)
    const id = await barOrder(run.id, bo)
    await becomeRunner(site.request(), ada, run.id)
    await close(run.id)
    expect(await owedIn(run.id)).toEqual([id])
    await Promise.all([take(id), take(id)])
    expect([await owedIn(run.id), await heldBy(bo), await creditOf(bo)]).toEqual([
      ...[undefined, 900, 900],
    ])
    await sayHere(site.request(), ada, run.id)
    await endDay(site.query, run.id)
    await advanceDueRuns(site.payload)
    expect([await runOf(run.id), await creditOf(ada), await creditOf(bo)]).toMatchObject([
      ...[{ payee: 'runner' }, 59_00, 0],
    ])
  })

  test('and was paid stays credit if the lunch is called off', async () => {
    const [run, ada] = [await add({ withoutRunner: 'self' }), await site.join()]
    const id = await barOrder(run.id, ada)
    await close(run.id)
    await take(id)
    await cancelRun(site.request(), 'staff', run.id)
    expect([await heldBy(ada), await creditOf(ada)]).toEqual([0, 900])
  })

  test('of somebody who left still becomes the credit of the runner who paid', async () => {
    const { id: run, runner, others } = await closedRun(1)
    const [ada] = others as [SignedIn]
    await site.query(`update lunch_orders set payment = 'bar' where run = $1 and member = $2`, [
      ...[run, ada.id],
    ])
    await site.query('select ledger_void(hold) from lunch_orders where run = $1 and member = $2', [
      ...[run, ada.id],
    ])
    await sayFetched(site.request(), runner, { run, payee: 'runner' })
    await site.inTransaction((db) => eraseLunches(db, ada))
    const [owed = 0] = (await owedIn(run)) ?? []
    await take(owed)
    expect([await creditOf(runner), await creditOf(ada)]).toEqual([59_00, 50_00])
    // The runner’s own lunch is nobody’s debt.
    const own = (await order(runner, (await add()).id, { payment: 'bar' })).order
    expect(await refused(take(own))).toBe('not_payable')
  })
})

describe('a dish that is sold out', () => {
  test('leaves the orders, which cost less; who ordered it is told and chooses again, also after the cut-off', async () => {
    const [run, ada, bo] = [
      await add({ withoutRunner: 'self' }),
      await site.join(30_00),
      await site.join(30_00),
    ]
    await order(ada, run.id, { lines: [...rice, { dish: 'soup', quantity: 1, extras: [] }] })
    await order(bo, run.id)
    await close(run.id)
    const sell = (isSoldOut: boolean) =>
      sellOut(site.request(), { run: run.id, dish: 'rice', isSoldOut })
    await Promise.all([sell(true), sell(true)])
    expect(await Promise.all([ada, bo].map(heldBy))).toEqual([450, 0])
    expect(await orderOf(bo, run.id)).toMatchObject({ lines: [], dropped: ['Rice'], total: '0' })
    expect((await newsOf(run.id)).slice(-1)).toEqual([['sold_out', [ada.id, bo.id]]])
    expect(await refused(order(bo, run.id))).toBe('sold_out')
    const soup = [{ dish: 'soup', quantity: 2, extras: [] }]
    // What has not sold out is being made: it can be neither changed nor taken back.
    expect(await refused(order(ada, run.id, { lines: soup }))).toBe('keep_rest')
    expect(await refused(withdrawOrder(site.request(), ada, run.id))).toBe('cut_off')
    expect(await refused(order(bo, run.id, { lines: soup }))).toBe('accepted')
    expect(await heldBy(bo)).toBe(900)
    // Who has chosen has done so: the cut-off is over again.
    expect(await refused(order(bo, run.id, { lines: soup, note: 'hot' }))).toBe('cut_off')
  })

  test('while others order it: no order has it afterwards', async () => {
    const run = await add()
    const members = await Promise.all(Array.from({ length: 20 }, () => site.join(20_00)))
    const outcomes = await Promise.all([
      ...members.slice(0, 10).map((member) => refused(order(member, run.id))),
      sellOut(site.request(), { run: run.id, dish: 'rice', isSoldOut: true }),
      ...members.slice(10).map((member) => refused(order(member, run.id))),
    ])
    expect(outcomes.every((each) => !each || each === 'accepted' || each === 'sold_out')).toBe(true)
    expect(
      await site.query(
        `select id from lunch_orders where run = $1 and (lines <> '[]' or total <> 0 or hold is not null)`,
        [run.id],
      ),
    ).toEqual([])
    expect(await Promise.all(members.map(heldBy))).toEqual(members.map(() => 0))
  })

  test('of the kitchens is sold out in the runs of that day alone', async () => {
    const own = { source: 'kitchens' as const, vendor: null }
    const today = await add(own)
    const other = await add({ ...own, day: '2099-01-01' })
    const ada = await site.join(30_00)
    await order(ada, today.id)
    await order(ada, other.id)
    const item = { item: 'rice', day: venueDayOf(new Date()), isSoldOut: true }
    await followMenus(site.request(), item)
    expect(await heldBy(ada)).toBe(900)
    await site.query(`update lunch_runs set state = 'closed' where id = any($1)`, [
      [today.id, other.id],
    ])
    for (const { id } of [today, other]) await cancelRun(site.request(), 'staff', id)
  })
})

describe('a member who is deleted', () => {
  const erase = (member: SignedIn) => site.inTransaction((db) => eraseLunches(db, member))

  test('before the cut-off has ordered nothing', async () => {
    const [run, ada] = [await add(), await site.join(30_00)]
    await order(ada, run.id, { note: 'Ada’s' })
    expect(await exportLunches(site.db, ada)).toMatchObject({ lunches: [{ total_cents: 900 }] })
    await erase(ada)
    expect([await heldBy(ada), await orderOf(ada, run.id)]).toMatchObject([
      0,
      { state: 'withdrawn', note: null, member: null },
    ])
  })

  test('between order and settlement still pays for what is cooked, without a name', async () => {
    const { id, runner, others } = await closedRun(1)
    const [ada] = others as [SignedIn]
    await erase(ada)
    await site.query('delete from members where id = $1', [ada.id])
    const reply = await sayFetched(site.request(), runner, { run: id, payee: 'venue' })
    expect(reply).toEqual({ state: 'settled', settled: 2, at_bar: 0 })
    expect([await orderOf(ada, id), await creditOf(ada)]).toMatchObject([{ member: null }, 41_00])
  })

  test('and was the runner leaves a run that asks for another', async () => {
    const { id, runner, others } = await closedRun(1)
    await erase(runner)
    expect((await runOf(id))?.runner).toBe(null)
    expect(await newsOf(id)).toEqual([['gone', others.map((each) => each.id)]])
    const [ada] = others as [SignedIn]
    expect(await refused(becomeRunner(site.request(), ada, id))).toBe('accepted')
  })
})
