import { drizzle } from 'drizzle-orm/node-postgres'
import type { PayloadRequest } from 'payload'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eraseLedgerData, exportLedgerData } from '../../cms/features/ledger/personal-data.ts'
import { roundUps } from '../../cms/features/ledger/ports.ts'
import { balancesAt } from '../../cms/features/ledger/service.ts'
import { openCase } from '../../cms/features/till/cases.ts'
import { till } from '../../cms/features/till/feature.ts'
import { deleteOldCases } from '../../cms/features/till/queries.ts'
import { reverseForMember, takePayment, topUp } from '../../cms/features/till/service.ts'
import { type SiteFacts, site } from '../../cms/platform/runtime/site-facts.ts'
import { ledgerSettings, openLedger, type TestLedger } from '../support/ledger.ts'

let ledger: TestLedger
/** Members who round up. */
const roundingUp = new Set<number>()

beforeAll(async () => {
  ledger = await openLedger()
})
afterAll(() => ledger?.pool.end())

/** A request of staff to a program with only two features: the site, and the setting that rounds up. */
function staffRequest(): PayloadRequest {
  const features = [
    { provides: [site.with({ tag: 'site', find: async () => ledgerSettings as SiteFacts })] },
    { provides: [roundUps.with(async (_, member) => roundingUp.has(member))] },
  ]
  const payload = {
    config: { custom: { features } },
    db: { drizzle: drizzle(ledger.pool), sessions: {} },
  }
  const user = { collection: 'users', id: 7, name: 'Ada' }
  return { payload, user, context: {} } as unknown as PayloadRequest
}

let serial = 0
const newKey = () => (++serial).toString(16).padStart(24, '0')
const newMember = async (cents: number, { roundsUp = false } = {}) => {
  const [row] = await ledger.query<{ id: number }>(
    `insert into members (email) values ($1) returning id`,
    [`service${++serial}@venue.example`],
  )
  const id = row?.id ?? 0
  if (roundsUp) roundingUp.add(id)
  if (cents) await ledger.topUp(id, cents)
  return id
}
const pay = (member: number, amount: number, key = newKey()) =>
  takePayment(staffRequest(), 7, { key, member, amount, area: 'Cafe', reference: null })

describe('rounding up', () => {
  test('gives the difference to the next whole pound to the Common Good', async () => {
    const member = await newMember(1000, { roundsUp: true })
    const before = await ledger.balance('common_good')
    const key = newKey()
    const paid = await pay(member, 460, key)
    expect(paid).toMatchObject({ round_up_cents: 40, available_cents: 500 })
    expect(await ledger.balance(`member:${member}`)).toBe(500)
    expect(await ledger.balance('common_good')).toBe(before + 44)
    expect(await pay(member, 460, key)).toEqual({ ...paid, repeated: true })
    const rounded = await ledger.query(
      `select area, reference from ledger_transfers where kind = 'round_up' and reference = $1`,
      [`payment:${paid.transfer}`],
    )
    expect(rounded).toEqual([{ area: 'Cafe', reference: `payment:${paid.transfer}` }])
  })

  test('is reversed together with its payment', async () => {
    const member = await newMember(1000, { roundsUp: true })
    const before = await ledger.balance('common_good')
    const { transfer } = await pay(member, 460)
    const request = { key: newKey(), transfer, reason: 'Not hers' }
    await reverseForMember(staffRequest(), 7, request)
    expect(await ledger.balance(`member:${member}`)).toBe(1000)
    expect(await ledger.balance('common_good')).toBe(before)
  })

  test.each([
    ['the member’s remaining credit is too low', 499, true, 460],
    ['the price is a whole number of pounds', 1000, true, 400],
    ['the member has it switched off', 1000, false, 460],
  ])('does not happen if %s', async (_, credit, roundsUp, amount) => {
    const member = await newMember(credit, { roundsUp })
    const paid = await pay(member, amount)
    expect(paid).toMatchObject({ round_up_cents: 0, available_cents: credit - amount })
  })
})

