import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  balanceOf,
  hold,
  postHeldAmount,
  reverse,
  voidHold,
} from '../../cms/features/ledger/service.ts'
import { actor, ledgerSettings, newKey, openLedger, type TestLedger } from '../support/ledger.ts'

let ledger: TestLedger
beforeAll(async () => {
  ledger = await openLedger()
})
afterAll(() => ledger?.pool.end())

const times = <T>(count: number, work: (n: number) => Promise<T>) =>
  Promise.allSettled(Array.from({ length: count }, (_, n) => work(n)))
const countSucceeded = (results: PromiseSettledResult<unknown>[]) =>
  results.filter(({ status }) => status === 'fulfilled').length
const reasons = (results: PromiseSettledResult<unknown>[]) => [
  ...new Set(results.flatMap((each) => (each.status === 'rejected' ? [each.reason.reason] : []))),
]

/** Pays 1 a hundred times at once from an account that has 10. @returns the outcomes */
async function payTooMuch(target: TestLedger, member: number) {
  await target.topUp(member, 10)
  const results = await times(100, () =>
    target.move([`member:${member}`, 1, 'venue:sales'], { kind: 'payment' }),
  )
  return results
}

test('if an account with 10 makes 100 payments of 1 at once, exactly ten succeed', async () => {
  const results = await payTooMuch(ledger, 1)
  expect(countSucceeded(results)).toBe(10)
  expect(reasons(results)).toEqual(['insufficient_funds'])
  expect(await ledger.balance('member:1')).toBe(0)
  expect(await ledger.differences()).toEqual([])
})

test('without the check of balances, all 100 payments succeed (shows that the test above can fail)', {
  tags: 'extended',
}, async () => {
  const scratch = await openLedger()
  await scratch.query('alter table ledger_balances drop constraint ledger_balances_covered')
  expect(countSucceeded(await payTooMuch(scratch, 1))).toBe(100)
  expect(await scratch.balance('member:1')).toBe(-90)
  await scratch.pool.end()
})

/** Sends 50 payments with one key at once. @returns the outcomes */
async function payWithOneKey(target: TestLedger, member: number) {
  await target.topUp(member, 100)
  const key = newKey()
  return times(50, () => target.move([`member:${member}`, 40, 'common_good'], { key }))
}

test('50 requests with the same key at once make one transfer and get the same reply', async () => {
  const results = await payWithOneKey(ledger, 2)
  const replies = results.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []))
  expect(replies).toHaveLength(50)
  expect(replies.filter(({ isRepeat }) => !isRepeat)).toHaveLength(1)
  expect(new Set(replies.map(({ id, createdAt }) => `${id} ${+createdAt}`)).size).toBe(1)
  expect(await ledger.balance('member:2')).toBe(60)
})

test('without the unique key, two transfers are made (shows that the test above can fail)', {
  tags: 'extended',
}, async () => {
  const scratch = await openLedger()
  const [row] = await scratch.query<{ text: string }>(
    `select replace(pg_get_functiondef('ledger_transfer'::regproc), 'ON CONFLICT (key) DO NOTHING', '') as text`,
  )
  await scratch.query('alter table ledger_transfers drop constraint ledger_transfers_key_unique')
  await scratch.query(row?.text ?? '')
  expect(countSucceeded(await payWithOneKey(scratch, 1))).toBe(2)
  expect(await scratch.balance('member:1')).toBe(20)
  await scratch.pool.end()
})

/** Ends a hold six times at once: posts it three times and voids it three times. @returns its id and the outcomes */
async function endOften(target: TestLedger, member: number) {
  const { id } = await hold(target.db, ledgerSettings, {
    key: newKey(),
    kind: 'payment',
    from: `member:${member}`,
    to: 'venue:sales',
    amountCents: 100,
    expires: { afterSeconds: 60 },
  })
  const ends = await times<unknown>(6, (n) =>
    n % 2
      ? voidHold(target.db, { hold: id })
      : postHeldAmount(target.db, ledgerSettings, { key: newKey(), hold: id, actor }),
  )
  return { id, ends }
}

