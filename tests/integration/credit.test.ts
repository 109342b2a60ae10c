import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { leaveMessage } from '../../cms/features/common-good/messages.ts'
import { eraseCreditData, exportCreditData } from '../../cms/features/credit/personal-data.ts'
import { forgetOldAddresses, listClaimable, listSends } from '../../cms/features/credit/queries.ts'
import { sendLimits } from '../../cms/features/credit/rules.ts'
import { claimSend, returnDueSends, sendCredit, takeBack } from '../../cms/features/credit/sends.ts'
import { give, isRoundUpOn, reportEntry, switchRoundUp } from '../../cms/features/credit/service.ts'
import { statementFile } from '../../cms/features/credit/statement-file.ts'
import { eraseLedgerData } from '../../cms/features/ledger/personal-data.ts'
import type { SignedIn } from '../../cms/features/members/contract.ts'
import { newFormKey, openCredit, type TestCredit } from '../support/credit.ts'

let site: TestCredit
beforeAll(async () => {
  site = await openCredit()
})
afterAll(async () => {
  expect(await site.differences()).toEqual([])
  await site.pool.end()
})

const balance = ({ id }: SignedIn) => site.balance(`member:${id}`)
const giftOf = (member: SignedIn, amount: number, details = {}) =>
  give(site.request(), member, {
    key: newFormKey(),
    amount,
    message: '',
    public: false,
    ...details,
  })
const send = (sender: SignedIn, email: string, amount = 500, key = newFormKey()) =>
  sendCredit(site.request(), sender, { key, email, amount })
const claim = async (member: SignedIn, address: string) =>
  claimSend(site.request(), member, { token: await site.tokenTo(address) })
const expectRefused = (work: Promise<unknown>, reason: string, status = 409) =>
  expect(work).rejects.toMatchObject({ reason, status })
/** Makes a send expire now. */
const expire = (id: number) =>
  site.query(`update credit_sends set expires_at = now() where id = $1`, [id])

describe('a gift', () => {
  test('goes to the Common Good once, with its message, however often the form is sent', async () => {
    const member = await site.join(1000)
    const before = await site.balance('common_good')
    const form = { key: newFormKey(), message: 'For the youth club', public: true }
    const first = await giftOf(member, 400, form)
    expect(await giftOf(member, 400, form)).toEqual({ gift: first.gift, repeated: true })
    expect(await balance(member)).toBe(600)
    expect(await site.balance('common_good')).toBe(before + 400)
    const stored = { transfer: first.gift, member: member.id, text: 'For the youth club' }
    expect(site.messages).toEqual([
      { ...stored, isRepeat: false },
      { ...stored, isRepeat: true },
    ])
    await expectRefused(giftOf(member, 500, form), 'key_reused')
  })

  test('whose message is not public stores the message as a note for staff', async () => {
    const member = await site.join(500)
    const before = site.messages.length
    const form = { key: newFormKey(), message: 'For you', public: false }
    const { gift } = await giftOf(member, 100, form)
    expect(site.messages).toHaveLength(before)
    await expectRefused(giftOf(member, 100, { ...form, message: 'For nobody' }), 'key_reused')
    expect(await site.query('select text from ledger_notes where transfer = $1', [gift])).toEqual([
      { text: 'For you' },
    ])
  })

  test('of more than the available credit is refused, and its message is not stored', async () => {
    const member = await site.join(300)
    await expectRefused(giftOf(member, 301, { message: 'Too much' }), 'insufficient_funds')
    expect(await balance(member)).toBe(300)
    expect(site.messages.map(({ text }) => text)).not.toContain('Too much')
  })

  test('with the same key as another member’s gift is a separate gift', async () => {
    const [one, other] = [await site.join(100), await site.join(100)]
    const key = newFormKey()
    await giftOf(one, 100, { key })
    expect(await giftOf(other, 100, { key })).toMatchObject({ repeated: false })
  })
})

test('rounding up is off until it is switched on', async () => {
  const member = await site.join()
  expect(await isRoundUpOn(site.db, member.id)).toBe(false)
  await switchRoundUp(site.request(), member, true)
  expect(await isRoundUpOn(site.db, member.id)).toBe(true)
  await switchRoundUp(site.request(), member, false)
  expect(await isRoundUpOn(site.db, member.id)).toBe(false)
})

