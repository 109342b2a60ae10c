import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { bookPayment } from '../../cms/features/payments/booking.ts'
import type { CardProvider } from '../../cms/features/payments/provider.ts'
import type { CardState } from '../../cms/features/payments/rules.ts'
import { beginPayment } from '../../cms/features/payments/service.ts'
import { createBarrier } from '../support/barrier.ts'
import { newFormKey, openCredit, type TestCredit } from '../support/credit.ts'

// `isOff` disables the comparison that detects that the payment's state was read again meanwhile.
const comparison = vi.hoisted(() => ({ isOff: false }))
vi.mock('../../cms/features/payments/queries/payments.ts', async (original) => {
  const actual = await original<typeof import('../../cms/features/payments/queries/payments.ts')>()
  const findPayment: typeof actual.findPayment = async (...query) => {
    const found = await actual.findPayment(...query)
    return found && comparison.isOff ? { ...found, reads: -1 } : found
  }
  const lockPayment: typeof actual.lockPayment = async (...query) => {
    const locked = await actual.lockPayment(...query)
    return locked && comparison.isOff ? { ...locked, reads: -1 } : locked
  }
  return { ...actual, findPayment, lockPayment }
})

let site: TestCredit
beforeAll(async () => {
  site = await openCredit()
})
afterAll(async () => {
  expect(await site.differences()).toEqual([])
  await site.pool.end()
})

const paid: CardState = {
  isPaid: true,
  isOpen: false,
  amountCents: 2000,
  currency: 'GBP',
  refundedCents: 0,
  disputedCents: 0,
  refunds: [],
}
let serial = 0
const providerOf = (read: CardProvider['read']): CardProvider => ({
  begin: async () => ({ session: `cs_${++serial}`, url: `https://pay.example/${serial}` }),
  read,
  expire: async () => {},
  refund: async () => {},
  refundPart: async () => ({ refused: 'none' }),
  sessionOfEvent: async () => null,
})
const begin = async () => {
  const member = await site.join()
  const form = { key: newFormKey(), amount: 2000 }
  await beginPayment(
    site.request(),
    providerOf(async () => paid),
    member,
    form,
  )
  return { session: `cs_${serial}`, balance: () => site.balance(`member:${member.id}`) }
}

describe('an older state that arrives after a newer one', () => {
  /** Wins a dispute while a read of the payment's state is slow. @returns the balance, and the number of reads */
  async function race() {
    const { session, balance } = await begin()
    await bookPayment(
      site.request(),
      providerOf(async () => paid),
      session,
    )
    let currentState: CardState = { ...paid, disputedCents: 2000 }
    const { promise: slow, resolve: arrive } = Promise.withResolvers<void>()
    let reads = 0
    const first = bookPayment(
      site.request(),
      providerOf(async () => {
        const seen = currentState
        if (++reads === 1) await slow
        return seen
      }),
      session,
    )
    await vi.waitFor(() => expect(reads).toBe(1))
    currentState = paid
    // This state equals the booked one, so nothing is booked. Still, the state that was read before is outdated now.
    await bookPayment(
      site.request(),
      providerOf(async () => currentState),
      session,
    )
    arrive()
    await first
    return { cents: await balance(), reads }
  }

  test('is not booked; the state is read again', async () => {
    expect(await race()).toEqual({ cents: 2000, reads: 2 })
  })

  test('is booked without the comparison (shows that the test above can fail)', {
    tags: 'extended',
  }, async () => {
    comparison.isOff = true
    const { cents } = await race().finally(() => {
      comparison.isOff = false
    })
    expect(cents).toBe(0)
  })
})

test('concurrent messages of the payment service book each change once', async () => {
  const { session, balance } = await begin()
  const states = [paid, { ...paid, refundedCents: 500 }, { ...paid, refundedCents: 700 }]
  let reads = 0
  const allReading = createBarrier(6)
  const read = async () => {
    const state = states[Math.min(reads++ % 3, 2)] ?? paid
    if (reads <= 6) await allReading()
    // Later reads return the newest state.
    return reads <= 6 ? state : (states[2] ?? paid)
  }
  await Promise.all(
    Array.from({ length: 6 }, () => bookPayment(site.request(), providerOf(read), session)),
  )
  await bookPayment(
    site.request(),
    providerOf(async () => states[2] ?? paid),
    session,
  )
  expect(await balance()).toBe(1300)
  const [row] = await site.query(
    'select count(*)::int as n from ledger_transfers where reference = (select $1 || id from card_payments where session = $2)',
    ['card:', session],
  )
  expect(row?.n).toBeLessThanOrEqual(3)
})

test('while the program waits for the service, no row is locked and no transaction is open', async () => {
  const { session } = await begin()
  const seen: unknown[] = []
  const read = async () => {
    // Fails at once if the row is locked.
    await site.query('select from card_payments where session = $1 for update nowait', [session])
    const openTransactions = `select from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'`
    seen.push(...(await site.query(openTransactions)))
    return paid
  }
  await bookPayment(site.request(), providerOf(read), session)
  expect(seen).toEqual([])
})

describe('the database', () => {
  test.each([
    'amount = 0',
    'amount = -5',
    'net = amount + 1',
    'net = 1',
    'lost = 1',
    'bookings = 1',
    'transfer = 1',
    'reads = -1',
    `currency = 'gbp'`,
    `account = 'venue:sales'`,
    'member = member + 1',
    'member = null',
    'session = null',
  ])('refuses a card payment with %s', async (change) => {
    const { session } = await begin()
    const changed = site.query(`update card_payments set ${change} where session = $1`, [session])
    await expect(changed).rejects.toMatchObject({ code: '23514' })
  })
})