test('a payment of a deleted member is refused', async () => {
  await expect(pay(999_999, 100)).rejects.toMatchObject({ reason: 'no_member' })
})

test('texts that staff typed are erased with the member; the transfers stay', async () => {
  const [member, other] = [await newMember(0), await newMember(0)]
  const credit = { key: newKey(), amount: 500, till: 'cash', receipt: 'R of Ada' } as const
  await topUp(staffRequest(), 7, { ...credit, member })
  await topUp(staffRequest(), 7, { ...credit, key: newKey(), member: other })
  const paid = await pay(member, 100)
  await reverseForMember(staffRequest(), 7, { ...paid, key: newKey(), reason: 'Ada asked' })
  const owner = { id: member, email: 'x@venue.example' }
  const statement = await exportLedgerData(ledger.db, owner)
  expect(statement.ledger[0]).toMatchObject({ reference: 'R of Ada' })
  const texts = async () =>
    (await ledger.query(`select text from ledger_receipts union all select text from ledger_notes`))
      .map(({ text }) => text)
      .filter((text) => String(text).includes('Ada'))
  expect(await texts()).toEqual(['R of Ada', 'R of Ada', 'Ada asked'])
  await eraseLedgerData(ledger.db, owner)
  expect(await texts()).toEqual(['R of Ada'])
  expect(await ledger.differences()).toEqual([])
})

describe('the database', () => {
  const closing = {
    till: 'cash',
    key: 'a'.repeat(24),
    booked: 100,
    counted: 100,
    balance: 0,
    staff: 7,
    note: null,
    transfer: null,
  }
  const case_ = { member: 1, transfer: 1, text: 'x', state: 'open', answer: null, ended_at: null }
  const insert = async (table: string, row: object) => {
    const names = Object.keys(row)
    const places = names.map((_, index) => `$${index + 1}`)
    return ledger.query(
      `with one as (insert into ${table} (${names}) values (${places}) returning *) select 1 from one`,
      Object.values(row),
    )
  }
  test.each([
    ['till', { till: 'safe' }],
    ['key', { key: 'x' }],
    ['counted', { counted: 100_000_001, note: 'x', transfer: 1 }],
    ['transfer', { counted: 99, note: 'x' }],
    ['transfer', { transfer: 1 }],
    ['note', { counted: 99, transfer: 1 }],
    ['note', { note: '' }],
    ['note', { note: 'x'.repeat(201) }],
    ['staff', { staff: 0 }],
    ['banked', { booked: 0, counted: 0, banked: -5, note: 'B 1', transfer: 1 }],
    ['banked', { banked: 5, note: 'B 1', transfer: 1 }],
    ['transfer', { booked: 0, counted: 0, banked: 5, note: 'B 1' }],
  ])('refuses a closing with a wrong %s: %j', async (name, changes) => {
    await expect(insert('till_closings', { ...closing, ...changes })).rejects.toMatchObject({
      constraint: `till_closings_${name}`,
    })
  })
  test.each([
    ['ids', { member: 0 }],
    ['ids', { transfer: -1 }],
    ['text', { text: '' }],
    ['text', { text: 'x'.repeat(2001) }],
    ['state', { state: 'gone', ended_at: '2999-01-01' }],
    ['answer', { state: 'answered', ended_at: '2999-01-01' }],
    ['answer', { answer: 'x' }],
    ['answer', { state: 'answered', ended_at: '2999-01-01', answer: 'x'.repeat(1001) }],
    ['ended', { state: 'closed' }],
    ['ended', { ended_at: '2999-01-01' }],
    ['ended', { state: 'closed', ended_at: '2020-01-01' }],
    ['ended', { staff: 7 }],
  ])('refuses a case with a wrong %s: %j', async (name, changes) => {
    await expect(insert('cases', { ...case_, ...changes })).rejects.toMatchObject({
      constraint: `cases_${name}`,
    })
  })
  test('accepts a valid closing and a valid case', async () => {
    const withDifference = { counted: 99, note: 'x', transfer: 1, key: 'b'.repeat(24) }
    expect(await insert('till_closings', closing)).toHaveLength(1)
    expect(await insert('till_closings', { ...closing, ...withDifference })).toHaveLength(1)
    expect(await insert('cases', { ...case_, member: 999 })).toHaveLength(1)
  })
})