describe('sent credit', () => {
  test('can be claimed once with the mailed link, by a member with any address', async () => {
    const [sender, receiver, other] = [await site.join(1000), await site.join(), await site.join()]
    const key = newFormKey()
    const { send: id } = await send(sender, 'stranger@venue.example', 500, key)
    expect(await send(sender, 'stranger@venue.example', 500, key)).toEqual({
      send: id,
      repeated: true,
    })
    await expectRefused(send(sender, 'another@venue.example', 500, key), 'key_reused')
    expect(await balance(sender)).toBe(500)
    const [mails] = await site.query(
      `select count(*)::int as n, min(kind) as kind from mails where to_address = 'stranger@venue.example'`,
    )
    expect(mails).toEqual({ n: 1, kind: 'credit_send' })
    await expectRefused(claim(sender, 'stranger@venue.example'), 'own_send')
    const reply = await claim(receiver, 'stranger@venue.example')
    expect(reply).toEqual({ send: id, amount_cents: 500 })
    expect(await claim(receiver, 'stranger@venue.example')).toEqual(reply)
    expect(await balance(receiver)).toBe(500)
    await expectRefused(claim(other, 'stranger@venue.example'), 'claimed')
    await expectRefused(takeBack(site.request(), sender, id), 'claimed')
    expect(await listSends(site.db, sender.id)).toMatchObject([
      { id, email: 'stranger@venue.example', amount_cents: 500, state: 'claimed' },
    ])
  })

  test('to a member’s address can be claimed without the link by that member only', async () => {
    const [sender, receiver, other] = [await site.join(500), await site.join(), await site.join()]
    const { send: id } = await send(sender, receiver.email)
    expect(await listClaimable(site.db, receiver.email, receiver.id)).toMatchObject([{ id }])
    await expectRefused(claimSend(site.request(), other, { id }), 'not_found', 404)
    await claimSend(site.request(), receiver, { id })
    expect(await balance(receiver)).toBe(500)
    expect(await listClaimable(site.db, receiver.email, receiver.id)).toEqual([])
  })

  test('does not reveal whether the address belongs to a member', async () => {
    const [sender, known] = [await site.join(2000, 'Jo Smith'), await site.join()]
    const replies = []
    for (const address of [known.email, 'unknown@venue.example']) {
      const { send: id, ...reply } = await send(sender, address)
      const [mail] = await site.query(
        'select kind, subject, text, html from mails where to_address = $1',
        [address],
      )
      const token = await site.tokenTo(address)
      replies.push(JSON.stringify({ ...reply, ...mail }).replaceAll(token, '…'))
    }
    expect(replies[0]).toBe(replies[1])
    expect(replies[0]).toContain('Jo sent you £5.00 for Common People')
  })

  test('can be taken back once, by its sender only', async () => {
    const [sender, other] = [await site.join(500), await site.join()]
    const { send: id } = await send(sender, 'regret@venue.example')
    await expectRefused(takeBack(site.request(), other, id), 'not_found', 404)
    const reply = await takeBack(site.request(), sender, id)
    expect(await takeBack(site.request(), sender, id)).toEqual(reply)
    expect(await balance(sender)).toBe(500)
    await expectRefused(claim(other, 'regret@venue.example'), 'returned')
  })

  test('goes back by itself when nobody claimed it in time', async () => {
    const [sender, late] = [await site.join(1000), await site.join()]
    const { send: id } = await send(sender, 'late@venue.example')
    await send(sender, 'in-time@venue.example')
    await expire(id)
    await expectRefused(claim(late, 'late@venue.example'), 'returned')
    await returnDueSends(site.payload)
    await returnDueSends(site.payload)
    expect(await balance(sender)).toBe(500)
    expect((await listSends(site.db, sender.id)).map(({ state }) => state)).toEqual([
      'waiting',
      'returned',
    ])
  })

  test('whose return fails does not stop the other returns, and is returned by a later run of the job', async () => {
    const sender = await site.join(1000)
    const { send: broken } = await send(sender, 'broken@venue.example', 300)
    const { send: fine } = await send(sender, 'fine@venue.example', 200)
    await expire(broken)
    await expire(fine)
    // The ledger refuses to return credit in another currency.
    const setCurrency = (currency: string) =>
      site.query('update credit_sends set currency = $1 where id = $2', [currency, broken])
    await setCurrency('EUR')
    expect(await returnDueSends(site.payload)).toBe(1)
    expect(await balance(sender)).toBe(700)
    await setCurrency('GBP')
    expect(await returnDueSends(site.payload)).toBe(0)
    expect(await balance(sender)).toBe(1000)
  })

  test.each([
    'amount = 0',
    `state = 'lost'`,
    'ended_at = now()',
    `state = 'returned'`,
    'claimed_by = 1',
    'sender = null',
    'member = member + 1',
    `account = 'common_good'`,
    `currency = ''`,
    'expires_at = created_at',
  ])('can’t be changed to “%s” in the database', async (change) => {
    const { send: id } = await send(await site.join(500), 'checked@venue.example', 100)
    await site.query(
      `update credit_sends set created_at = now() - interval '25 hours' where id = $1`,
      [id],
    )
    const changed = site.query(`update credit_sends set ${change} where id = $1`, [id])
    await expect(changed).rejects.toMatchObject({ code: '23514' })
  })

  test('to the sender’s own address, or of more than the balance, is refused, and no mail is queued', async () => {
    const sender = await site.join(200)
    await expectRefused(send(sender, sender.email), 'own_address', 400)
    await expectRefused(send(sender, 'poor@venue.example', 300), 'insufficient_funds')
    expect(await site.tokenTo('poor@venue.example')).toBe('')
    expect(await listSends(site.db, sender.id)).toEqual([])
  })

  test('is limited per day: amount and number per sender, number per address', async () => {
    const { max, sendsPerDay, centsPerDay, sendsPerDayToAddress } = sendLimits
    const rich = await site.join(50_000)
    for (let sum = 0; sum < centsPerDay; sum += max) await send(rich, 'sum@venue.example', max)
    await expectRefused(send(rich, 'sum@venue.example', 100), 'day_amount')
    const busy = await site.join(50_000)
    for (let n = 0; n < sendsPerDay; n++) await send(busy, `busy-${n}@venue.example`, 100)
    await expectRefused(send(busy, 'busy@venue.example', 100), 'day_count')
    for (let n = 0; n < sendsPerDayToAddress; n++) {
      await send(await site.join(100), 'popular@venue.example', 100)
    }
    await expectRefused(send(await site.join(100), 'popular@venue.example', 100), 'address_count')
    await site.query(`update credit_sends set created_at = now() - interval '25 hours'`)
    await send(rich, 'popular@venue.example', max)
  })

  test('keeps its address while it waits, and for 90 days after it was claimed or returned', async () => {
    const sender = await site.join(1000)
    const { send: old } = await send(sender, 'old@venue.example')
    await send(sender, 'open@venue.example')
    await takeBack(site.request(), sender, old)
    await site.query(`update credit_sends set ended_at = ended_at - interval '91 days'`)
    await forgetOldAddresses(site.db)
    expect((await listSends(site.db, sender.id)).map(({ email }) => email)).toEqual([
      'open@venue.example',
      null,
    ])
  })
})

