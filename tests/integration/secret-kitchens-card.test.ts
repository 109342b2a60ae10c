import { afterAll, beforeAll, expect, test } from 'vitest'
import { cancelReservation } from '../../cms/features/reservations/service.ts'
import { claim } from '../../cms/features/secret-kitchens/claim.ts'
import { dropKind } from '../../cms/features/secret-kitchens/kind.ts'
import { takeClaim } from '../../cms/features/secret-kitchens/take.ts'
import { openCardEvents } from '../support/card-events.ts'
import { addDrop, expireKept } from '../support/drops.ts'

let site: Awaited<ReturnType<typeof openCardEvents>>
beforeAll(async () => {
  site = await openCardEvents([dropKind])
})
afterAll(async () => {
  expect(await site.differences()).toEqual([])
  await site.stop()
})

const open = () =>
  addDrop(site.db, {
    ...{ opensAt: new Date(Date.now() - 60_000), drawnAt: new Date(Date.now() - 50_000) },
    portions: 1,
  })
const statusOf = async (id: number) =>
  (
    await site.query<{ status: string; payment: string }>(
      'select status, payment from reservations where id = $1',
      [id],
    )
  )[0]
/** A claim that is held, and is to be paid by card. */
async function chosenByCard() {
  const [{ id: drop }, member] = [await open(), await site.join()]
  await claim(site.request(), member, { drop, portions: 1 })
  const [row] = await site.query<{ id: number }>(
    `select id from reservations where kind = 'drop' and subject = $1`,
    [drop],
  )
  const id = row?.id ?? 0
  await takeClaim(site.request(), { id, slot: '19:00', payment: 'card' })
  return { drop, member, id }
}

test('a claim by card is held until it is paid, then it is the member’s, and given back in time it goes back to the card', async () => {
  const { id } = await chosenByCard()
  expect(await statusOf(id)).toEqual({ status: 'held', payment: 'card' })
  await site.pay(id)
  expect(await statusOf(id)).toEqual({ status: 'going', payment: 'card' })
  await cancelReservation(dropKind, site.request(), { id, by: 'guest' })
  await site.sendRefunds()
  const refunds = await site.query(
    `select r.amount::int as amount from card_refunds as r join card_payments as p on p.id = r.payment
      where p.reference = $1`,
    [`reservation:${id}`],
  )
  expect(refunds).toEqual([{ amount: 1200 }])
})

test('who changes their mind pays at the bar, and what was paid by card meanwhile is given back', async () => {
  const { id } = await chosenByCard()
  const session = await site.begin(id)
  await takeClaim(site.request(), { id, slot: '19:00', payment: 'bar' })
  expect(await statusOf(id)).toEqual({ status: 'going', payment: 'door' })
  site.stripe.pay(session)
  await site.book(session)
  expect(await statusOf(id)).toEqual({ status: 'going', payment: 'door' })
  await site.sendRefunds()
  const [row] = await site.query<{ refunds: number }>(
    `select count(*)::int as refunds from card_refunds as r join card_payments as p on p.id = r.payment
      where p.reference = $1`,
    [`reservation:${id}`],
  )
  expect(row?.refunds).toBe(1)
})

test('money that arrives when the portion has gone to the next in line is given back', async () => {
  const { id, drop } = await chosenByCard()
  const session = await site.begin(id)
  const bo = await site.join()
  await claim(site.request(), bo, { drop, portions: 1 })
  await expireKept(site.query, drop)
  // The next claim frees it first.
  await claim(site.request(), await site.join(), { drop, portions: 1 })
  expect(await statusOf(id)).toMatchObject({ status: 'cancelled' })
  site.stripe.pay(session)
  await site.book(session)
  expect(await statusOf(id)).toMatchObject({ status: 'cancelled' })
})
