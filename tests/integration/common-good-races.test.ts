import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { leaveMessage } from '../../cms/features/common-good/messages.ts'
import { approvePayoutReversal } from '../../cms/features/common-good/payout-reversals.ts'
import { approvePayout } from '../../cms/features/common-good/payouts.ts'
import { closeTill } from '../../cms/features/till/closings.ts'
import type { HttpError } from '../../cms/platform/http/errors.ts'
import { createBarrier } from '../support/barrier.ts'
import { newFormKey, openCredit, type TestCredit } from '../support/credit.ts'

// If `replacement` is set, it runs instead of the locks and makes all requests read before one of them writes.
const lock = vi.hoisted(() => ({ replacement: null as null | (() => Promise<void>) }))
vi.mock('../../cms/features/common-good/queries/payouts.ts', async (original) => {
  const actual =
    await original<typeof import('../../cms/features/common-good/queries/payouts.ts')>()
  const lockPayout: typeof actual.lockPayout = async (db, id) => {
    if (!lock.replacement) return actual.lockPayout(db, id)
    const found = (await actual.listForStaff(db, 100)).find((each) => each.id === id)
    await lock.replacement()
    return found ?? null
  }
  return { ...actual, lockPayout }
})
vi.mock('../../cms/features/common-good/queries/payout-reversals.ts', async (original) => {
  const actual =
    await original<typeof import('../../cms/features/common-good/queries/payout-reversals.ts')>()
  const lockReversal: typeof actual.lockReversal = async (db, id) => {
    if (!lock.replacement) return actual.lockReversal(db, id)
    // In these tests, a payout and the request for its reversal have the same id.
    const [found] = await actual.listReversalsOf(db, [id])
    return found ?? null
  }
  return { ...actual, lockReversal }
})
vi.mock('../../cms/features/common-good/queries/messages.ts', async (original) => {
  const actual =
    await original<typeof import('../../cms/features/common-good/queries/messages.ts')>()
  const selectWithoutMessage: typeof actual.selectWithoutMessage = async (db, transfers) => {
    const found = await actual.selectWithoutMessage(db, transfers)
    await lock.replacement?.()
    return found
  }
  return { ...actual, selectWithoutMessage }
})
vi.mock('../../cms/features/members/queries/members.ts', async (original) => {
  const actual = await original<typeof import('../../cms/features/members/queries/members.ts')>()
  const lockMembers: typeof actual.lockMembers = async (db, ids) =>
    lock.replacement !== null || actual.lockMembers(db, ids)
  return { ...actual, lockMembers }
})
vi.mock('../../cms/features/ledger/queries/accounts.ts', async (original) => {
  const actual = await original<typeof import('../../cms/features/ledger/queries/accounts.ts')>()
  const lockBalance: typeof actual.lockBalance = async (db, account, currency) => {
    if (!lock.replacement) return actual.lockBalance(db, account, currency)
    return (await actual.findBalance(db, account)).balance
  }
  return { ...actual, lockBalance }
})
vi.mock('../../cms/features/till/queries.ts', async (original) => {
  const actual = await original<typeof import('../../cms/features/till/queries.ts')>()
  const findLastClosing: typeof actual.findLastClosing = async (db, till) => {
    const found = await actual.findLastClosing(db, till)
    await lock.replacement?.()
    return found
  }
  return { ...actual, findLastClosing }
})

let site: TestCredit
beforeAll(async () => {
  site = await openCredit()
})
afterAll(async () => {
  expect(await site.differences()).toEqual([])
  await site.pool.end()
})

const settle = async <T>(work: readonly Promise<T>[]) => {
  const results = await Promise.allSettled(work)
  return {
    replies: results.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : [])),
    reasons: results.flatMap((each) =>
      each.status === 'rejected' ? [(each.reason as HttpError).reason] : [],
    ),
  }
}
const withoutLocks = async <T>(count: number, work: () => Promise<T>): Promise<T> => {
  lock.replacement = createBarrier(count)
  return work().finally(() => {
    lock.replacement = null
  })
}
const times = <T>(count: number, work: (n: number) => Promise<T>) =>
  Array.from({ length: count }, (_, n) => work(n))

let serial = 0
/** Requests a payout from a cause that has money, by staff with the id 1. Payout and cause have the same new id. */
async function requestedPayout() {
  const id = ++serial
  await site.topUp(1, 1000)
  await site.move(['member:1', 1000, 'common_good'])
  await site.move(['common_good', 1000, `cause:${id}`], { kind: 'funding' })
  await site.query(
    `insert into cause_payouts (id, key, cause, amount, note, receipt, requested_by)
     values ($1, $2, $1, 600, 'Paint', 1, 1)`,
    [id, newFormKey()],
  )
  return { id, account: `cause:${id}` as const }
}