describe('an entry', () => {
  test('of the member’s own statement can be reported; an entry of another member is not found', async () => {
    const [member, other] = [await site.join(), await site.join(100)]
    const { id: transfer } = await site.topUp(member.id, 100)
    const report = { transfer, text: 'I never topped up' }
    await reportEntry(site.request(), member, report)
    expect(site.cases).toEqual([{ member: member.id, ...report }])
    await expectRefused(reportEntry(site.request(), other, report), 'not_found', 404)
    await expectRefused(
      reportEntry(site.request(), member, { ...report, transfer: 2 ** 40 }),
      ...(['not_found', 404] as const),
    )
    await expectRefused(
      reportEntry(site.requestWithoutProviders(), member, report),
      'no_cases',
      404,
    )
    for (let n = 1; n < 10; n++) await reportEntry(site.request(), member, report)
    await expectRefused(reportEntry(site.request(), member, report), 'too_often', 429)
  })
})

test('a statement file has all months or one month, decimal amounts, and no formulas', async () => {
  const member = await site.join()
  const account = `member:${member.id}` as const
  await site.move(['till:cash', 2000, account], { kind: 'top_up', reference: '=1+1' })
  await site.move([account, 1255, 'venue:sales'], { kind: 'payment', area: 'Beer Hall' })
  const all = { month: null, kind: null, area: null }
  const fileOf = async (view: Parameters<typeof statementFile>[2]) => {
    const { download } = await statementFile(site.payload, member, view)
    const text = await new Response(download?.content).text()
    return text.replace(/\d{4}-\d\d-\d\d,\d\d:\d\d/g, 'day,time').split('\r\n')
  }
  const header = 'Number,Date,Time,Area,Purpose,Reference,In,Out,Balance,Currency'
  const topUp = `1,day,time,,Topped up at the bar,'=1+1,20.00,,20.00,GBP`
  const payment = '2,day,time,Beer Hall,Paid,,,12.55,7.45,GBP'
  expect(await fileOf(all)).toEqual([header, topUp, payment, ''])
  expect(await fileOf({ ...all, area: 'Beer Hall' })).toEqual([header, payment, ''])
  expect(await fileOf({ ...all, kind: 'top_up' })).toEqual([header, topUp, ''])
  expect(await fileOf({ ...all, month: '2020-01' })).toEqual([header, ''])
})

