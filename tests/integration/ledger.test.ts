import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eraseLedgerData, exportLedgerData } from '../../cms/features/ledger/personal-data.ts'
import { expireHolds } from '../../cms/features/ledger/queries/transfers.ts'
import {
  balanceOf,
  closeLedgerAccount,
  findCommonGoodMonths,
  hold,
  notableMovements,
  postHeldAmount,
  reverse,
  statementOf,
  transfer,
  voidHold,
} from '../../cms/features/ledger/service.ts'
import { actor, ledgerSettings, newKey, openLedger, type TestLedger } from '../support/ledger.ts'

let ledger: TestLedger
let lastMember = 0
/** A member with credit. */
const newMember = async (amountCents: number) => {
  const member = ++lastMember
  await ledger.topUp(member, amountCents)
  return `member:${member}` as const
}

beforeAll(async () => {
  ledger = await openLedger()
})
afterAll(async () => {
  expect(await ledger.differences()).toEqual([])
  await ledger.pool.end()
})

const pay = (from: `member:${number}`, amountCents: number, key = newKey()) =>
  ledger.move([from, amountCents, 'venue:sales'], { kind: 'payment', area: 'Cafe', key })

describe('a transfer', () => {
  test('moves money, and a payment moves a share to the Common Good', async () => {
    const member = await newMember(5000)
    const before = await Promise.all([ledger.balance('venue:sales'), ledger.balance('common_good')])
    const { id } = await pay(member, 1250)
    expect(await ledger.balance(member)).toBe(3750)
    expect(await ledger.balance('venue:sales')).toBe((before[0] ?? 0) + 1238)
    expect(await ledger.balance('common_good')).toBe((before[1] ?? 0) + 12)
    const entries = await ledger.query(
      `select code, amount::int, e.balance::int, version::int from ledger_entries as e
         join ledger_accounts as a on a.id = account where transfer = $1 and code = $2`,
      [id, member],
    )
    expect(entries).toEqual([{ code: member, amount: -1250, balance: 3750, version: 2 }])
  })

  test.each([0, -5, 1.5, 2 ** 53, Number.NaN, '5'])('of %s is refused', async (amount) => {
    const member = await newMember(10)
    await expect(pay(member, amount as number)).rejects.toMatchObject({ reason: 'invalid_amount' })
    await expect(
      hold(ledger.db, ledgerSettings, {
        key: newKey(),
        kind: 'payment',
        from: member,
        to: 'venue:sales',
        amountCents: amount as number,
        expires: { afterSeconds: 60 },
      }),
    ).rejects.toMatchObject({ reason: 'invalid_amount' })
    expect(await ledger.balance(member)).toBe(10)
  })

  test('to the same account, in another currency, and on unknown or closed accounts is refused', async () => {
    const member = await newMember(10)
    const refused = (work: Promise<unknown>, status: number, reason: string) =>
      expect(work).rejects.toMatchObject({ status, reason })
    await refused(ledger.move([member, 5, member]), 400, 'same_account')
    const euros = { ...ledgerSettings, currency: 'EUR' }
    const request = { key: newKey(), kind: 'gift', from: member, amountCents: 5, actor } as const
    await refused(
      transfer(ledger.db, euros, { ...request, to: 'common_good' }),
      409,
      'wrong_currency',
    )
    for (const unknown of ['till:gold', 'member:0', "x', 'y", 'member:1,member:2']) {
      await refused(ledger.move([member, 5, unknown as 'till:cash']), 404, 'not_found')
    }
    await refused(closeLedgerAccount(ledger.db, member), 409, 'not_empty')
    await ledger.move([member, 10, 'common_good'])
    await closeLedgerAccount(ledger.db, member)
    await refused(ledger.move(['till:cash', 5, member]), 409, 'account_closed')
  })

  test('in the past counts for its month, and a transfer in the future counts as made now', async () => {
    const eventAt = new Date('2025-03-31T23:30:00Z')
    const accounts = { from: 'clearing:opening', to: 'common_good' } as const
    const gift = { ...accounts, kind: 'counted_cash', actor } as const
    await transfer(ledger.db, ledgerSettings, { ...gift, key: newKey(), amountCents: 70, eventAt })
    expect((await findCommonGoodMonths(ledger.db))[0]).toEqual({
      month: '2025-04',
      kind: 'counted_cash',
      area: '',
      received: 70,
      given: 0,
      entries: 1,
    })
    const { id, createdAt } = await transfer(ledger.db, ledgerSettings, {
      ...gift,
      key: newKey(),
      amountCents: 1,
      eventAt: new Date(Date.now() + 1e9),
    })
    const [row] = await ledger.query('select event_at from ledger_transfers where id = $1', [id])
    expect(+row?.event_at).toBeLessThanOrEqual(+createdAt)
  })

  test('from the Common Good can take the sum of all its stripes, and no more', async () => {
    await Promise.all(Array.from({ length: 40 }, async () => pay(await newMember(5000), 5000)))
    const all = await ledger.balance('common_good')
    const [largest] = await ledger.query<{ largest: number }>(
      `select max(b.balance)::int as largest from ledger_balances as b
         join ledger_accounts as a on a.id = b.account where code = 'common_good'`,
    )
    expect(largest?.largest).toBeLessThan(all)
    const fund = (amount: number) =>
      ledger.move(['common_good', amount, 'cause:1'], { kind: 'funding' })
    await expect(fund(all + 1)).rejects.toMatchObject({ reason: 'insufficient_funds' })
    await fund(all)
    expect(await ledger.balance('common_good')).toBe(0)
    expect(await ledger.balance('cause:1')).toBe(all)
  })

  test('is undone together with everything else when the caller’s transaction fails', async () => {
    const member = await newMember(100)
    const key = newKey()
    await expect(
      ledger.inTransaction(async (tx) => {
        await ledger.move([member, 40, 'common_good'], { key }, tx)
        await hold(tx, ledgerSettings, {
          key: newKey(),
          kind: 'payment',
          from: member,
          to: 'venue:sales',
          amountCents: 60,
          expires: { afterSeconds: 60 },
        })
        expect(await balanceOf(tx, member)).toEqual({
          balanceCents: 60,
          heldCents: 60,
          availableCents: 0,
        })
        throw new Error('The caller fails.')
      }),
    ).rejects.toThrow('The caller fails.')
    expect(await balanceOf(ledger.db, member)).toEqual({
      balanceCents: 100,
      heldCents: 0,
      availableCents: 100,
    })
    expect((await ledger.move([member, 40, 'common_good'], { key })).isRepeat).toBe(false)
  })
})