test('the trial balance of a day has all accounts, and adds up to zero', async () => {
  const [now] = await ledger.query<{ day: string; before: string }>(
    `select (now() at time zone $1)::date::text as day, ((now() at time zone $1)::date - 1)::text as before`,
    [ledgerSettings.timeZone],
  )
  await newMember(700)
  const lines = await balancesAt(ledger.db, {
    day: now?.day ?? '',
    timeZone: ledgerSettings.timeZone,
  })
  expect(lines.reduce((sum, { balanceCents }) => sum + balanceCents, 0)).toBe(0)
  const [members] = await ledger.query<{ n: string; sum: string }>(
    `select count(*) as n, sum(balance) from ledger_accounts as a join ledger_balances as b on b.account = a.id
      where kind = 'member'`,
  )
  expect(lines).toContainEqual({
    kind: 'member',
    code: members?.n,
    balanceCents: Number(members?.sum),
  })
  const cash = await ledger.balance('till:cash')
  expect(lines).toContainEqual({ kind: 'till', code: 'till:cash', balanceCents: cash })
  const sales = await ledger.balance('venue:sales')
  expect(lines).toContainEqual({ kind: 'venue', code: 'venue:sales', balanceCents: sales })
  const day = now?.before ?? ''
  expect(await balancesAt(ledger.db, { day, timeZone: ledgerSettings.timeZone })).toEqual([])
})

describe('cases', () => {
  const open = (member: number, transfer: number, text: string) =>
    openCase(staffRequest(), { member, transfer, text })
  const textsOf = (member: number) =>
    ledger.query(`select transfer, text, state from cases where member = $1 order by id`, [member])

  test('about the same transfer become one case while it is open', async () => {
    const member = await newMember(0)
    await open(member, 5, 'What is this?')
    await open(member, 5, 'Hello?')
    await open(member, 5, 'Hello?')
    await open(member, 6, 'And this?')
    expect(await textsOf(member)).toEqual([
      { transfer: '5', text: 'What is this?\nHello?', state: 'open' },
      { transfer: '6', text: 'And this?', state: 'open' },
    ])
    await ledger.query(`update cases set state = 'closed', ended_at = now() where member = $1`, [
      member,
    ])
    await open(member, 5, 'Again.')
    expect((await textsOf(member)).at(-1)).toMatchObject({ text: 'Again.', state: 'open' })
  })

  test('are in the member’s download, and are erased with the member', async () => {
    const [member, other] = [await newMember(0), await newMember(0)]
    await open(member, 5, 'What is this?')
    await open(other, 5, 'Mine')
    const owner = { id: member, email: 'x@venue.example' }
    const exported = await till.exportPersonalData?.(ledger.db, owner, staffRequest())
    expect(exported).toMatchObject({
      cases: [{ transfer: 5, text: 'What is this?', answer: null }],
    })
    await till.erasePersonalData?.(ledger.db, owner, staffRequest())
    expect(await textsOf(member)).toEqual([])
    expect(await textsOf(other)).toHaveLength(1)
  })

  test('are deleted two years after they ended', async () => {
    const member = await newMember(0)
    await open(member, 7, 'Open')
    await ledger.query(
      `insert into cases (member, transfer, text, state, created_at, ended_at)
       select $1, 8, kept, 'closed', now() - interval '3 years', now() - ago::interval
         from (values ('Old', '2 years 1 day'), ('Newer', '1 year')) as v (kept, ago)`,
      [member],
    )
    await deleteOldCases(ledger.db)
    expect((await textsOf(member)).map(({ text }) => text)).toEqual(['Open', 'Newer'])
  })
})
