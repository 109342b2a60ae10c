import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { eraseLedgerData } from '../../cms/features/ledger/personal-data.ts'
import type { SignedIn } from '../../cms/features/members/contract.ts'
import { bookPayment } from '../../cms/features/payments/booking.ts'
import { checkDuePayments, refundPayment } from '../../cms/features/payments/checks.ts'
import type { CardProvider } from '../../cms/features/payments/provider.ts'
import { deleteUnpaid } from '../../cms/features/payments/queries/payments.ts'
import { beginPayment, forgetPayer } from '../../cms/features/payments/service.ts'
import { connectStripe } from '../../cms/features/payments/stripe.ts'
import { newFormKey, openCredit, type TestCredit } from '../support/credit.ts'
import { startStripe, stripeKeys } from '../support/stripe.ts'

let site: TestCredit
let stripe: Awaited<ReturnType<typeof startStripe>>
let provider: CardProvider
beforeAll(async () => {
  ;[site, stripe] = await Promise.all([openCredit(), startStripe()])
  const { STRIPE_SECRET_KEY: key, STRIPE_WEBHOOK_SECRET: secret } = stripeKeys
  provider = connectStripe({ key, secret, api: stripe.env.STRIPE_API })
})
afterAll(async () => {
  expect(await site.differences()).toEqual([])
  await Promise.all([site.pool.end(), stripe.stop()])
})
// Otherwise a test would also check payments that an earlier test left open.
beforeEach(() => site.query('update card_payments set check_at = null'))

const balance = ({ id }: SignedIn) => site.balance(`member:${id}`)
/** Begins a payment of 20.00 by a new member, and makes its check due. */
const begin = async () => {
  const member = await site.join()
  const form = { key: newFormKey(), amount: 2000 }
  const { url } = await beginPayment(site.request(), provider, member, form)
  const session = stripe.sessionAt(url)
  await makeDue(session)
  return { member, session }
}
const makeDue = (session: string, age = '1 hour') =>
  site.query(
    `update card_payments set check_at = now(), created_at = now() - $2::interval where session = $1`,
    [session, age],
  )
const rowOf = async (session: string) => {
  const [row] = await site.query(
    `select id, member, transfer, extract(epoch from check_at - now())::int as wait
       from card_payments where session = $1`,
    [session],
  )
  return row as { id: number; member: number | null; transfer: string | null; wait: number | null }
}
const check = (service = provider) => checkDuePayments(site.payload, service)
/** Erases a member's data in the same order as the program, and then deletes the member. */
const erase = async ({ id, email }: SignedIn) => {
  await site.inTransaction(async (db) => {
    await site.query('select')
    await forgetPayer(db, { id, email })
    await eraseLedgerData(db, { id, email })
  })
  await site.query('delete from members where id = $1', [id])
}

describe('a payment whose check is due', () => {
  test('is booked once by the job, even if the message comes at the same time', async () => {
    const { member, session } = await begin()
    stripe.pay(session)
    await Promise.all([check(), check(), bookPayment(site.request(), provider, session)])
    expect(await balance(member)).toBe(2000)
    const { transfer, wait } = await rowOf(session)
    expect(transfer).not.toBeNull()
    expect(wait).toBeGreaterThan(3000)
  })

  test('is not read again from the service before a delay that equals its age', async () => {
    const { session } = await begin()
    await makeDue(session, '8 minutes')
    await check()
    expect((await rowOf(session)).wait).toBeGreaterThan(450)
    expect((await rowOf(session)).wait).toBeLessThan(500)
    const requestsBefore = stripe.requests.length
    await check()
    expect(stripe.requests).toHaveLength(requestsBefore)
  })

  test('has its refund booked by the job too', async () => {
    const { member, session } = await begin()
    stripe.pay(session)
    await check()
    stripe.refund(session, 500)
    await makeDue(session, '5 days')
    await check()
    expect(await balance(member)).toBe(1500)
  })
})