describe('a key', () => {
  test('gives one transfer and always the same reply, even after the money is spent', async () => {
    const member = await newMember(100)
    const key = newKey()
    const first = await pay(member, 100, key)
    expect(await pay(member, 100, key)).toEqual({ ...first, isRepeat: true })
    expect(await ledger.balance(member)).toBe(0)
  })

  test('that is used for a different request is refused', async () => {
    const member = await newMember(100)
    const key = newKey()
    await ledger.move([member, 5, 'common_good'], { key })
    const gift = { key, kind: 'gift', from: member, to: 'common_good', amountCents: 5 } as const
    const others = [
      () => ledger.move([member, 6, 'common_good'], { key }),
      () => ledger.move([member, 5, 'cause:1'], { key }),
      () => ledger.move([member, 5, 'common_good'], { key, reference: 'R1' }),
      () =>
        transfer(ledger.db, ledgerSettings, { ...gift, actor: { kind: 'member', id: actor.id } }),
      () => reverse(ledger.db, ledgerSettings, { key, transfer: 1, reason: 'x', actor }),
    ]
    for (const other of others) {
      await expect(other()).rejects.toMatchObject({ reason: 'key_reused' })
    }
    expect(await ledger.balance(member)).toBe(95)
  })

  test('whose transfer was refused can be used again', async () => {
    const member = await newMember(10)
    const key = newKey()
    await expect(pay(member, 20, key)).rejects.toMatchObject({
      status: 409,
      reason: 'insufficient_funds',
    })
    await ledger.move(['till:cash', 10, member])
    expect((await pay(member, 20, key)).isRepeat).toBe(false)
  })
})

