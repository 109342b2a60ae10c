import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { listSends } from '../../cms/features/credit/queries.ts'
import { sendLimits } from '../../cms/features/credit/rules.ts'
import { claimSend, returnDueSends, sendCredit, takeBack } from '../../cms/features/credit/sends.ts'
import type { SignedIn } from '../../cms/features/members/contract.ts'
import { createBarrier } from '../support/barrier.ts'
import { newFormKey, openCredit, type TestCredit } from '../support/credit.ts'
import { secret } from '../support/server.ts'

process.env.SECRET = secret

// If `replacement` is set, it runs instead of the locks and makes all requests read before one of them writes.
const lock = vi.hoisted(() => ({ replacement: null as null | (() => Promise<void>) }))
vi.mock('../../cms/features/credit/queries.ts', async (original) => {
  const actual = await original<typeof import('../../cms/features/credit/queries.ts')>()
  const lockSend: typeof actual.lockSend = async (db, key) => {
    if (!lock.replacement) return actual.lockSend(db, key)
    const found = await actual.findSend(db, key)
    await lock.replacement()
    return found
  }
  const countDay: typeof actual.countDay = async (...query) => {
    const counted = await actual.countDay(...query)
    await lock.replacement?.()
    return counted
  }
  return { ...actual, lockSend, countDay }
})
vi.mock('../../cms/platform/database/advisory-locks.ts', async (original) => {
  const actual = await original<typeof import('../../cms/platform/database/advisory-locks.ts')>()
  const lockNames: typeof actual.lockNames = async (...names) => {
    if (!lock.replacement) await actual.lockNames(...names)
  }
  return { ...actual, lockNames }
})
vi.mock('../../cms/features/members/queries/members.ts', async (original) => {
  const actual = await original<typeof import('../../cms/features/members/queries/members.ts')>()
  const lockMembers: typeof actual.lockMembers = async (db, ids) =>
    lock.replacement !== null || actual.lockMembers(db, ids)
  return { ...actual, lockMembers }
})

let site: TestCredit
beforeAll(async () => {
  site = await openCredit()
})
afterAll(async () => {
  expect(await site.differences()).toEqual([])
  await site.pool.end()
})

const balance = ({ id }: SignedIn) => site.balance(`member:${id}`)
const settle = async (work: readonly Promise<unknown>[]) => {
  const results = await Promise.allSettled(work)
  return {
    succeeded: results.filter(({ status }) => status === 'fulfilled').length,
    reasons: results.flatMap((each) => (each.status === 'rejected' ? [each.reason.reason] : [])),
  }
}
const withoutLocks = async <T>(count: number, work: () => Promise<T>): Promise<T> => {
  lock.replacement = createBarrier(count)
  return work().finally(() => {
    lock.replacement = null
  })
}

describe('credit that is claimed by two members and taken back at once', () => {
  /** @returns `run`, which runs the race; `balances`, which reads the three balances; and the sender */
  async function race() {
    const [sender, one, other] = [await site.join(1000), await site.join(), await site.join()]
    const address = `race-${sender.id}@venue.example`
    const { send: id } = await sendCredit(site.request(), sender, {
      key: newFormKey(),
      email: address,
      amount: 500,
    })
    const token = await site.tokenTo(address)
    const run = () =>
      settle([
        claimSend(site.request(), one, { token }),
        claimSend(site.request(), other, { token }),
        takeBack(site.request(), sender, id),
      ])
    return { run, balances: () => Promise.all([sender, one, other].map(balance)), sender }
  }

  test('goes to exactly one person, and the other two requests are refused with the new state', async () => {
    for (let round = 0; round < 10; round++) {
      const { run, balances, sender } = await race()
      const { succeeded, reasons } = await run()
      const [sent] = await listSends(site.db, sender.id)
      expect(succeeded).toBe(1)
      expect(reasons).toEqual([sent?.state, sent?.state])
      expect((await balances()).sort()).toEqual(
        sent?.state === 'claimed' ? [0, 500, 500] : [0, 0, 1000],
      )
    }
  })

  test('without the lock, the other two get an error of the ledger (shows that the test above can fail)', {
    tags: 'extended',
  }, async () => {
    const { run, balances } = await race()
    const { succeeded, reasons } = await withoutLocks(3, run)
    // Even without the lock, the unique key of the transfer lets the money move only once.
    expect([succeeded, reasons]).toEqual([1, ['key_reused', 'key_reused']])
    expect((await balances()).reduce((sum, each) => sum + each, 0)).toBe(1000)
  })
})