describe('a deleted member', () => {
  test('can no longer give, send, take back, claim or report anything, write a message or round up', async () => {
    const [member, friend] = [await site.join(1000), await site.join(500)]
    const { id: transfer } = await site.topUp(member.id, 100)
    const { send: own } = await send(member, 'late-friend@venue.example')
    const { send: id } = await send(friend, member.email)
    await site.query('delete from members where id = $1', [member.id])
    for (const write of [
      () => giftOf(member, 100),
      () => send(member, 'other-friend@venue.example'),
      () => takeBack(site.request(), member, own),
      () => claimSend(site.request(), member, { id }),
      () => reportEntry(site.request(), member, { transfer, text: 'Wrong' }),
      () => switchRoundUp(site.request(), member, true),
      () => leaveMessage(site.request(), member.id, { text: 'Late', name: null }),
    ]) {
      await expectRefused(write(), 'signed_out', 401)
    }
    expect(await balance(member)).toBe(600)
    expect(site.cases.filter((each) => each.member === member.id)).toEqual([])
  })

  /** Erases a member's data as the program does, in reverse order of `features`. */
  const erase = async ({ id, email }: SignedIn) => {
    await eraseCreditData(site.db, { id, email })
    await site.query('delete from members where id = $1', [id])
    await eraseLedgerData(site.db, { id, email })
  }
  const traces = async ({ id, email }: SignedIn, name: string) => {
    const rows = [
      ...(await site.query('select member, sender, email, claimed_by from credit_sends')),
      ...(await site.query('select member from credit_settings')),
      ...(await site.query('select member from ledger_accounts')),
    ]
    return rows.flatMap(Object.values).filter((value) => [id, email, name].includes(value))
  }

  test('who sent credit is named nowhere; the credit can still be claimed, or goes back to an account without a member', async () => {
    const [sender, receiver] = [await site.join(1500, 'Adalbert'), await site.join()]
    await switchRoundUp(site.request(), sender, true)
    await send(sender, receiver.email)
    const { send: unclaimed } = await send(sender, 'nobody@venue.example')
    expect(await exportCreditData(site.db, sender)).toMatchObject({
      credit: { rounds_up: true },
      credit_sends: [
        { email: receiver.email, amount: 500, state: 'waiting' },
        { email: 'nobody@venue.example', amount: 500, state: 'waiting' },
      ],
    })
    expect(await traces(sender, 'Adalbert')).not.toEqual([])
    await erase(sender)
    expect(await traces(sender, 'Adalbert')).toEqual([])
    await claim(receiver, receiver.email)
    expect(await balance(receiver)).toBe(500)
    await expire(unclaimed)
    await returnDueSends(site.payload)
    expect(await balance(sender)).toBe(1000)
    expect(await traces(sender, 'Adalbert')).toEqual([])
    expect(await site.differences()).toEqual([])
  })

  test('who got credit is named nowhere, not even in the sends of the members who sent it', async () => {
    const [sender, receiver] = [await site.join(1000), await site.join()]
    await send(sender, receiver.email)
    await claim(receiver, receiver.email)
    const { send: waiting } = await send(sender, receiver.email)
    await erase(receiver)
    expect(await traces(receiver, '')).toEqual([])
    await takeBack(site.request(), sender, waiting)
    expect(await balance(sender)).toBe(500)
  })
})