describe('a hold', () => {
  const makeHold = async (member: `member:${number}`, amountCents: number, afterSeconds = 60) =>
    hold(ledger.db, ledgerSettings, {
      key: newKey(),
      kind: 'payment',
      from: member,
      to: 'venue:sales',
      amountCents,
      expires: { afterSeconds },
    })
  const postHold = (id: number, amountCents?: number, key = newKey()) =>
    postHeldAmount(ledger.db, ledgerSettings, { key, hold: id, amountCents, actor })
  const refused = (work: Promise<unknown>, reason: string) =>
    expect(work).rejects.toMatchObject({ reason })
  /** Makes a hold expire now. */
  const expire = (id: number) =>
    ledger.tamper(
      `update ledger_holds set expires_at = created_at + interval '1 microsecond' where id = ${id}`,
    )

  test('keeps an amount from being spent or held again, without moving it', async () => {
    const member = await newMember(100)
    await makeHold(member, 70)
    expect(await balanceOf(ledger.db, member)).toEqual({
      balanceCents: 100,
      heldCents: 70,
      availableCents: 30,
    })
    await refused(pay(member, 31), 'insufficient_funds')
    await refused(makeHold(member, 31), 'insufficient_funds')
    await pay(member, 30)
  })

  test('is posted once, in whole or in part, with the share of the Common Good', async () => {
    const member = await newMember(1000)
    const { id } = await makeHold(member, 600)
    for (const amount of [0, -1, 0.5, 601]) await refused(postHold(id, amount), 'invalid_amount')
    const commonGoodBefore = await ledger.balance('common_good')
    const key = newKey()
    const posted = await postHold(id, 500, key)
    expect(await balanceOf(ledger.db, member)).toEqual({
      balanceCents: 500,
      heldCents: 0,
      availableCents: 500,
    })
    expect(await ledger.balance('common_good')).toBe(commonGoodBefore + 5)
    expect(await postHold(id, 500, key)).toEqual({ ...posted, isRepeat: true })
    await refused(postHold(id, 100), 'hold_ended')
    await refused(voidHold(ledger.db, { hold: id }), 'hold_ended')
    const whole = await makeHold(member, 500)
    await postHold(whole.id)
    expect(await ledger.balance(member)).toBe(0)
  })

  test('can be voided repeatedly, and cannot be posted afterwards', async () => {
    const member = await newMember(100)
    const { id } = await makeHold(member, 100)
    expect(await voidHold(ledger.db, { hold: id })).toEqual({ status: 'voided' })
    expect(await voidHold(ledger.db, { hold: id })).toEqual({ status: 'voided' })
    await refused(postHold(id), 'hold_ended')
    expect((await balanceOf(ledger.db, member)).availableCents).toBe(100)
  })

  test('that has expired cannot be posted, and its amount can be spent at once', async () => {
    const member = await newMember(100)
    const { id } = await makeHold(member, 100)
    await expire(id)
    await refused(postHold(id), 'hold_expired')
    await pay(member, 100)
    await refused(postHold(id), 'hold_expired')
    expect(await voidHold(ledger.db, { hold: id })).toEqual({ status: 'expired' })
  })

  test('that has expired is ended by the job', async () => {
    const members = [await newMember(100), await newMember(100)]
    for (const member of members) await expire((await makeHold(member, 100)).id)
    const { id } = await makeHold(await newMember(100), 100)
    expect(await expireHolds(ledger.db)).toBe(2)
    expect(await expireHolds(ledger.db)).toBe(0)
    for (const member of members) {
      expect((await balanceOf(ledger.db, member)).availableCents).toBe(100)
    }
    await postHold(id)
  })

  test('gives one reply for each key, needs an expiry in the future, and cannot reserve money of the Common Good', async () => {
    const member = await newMember(100)
    const accounts = { from: member, to: 'venue:sales' } as const
    const expires = { afterSeconds: 60 }
    const request = {
      ...accounts,
      key: newKey(),
      kind: 'payment',
      amountCents: 60,
      expires,
    } as const
    const first = await hold(ledger.db, ledgerSettings, request)
    expect(await hold(ledger.db, ledgerSettings, request)).toEqual({ ...first, isRepeat: true })
    await refused(hold(ledger.db, ledgerSettings, { ...request, amountCents: 50 }), 'key_reused')
    const key = newKey()
    await refused(
      hold(ledger.db, ledgerSettings, {
        ...request,
        key,
        amountCents: 1,
        expires: { at: new Date(0) },
      }),
      'hold_expired',
    )
    await refused(
      hold(ledger.db, ledgerSettings, { ...request, key, from: 'common_good' }),
      'not_holdable',
    )
    await refused(postHold(1e9), 'not_found')
    await refused(voidHold(ledger.db, { hold: 1e9 }), 'not_found')
  })
})