test('a send that is due is returned once, even if several processes return it', async () => {
  const sender = await site.join(500)
  const form = { key: newFormKey(), email: 'due@venue.example', amount: 500 }
  await sendCredit(site.request(), sender, form)
  await site.query(`update credit_sends set expires_at = now() where email = 'due@venue.example'`)
  const results = await settle(Array.from({ length: 5 }, () => returnDueSends(site.payload)))
  expect(results).toEqual({ succeeded: 5, reasons: [] })
  expect(await balance(sender)).toBe(500)
})

describe('many sends of a member at once', () => {
  const many = 6
  const sendMany = async () => {
    const sender = await site.join(100_000)
    const work = Array.from({ length: many }, (_, n) =>
      sendCredit(site.request(), sender, {
        key: newFormKey(),
        email: `to-${n}-${sender.id}@venue.example`,
        amount: sendLimits.max,
      }),
    )
    return settle(work)
  }
  const allowed = sendLimits.centsPerDay / sendLimits.max

  test('stay within the limit of a day', async () => {
    const { succeeded, reasons } = await sendMany()
    expect(succeeded).toBe(allowed)
    expect(new Set(reasons)).toEqual(new Set(['day_amount']))
  })

  test('exceed the limit without the lock (shows that the test above can fail)', {
    tags: 'extended',
  }, async () => {
    const { succeeded } = await withoutLocks(many, sendMany)
    expect(succeeded).toBe(many)
  })
})

describe('sends of many members to one address at once', () => {
  const many = sendLimits.sendsPerDayToAddress + 2
  const sendMany = async () => {
    const senders = await Promise.all(Array.from({ length: many }, () => site.join(100)))
    const email = `popular-${senders[0]?.id}@venue.example`
    const form = { email, amount: 100 }
    return settle(
      senders.map((sender) => sendCredit(site.request(), sender, { ...form, key: newFormKey() })),
    )
  }

  test('stay within the limit of the address', async () => {
    expect(await sendMany()).toEqual({
      succeeded: sendLimits.sendsPerDayToAddress,
      reasons: ['address_count', 'address_count'],
    })
  })

  test('exceed the limit without the lock (shows that the test above can fail)', {
    tags: 'extended',
  }, async () => {
    expect(await withoutLocks(many, sendMany)).toEqual({ succeeded: many, reasons: [] })
  })
})

test('without the lock, five of six identical sends fail (shows that the test below can fail)', {
  tags: 'extended',
}, async () => {
  const member = await site.join(1000)
  const send = { key: newFormKey(), email: 'unlocked@venue.example', amount: 200 }
  const { succeeded } = await withoutLocks(6, () =>
    settle(Array.from({ length: 6 }, () => sendCredit(site.request(), member, send))),
  )
  // Even without the lock, the unique key of the table lets the money move only once.
  expect(succeeded).toBe(1)
  expect(await balance(member)).toBe(800)
})

test('a form that is sent 20 times makes one send', async () => {
  const member = await site.join(1000)
  const send = { key: newFormKey(), email: 'once@venue.example', amount: 200 }
  const times = Array.from({ length: 20 })
  const sends = await Promise.all(times.map(() => sendCredit(site.request(), member, send)))
  expect(sends.filter(({ repeated }) => !repeated)).toHaveLength(1)
  expect(await balance(member)).toBe(800)
})