describe('a payout that two people approve at once', () => {
  const approve = (id: number) => settle(times(2, (n) => approvePayout(site.request(), 2 + n, id)))

  test('is paid once, and both people get a success reply', async () => {
    const { id, account } = await requestedPayout()
    const { replies } = await approve(id)
    expect(replies.map(({ isRepeat }) => isRepeat).sort()).toEqual([false, true])
    expect(new Set(replies.map(({ transfer }) => transfer)).size).toBe(1)
    expect(await site.balance(account)).toBe(400)
  })

  test('without the lock, one approval fails (shows that the test above can fail)', {
    tags: 'extended',
  }, async () => {
    const { id, account } = await requestedPayout()
    const { replies, reasons } = await withoutLocks(2, () => approve(id))
    // Even without the lock, the unique key of the transfer lets the money move only once.
    expect([replies.length, reasons]).toEqual([1, ['key_reused']])
    expect(await site.balance(account)).toBe(400)
  })
})

describe('a payout that two people take back at once', () => {
  async function prepareRace() {
    const { id, account } = await requestedPayout()
    await approvePayout(site.request(), 2, id)
    await site.query(
      `insert into cause_payout_reversals (id, key, payout, reason, requested_by)
       values ($1, $2, $1, 'Wrong', 1)`,
      [id, newFormKey()],
    )
    const run = () => settle(times(2, (n) => approvePayoutReversal(site.request(), 2 + n, id)))
    return { run, account }
  }

  test('is taken back once, and both people get a success reply', async () => {
    const { run, account } = await prepareRace()
    const { replies } = await run()
    expect(replies.map(({ isRepeat }) => isRepeat).sort()).toEqual([false, true])
    expect(await site.balance(account)).toBe(1000)
  })

  test('without the lock, one approval of the reversal fails (shows that the test above can fail)', {
    tags: 'extended',
  }, async () => {
    const { run, account } = await prepareRace()
    const { replies, reasons } = await withoutLocks(2, run)
    expect([replies.length, reasons]).toEqual([1, ['key_reused']])
    expect(await site.balance(account)).toBe(1000)
  })
})

describe('two messages that a member sends at once', () => {
  async function giver() {
    const member = await site.join(1000)
    for (const cents of [10, 20]) await site.move([`member:${member.id}`, cents, 'common_good'])
    const stored = () =>
      site.query(`select text from common_good_messages where member = $1`, [member.id])
    const write = (texts: readonly string[]) =>
      settle(texts.map((text) => leaveMessage(site.request(), member.id, { text, name: null })))
    return { write, stored }
  }

  test('are both stored, for one gift each, if they differ; equal messages are stored once', async () => {
    const [different, same] = [await giver(), await giver()]
    expect((await different.write(['One', 'Two'])).replies).toHaveLength(2)
    expect(await different.stored()).toHaveLength(2)
    const { replies } = await same.write(['Same', 'Same'])
    expect([replies.length, new Set(replies.map(({ id }) => id)).size]).toEqual([2, 1])
    expect(await same.stored()).toHaveLength(1)
  })

  test('without the lock, one message is refused (shows that the test above can fail)', {
    tags: 'extended',
  }, async () => {
    const [different, same] = [await giver(), await giver()]
    const two = await withoutLocks(2, () => different.write(['One', 'Two']))
    expect([two.replies.length, two.reasons]).toEqual([1, ['has_message']])
    const repeated = await withoutLocks(2, () => same.write(['Same', 'Same']))
    expect([repeated.replies.length, repeated.reasons]).toEqual([1, ['has_message']])
  })
})

describe('a till that two people close at once', () => {
  async function prepareRace() {
    await site.topUp(1, 500)
    const [last] = await site.query<{ id: number; balance: string }>(
      `select id, balance from till_closings where till = 'cash' order by id desc limit 1`,
    )
    const booked = Number(last?.balance ?? 0) - (await site.balance('till:cash'))
    const form = {
      till: 'cash',
      counted: booked - 1,
      booked,
      after: last?.id ?? 0,
      note: 'x',
    } as const
    return () =>
      settle(times(2, () => closeTill(site.request(), 7, { ...form, key: newFormKey() })))
  }

  test('is closed once, and the other person gets an error', async () => {
    const { replies, reasons } = await (await prepareRace())()
    expect([replies.length, reasons]).toEqual([1, ['changed']])
  })

  test('is closed twice without the lock (shows that the test above can fail)', {
    tags: 'extended',
  }, async () => {
    const { replies, reasons } = await withoutLocks(2, await prepareRace())
    expect([replies.length, reasons]).toEqual([2, []])
  })
})