describe('a reversal', () => {
  const undo = (id: number, key = newKey()) =>
    reverse(ledger.db, ledgerSettings, { key, transfer: id, reason: 'Wrong table', actor })

  test('moves everything back once, and cannot be reversed itself', async () => {
    const member = await newMember(1000)
    const before = await Promise.all([ledger.balance('venue:sales'), ledger.balance('common_good')])
    const { id } = await pay(member, 1000)
    const key = newKey()
    const reversal = await undo(id, key)
    expect(await ledger.balance(member)).toBe(1000)
    expect(
      await Promise.all([ledger.balance('venue:sales'), ledger.balance('common_good')]),
    ).toEqual(before)
    expect(await undo(id, key)).toEqual({ ...reversal, isRepeat: true })
    for (const [transferred, reason] of [
      [id, 'already_reversed'],
      [reversal.id, 'is_reversal'],
      [1e9, 'not_found'],
    ] as const) {
      await expect(undo(transferred)).rejects.toMatchObject({ reason })
    }
    const notes = await ledger.query('select text, staff from ledger_notes where transfer = $1', [
      reversal.id,
    ])
    expect(notes).toEqual([{ text: 'Wrong table', staff: actor.id }])
  })

  test('of a top-up whose credit was spent is refused', async () => {
    const { id } = await ledger.topUp(++lastMember, 100)
    await pay(`member:${lastMember}`, 1)
    await expect(undo(id)).rejects.toMatchObject({ reason: 'insufficient_funds' })
  })
})

test('a reversal lowers the sums of the reversed transfer’s kind, in the month of the reversal', async () => {
  const scratch = await openLedger()
  const target = [scratch.db, ledgerSettings] as const
  await scratch.topUp(1, 100_000)
  const lastMonth = new Date(Date.now() - 40 * 24 * 60 * 60_000)
  const move = (kind: 'payment' | 'gift', amountCents: number) =>
    transfer(...target, {
      key: newKey(),
      kind,
      area: 'Cafe',
      from: 'member:1',
      amountCents,
      actor,
      to: kind === 'gift' ? 'common_good' : 'venue:sales',
      eventAt: lastMonth,
    })
  const [payment, gift] = [await move('payment', 5000), await move('gift', 700)]
  await move('gift', 200)
  const { id: funding } = await scratch.move(['common_good', 300, 'cause:1'], { kind: 'funding' })
  for (const id of [funding, payment.id, gift.id]) {
    await reverse(...target, { key: newKey(), transfer: id, reason: 'x', actor })
  }
  const sums = await findCommonGoodMonths(scratch.db)
  const monthOf = (at: Date) =>
    new Intl.DateTimeFormat('en-CA', { timeZone: ledgerSettings.timeZone }).format(at).slice(0, 7)
  const [earlier, now] = [monthOf(lastMonth), monthOf(new Date())]
  expect(sums).toEqual([
    { month: earlier, kind: 'gift', area: 'Cafe', received: 900, given: 0, entries: 2 },
    { month: earlier, kind: 'payment', area: 'Cafe', received: 50, given: 0, entries: 1 },
    { month: now, kind: 'funding', area: '', received: 0, given: 0, entries: 2 },
    { month: now, kind: 'gift', area: 'Cafe', received: -700, given: 0, entries: 1 },
    { month: now, kind: 'payment', area: 'Cafe', received: -50, given: 0, entries: 1 },
  ])
  expect(await scratch.differences()).toEqual([])
  await scratch.pool.end()
})