describe('a payment that is not booked yet', () => {
  test('is deleted after 30 days, once the service has said that nobody can pay it', async () => {
    const { session } = await begin()
    await makeDue(session, '40 days')
    await deleteUnpaid(site.db)
    expect(await rowOf(session)).toBeDefined()
    const [found] = [stripe.sessions.get(session)]
    Object.assign(found ?? {}, { expired: true })
    await check()
    await deleteUnpaid(site.db)
    expect(await rowOf(session)).toBeUndefined()
  })

  test('is booked instead of deleted if the service says that it was paid', async () => {
    const { member, session } = await begin()
    stripe.pay(session)
    await makeDue(session, '40 days')
    await deleteUnpaid(site.db)
    await check()
    await deleteUnpaid(site.db)
    expect(await balance(member)).toBe(2000)
  })

  test('is kept while requests to the service fail', async () => {
    const { session } = await begin()
    await makeDue(session, '40 days')
    stripe.setFailure({ status: 500 })
    await check().finally(() => stripe.setFailure(null))
    await deleteUnpaid(site.db)
    expect((await rowOf(session)).wait).toBeGreaterThan(0)
  })
})

describe('a payment whose check fails', () => {
  test('does not stop the other payments, and is checked again later', async () => {
    const [broken, fine] = [await begin(), await begin()]
    stripe.pay(broken.session, { amount: 9000 })
    stripe.pay(fine.session)
    await makeDue(broken.session, '2 hours')
    await check()
    expect(await balance(fine.member)).toBe(2000)
    expect(await balance(broken.member)).toBe(0)
    expect((await rowOf(broken.session)).wait).toBeGreaterThan(3000)
    // The payment is booked as soon as the amount is right.
    stripe.pay(broken.session, { amount: 2000 })
    await makeDue(broken.session)
    await check()
    expect(await balance(broken.member)).toBe(2000)
  })

  test('because the service can’t be reached leaves the other payments due', async () => {
    const [one, other] = [await begin(), await begin()]
    await makeDue(other.session, '1 minute')
    let reads = 0
    const down = () => {
      reads++
      return Promise.reject(Object.assign(new Error(), { code: 'ETIMEDOUT' }))
    }
    await check({ ...provider, read: down })
    expect(reads).toBe(2)
    const { paymentError } = await import('../../cms/features/payments/errors.ts')
    await Promise.all([makeDue(one.session), makeDue(other.session)])
    reads = 0
    const unavailable = () => {
      reads++
      return Promise.reject(paymentError('service_unavailable'))
    }
    await check({ ...provider, read: unavailable })
    expect(reads).toBe(1)
    stripe.pay(one.session)
    stripe.pay(other.session)
    await Promise.all([makeDue(one.session), makeDue(other.session)])
    await check()
    expect([await balance(one.member), await balance(other.member)]).toEqual([2000, 2000])
  })
})

describe('a payment of a deleted member', () => {
  test('can’t be paid any more', async () => {
    const { member, session } = await begin()
    await erase(member)
    await check()
    expect(stripe.sessions.get(session)?.expired).toBe(true)
    expect(await rowOf(session)).toMatchObject({ member: null, transfer: null, wait: null })
  })

  test('that was paid at the last moment is refunded; the books have the payment and the refund', async () => {
    const { member, session } = await begin()
    const clearing = await site.balance('clearing:stripe')
    await erase(member)
    stripe.pay(session)
    await Promise.all([check(), bookPayment(site.request(), provider, session)])
    expect(await balance(member)).toBe(2000)
    const { id } = await rowOf(session)
    const jobs = await site.query(
      `select payload from graphile_worker._private_jobs as job
         join graphile_worker._private_tasks as task on task.id = job.task_id
        where task.identifier = 'payments.refund'`,
    )
    expect(jobs).toEqual([{ payload: { payment: id } }])
    await Promise.all([
      refundPayment(site.payload, provider, id),
      refundPayment(site.payload, provider, id),
    ])
    await refundPayment(site.payload, provider, id)
    expect(stripe.sessions.get(session)?.refunded).toBe(2000)
    expect(await balance(member)).toBe(0)
    expect(await site.balance('clearing:stripe')).toBe(clearing)
    expect(await site.query('select from ledger_accounts where member = $1', [member.id])).toEqual(
      [],
    )
  })

  test('is not begun', async () => {
    const member = await site.join()
    await site.query('delete from members where id = $1', [member.id])
    const form = { key: newFormKey(), amount: 2000 }
    await expect(beginPayment(site.request(), provider, member, form)).rejects.toMatchObject({
      reason: 'signed_out',
    })
  })

  test('leads to no payment page if the member is deleted while it is begun', async () => {
    const member = await site.join()
    const slow: CardProvider = {
      ...provider,
      begin: async (request) => {
        const begun = await provider.begin(request)
        await erase(member)
        return begun
      },
    }
    const form = { key: newFormKey(), amount: 2000 }
    await expect(beginPayment(site.request(), slow, member, form)).rejects.toMatchObject({
      reason: 'signed_out',
    })
  })
})