test('a hold that is posted and voided at once ends once', async () => {
  await ledger.topUp(3, 2000)
  for (let round = 0; round < 20; round++) {
    const { id, ends } = await endOften(ledger, 3)
    const [row] = await ledger.query('select status from ledger_holds where id = $1', [id])
    // Voiding the same hold again succeeds. Posting it again does not.
    expect(countSucceeded(ends)).toBe(row?.status === 'posted' ? 1 : 3)
    expect(reasons(ends)).toEqual(['hold_ended'])
  }
  expect((await balanceOf(ledger.db, 'member:3')).heldCents).toBe(0)
})

test('without the trigger of holds, a hold ends more than once (shows that the test above can fail)', {
  tags: 'extended',
}, async () => {
  const scratch = await openLedger()
  await scratch.topUp(1, 2000)
  await scratch.query('alter table ledger_holds disable trigger ledger_holds_end')
  await scratch.query('alter table ledger_holds drop constraint ledger_holds_status')
  const { ends } = await endOften(scratch, 1)
  expect(countSucceeded(ends.filter((_, n) => n % 2 === 0))).toBe(3)
  expect(await scratch.balance('member:1')).toBe(1700)
  await scratch.pool.end()
})

/** Reverses a transfer ten times at once. @returns the outcomes */
async function reverseOften(target: TestLedger, member: number) {
  await target.topUp(member, 100)
  const { id } = await target.move([`member:${member}`, 100, 'venue:sales'], { kind: 'send' })
  return times(10, () =>
    reverse(target.db, ledgerSettings, { key: newKey(), transfer: id, reason: 'x', actor }),
  )
}

test('without the unique index, a transfer is reversed ten times (shows that the test below can fail)', {
  tags: 'extended',
}, async () => {
  const scratch = await openLedger()
  await scratch.query(
    'alter table ledger_transfers drop constraint ledger_transfers_reverses_unique',
  )
  expect(countSucceeded(await reverseOften(scratch, 1))).toBe(10)
  expect(await scratch.balance('member:1')).toBe(1000)
  await scratch.pool.end()
})

test('a transfer that is reversed many times at once is reversed once', async () => {
  const results = await reverseOften(ledger, 4)
  expect(countSucceeded(results)).toBe(1)
  expect(reasons(results)).toEqual(['already_reversed'])
})

test('concurrent transfers of all kinds between the same accounts never deadlock', async () => {
  for (let member = 10; member < 16; member++) await ledger.topUp(member, 10_000)
  const member = (n: number) => `member:${10 + (n % 6)}` as const
  const results = await times(300, async (n) => {
    if (n % 5 === 0) return ledger.move(['common_good', 1, member(n)])
    if (n % 5 === 1) return ledger.move([member(n), 200, 'venue:sales'], { kind: 'payment' })
    if (n % 5 === 2) return ledger.move([member(n), 5, member(n + 1)], { kind: 'send' })
    if (n % 5 === 3) return ledger.move(['venue:sales', 5, member(n)], { kind: 'return' })
    const { id } = await hold(ledger.db, ledgerSettings, {
      key: newKey(),
      kind: 'payment',
      from: member(n),
      to: 'venue:sales',
      amountCents: 100,
      expires: { afterSeconds: 60 },
    })
    return postHeldAmount(ledger.db, ledgerSettings, { key: newKey(), hold: id, actor })
  })
  // A transfer from the Common Good fails while it has no money.
  for (const reason of reasons(results)) expect(reason).toBe('insufficient_funds')
  expect(countSucceeded(results)).toBeGreaterThan(240)
  expect(await ledger.differences()).toEqual([])
})

test('payments do not wait for each other to book the share of the Common Good', async () => {
  const members = Array.from({ length: 9 }, (_, n) => 20 + n)
  for (const member of members) await ledger.topUp(member, 1000)
  const pay = (member: number, db = ledger.db) =>
    ledger.move([`member:${member}`, 500, 'venue:sales'], { kind: 'payment' }, db)
  const others = await ledger.inTransaction(async (first) => {
    await pay(20, first)
    // Each connection adds to one of 16 stripes of the Common Good, so most of these payments use another stripe.
    const payments = members.slice(1).map((member) => pay(member))
    await Promise.any(payments)
    return payments
  })
  await Promise.all(others)
})