test('a statement has the lines of a month with running balances, page by page', async () => {
  const member = await newMember(1000)
  const { id } = await pay(member, 100)
  await pay(member, 200)
  const reversal = await reverse(ledger.db, ledgerSettings, {
    key: newKey(),
    transfer: id,
    reason: 'x',
    actor,
  })
  const [month = ''] =
    new Date().toLocaleDateString('en-CA', { timeZone: ledgerSettings.timeZone }).match(/^.{7}/) ??
    []
  const query = { account: member, month, timeZone: ledgerSettings.timeZone }
  const { lines, ...ends } = await statementOf(ledger.db, query)
  expect(ends).toEqual({ openingCents: 0, closingCents: 800 })
  expect(lines.map(({ amountCents, balanceCents }) => [amountCents, balanceCents])).toEqual([
    [100, 800],
    [-200, 700],
    [-100, 900],
    [1000, 1000],
  ])
  expect(lines[0]).toMatchObject({ kind: 'reversal', reverses: id, area: 'Cafe' })
  expect(lines[2]).toMatchObject({ kind: 'payment', transfer: id, reversed_by: reversal.id })
  const next = await statementOf(ledger.db, { ...query, before: lines[1]?.version, limit: 1 })
  expect(next.lines).toEqual([lines[2]])
  const earlier = await statementOf(ledger.db, { ...query, month: '2020-01' })
  expect(earlier).toEqual({ openingCents: 0, closingCents: 0, lines: [] })
  const later = await statementOf(ledger.db, { ...query, month: '2040-01' })
  expect(later).toEqual({ openingCents: 800, closingCents: 800, lines: [] })
})

test('deleting a member keeps the books complete, and removes the member’s name from them', async () => {
  const id = ++lastMember
  const other = await newMember(1)
  await ledger.topUp(id, 500)
  const payment = await pay(`member:${id}`, 100)
  const reversal = await reverse(ledger.db, ledgerSettings, {
    key: newKey(),
    transfer: payment.id,
    actor,
    reason: 'Ada Lovelace paid twice',
  })
  const openHold = await hold(ledger.db, ledgerSettings, {
    key: newKey(),
    kind: 'payment',
    from: `member:${id}`,
    to: 'venue:sales',
    amountCents: 50,
    expires: { afterSeconds: 60 },
  })
  const owner = { id, email: 'ada@example.org' }
  const exported = await exportLedgerData(ledger.db, owner)
  expect(exported.ledger.map(({ amount, notes }) => [amount, notes])).toEqual([
    [500, []],
    [-100, []],
    [100, ['Ada Lovelace paid twice']],
  ])
  expect(exported.ledger_holds).toMatchObject([{ amount: 50, status: 'held' }])

  const entries = await ledger.query(
    'select * from ledger_entries order by transfer, account, stripe',
  )
  await ledger.inTransaction((tx) => eraseLedgerData(tx, owner))
  expect(
    await ledger.query('select * from ledger_entries order by transfer, account, stripe'),
  ).toEqual(entries)
  expect(await exportLedgerData(ledger.db, owner)).toEqual({ ledger: [], ledger_holds: [] })
  expect(await ledger.query('select from ledger_notes where transfer = $1', [reversal.id])).toEqual(
    [],
  )
  expect(await ledger.query('select from ledger_accounts where member = $1', [id])).toEqual([])
  expect(
    await ledger.query('select from ledger_accounts where code = $1 and member is not null', [
      other,
    ]),
  ).toHaveLength(1)
  await voidHold(ledger.db, { hold: openHold.id })
  expect(await ledger.balance(`member:${id}`)).toBe(500)
  expect(await ledger.differences()).toEqual([])
})

describe('the newest movements of the Common Good', () => {
  test('include other kinds than gifts, even after many newer gifts', async () => {
    const member = await newMember(1000)
    await ledger.move(['till:cash', 300, 'common_good'], { kind: 'counted_cash' })
    await ledger.move(['common_good', 200, 'cause:1'], { kind: 'funding' })
    for (let nth = 0; nth < 60; nth++) await ledger.move([member, 1, 'common_good'])
    const kinds = async (limit: number) =>
      (await notableMovements(ledger.db, limit)).map(({ kind }) => kind)
    expect(await kinds(4)).toEqual(['gift', 'gift', 'funding', 'counted_cash'])
    // Of other kinds there are fewer than fifty, so gifts get more than half of the lines.
    const gifts = (await kinds(100)).filter((kind) => kind === 'gift')
    expect(gifts.length).toBeGreaterThan(50)
  })
})
