import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newFormKey, topUpAt } from '../support/credit.ts'
import { makeDatabase, onDatabase } from '../support/database.ts'
import { addDate } from '../support/events.ts'
import { membershipOf } from '../support/membership.ts'
import { type Server, startServer } from '../support/server.ts'
import { type Visitor, visitorOf } from '../support/visitor.ts'

const ledger = '/common-room/member/ledger'
let server: Server
let database: string
let membership: ReturnType<typeof membershipOf>

beforeAll(async () => {
  database = await makeDatabase('demo')
  server = await startServer({ DATABASE_URL: database })
  membership = membershipOf(server, database)
})
afterAll(() => server?.stop())

/** Signs in a new member, with credit if an amount is given. The browser has no JavaScript. */
const join = async (name: string, amountCents = 0) => {
  const email = `${name}@venue.example`
  const { visitor, user } = await membership.signIn(email)
  visitor.token = null
  if (amountCents) await topUpAt(database, email, amountCents)
  return { visitor, email, id: user.id }
}
/** The text of a page, without its markup. */
const read = async (visitor: Visitor, path: string) => {
  const { text } = await visitor.get(path)
  const main = /<main[\s\S]*<\/main>/.exec(text)?.[0] ?? ''
  return main
    .replace(/<(script|style)[\s\S]*?<\/\1>/g, '')
    .replace(/<[^>]+>|\s/g, ' ')
    .replace(/\s+/g, ' ')
}
/** Sends a form. @returns the page that follows */
const submit = async (visitor: Visitor, path: string, form: Record<string, string>) => {
  const headers = {
    'content-type': 'application/x-www-form-urlencoded',
    origin: server.url,
  }
  const { status, headers: reply } = await visitor.call(
    `/api/credit/${path}`,
    String(new URLSearchParams(form)),
    { headers },
  )
  expect(status).toBe(303)
  return reply.location ?? ''
}

describe('a member’s ledger page', () => {
  test('is empty at first, and shows only the member’s own entries', async () => {
    const [ada, bob] = [await join('ada'), await join('bob', 2050)]
    expect(await read(ada.visitor, ledger)).toContain('Nothing yet')
    const page = await read(bob.visitor, ledger)
    expect(page).toMatch(/You have £20\.50 Held £0\.00 Free to spend £20\.50/)
    expect(page).toContain('Topped up at the bar')
    for (const path of [`${ledger}/${bob.id}`, `/common-room/member/${bob.id}/ledger`]) {
      expect((await ada.visitor.get(path)).status).toBe(404)
    }
    const own = await read(ada.visitor, `${ledger}?member=${bob.id}&account=member:${bob.id}`)
    expect(own).toContain('Nothing yet')
    const file = await ada.visitor.get(`/api/credit/statement?member=${bob.id}`)
    expect(file.headers['content-disposition']).toBe('attachment; filename="ledger.csv"')
    expect(file.text.trim().split('\r\n')).toHaveLength(1)
  })

  test('names the events for which credit is held, and those that were paid', async () => {
    const { visitor, email } = await join('held', 5000)
    const date = await onDatabase(database, (query) =>
      addDate(query, {
        title: 'Six glasses',
        slug: 'six-glasses-here',
        payment: 'credit',
        priceCents: 900,
        startsAt: new Date(Date.now() + 3_600_000),
      }),
    )
    await membership.signIn(email, visitor)
    const reply = await visitor.call('/api/calendar/reserve', {
      date,
      party: 2,
      key: 'c'.repeat(24),
    })
    expect(reply.status).toBe(200)
    visitor.token = null
    expect(await read(visitor, ledger)).toMatch(/Held £18\.00 .*£18\.00 Six glasses ?,/)
    expect((await visitor.get(ledger)).text).toContain('href="/calendar/six-glasses-here"')
    const { rsvp } = reply.json<{ rsvp: { token: string } }>()
    const reservation = await read(visitor, `/calendar/reservation/${rsvp.token}`)
    expect(reservation).toContain('£18. Put by from your credit, taken at the door.')
    expect(reservation).toContain('3 – £27')
    await visitor.call('/api/calendar/cancel', { token: rsvp.token })
    expect(await read(visitor, ledger)).toMatch(/Held £0\.00/)
    expect((await visitor.get(ledger)).text).not.toContain('six-glasses-here')
  })

  test('is not cached, and is for members only', async () => {
    const { visitor } = await join('private')
    expect((await visitor.get(ledger)).headers['cache-control']).toBe('private, no-store')
    const stranger = visitorOf(server)
    expect((await stranger.get(ledger)).headers.location).toBe(
      `/common-room?${new URLSearchParams({ back: ledger })}`,
    )
    expect((await stranger.get('/api/credit/statement')).status).toBe(401)
  })

  test('takes the month, the filter and the page of entries from its URL', async () => {
    const { visitor, email } = await join('busy')
    for (let n = 1; n <= 52; n++) await topUpAt(database, email, 100)
    const first = await visitor.get(ledger)
    expect(first.text.match(/<summary/g)).toHaveLength(50)
    const next = /before=\d+/.exec(first.text)?.[0]
    const second = await read(visitor, `${ledger}?${next}`)
    expect(second).toContain('Balance : £2.00')
    expect(second).toContain('Brought forward £0.00')
    expect(await read(visitor, `${ledger}?area=Cafe`)).not.toContain('Nothing of that kind')
    expect(await read(visitor, `${ledger}?kind=gift`)).toContain('Nothing of that kind')
    expect(await read(visitor, `${ledger}?month=2001-01&kind=nonsense`)).toContain(
      'Nothing this month',
    )
  })

  test('says so if the balance or the sent credit can’t be read', async () => {
    const { visitor, id } = await join('unlucky', 700)
    // With disabled triggers, writes a balance that exceeds the safe integers of JavaScript.
    const damage = (cents: string) =>
      membership.query(
        `set session_replication_role = replica;
         update ledger_balances set balance = ${cents}
          where account = (select id from ledger_accounts where member = ${id})`,
      )
    await damage('9007199254740993')
    const unread = await read(visitor, ledger)
    expect(unread).toContain('Can’t be read')
    expect(unread).not.toMatch(/You have|Free to spend|Now £|Nothing yet/)
    await damage('700')
    await membership.query('alter table credit_sends rename to credit_sends_gone')
    const partly = await read(visitor, ledger).finally(() =>
      membership.query('alter table credit_sends_gone rename to credit_sends'),
    )
    expect(partly).toContain('You have £7.00')
    expect(partly).toContain('What you sent can’t be read just now')
  })
})

describe('without JavaScript', () => {
  test('a gift is confirmed, and given once if the form is sent twice', async () => {
    const { visitor } = await join('giver', 1000)
    expect(await read(visitor, `${ledger}?give=11`)).toContain(
      'You don’t have that much. Free to spend: £10.00',
    )
    expect(await read(visitor, `${ledger}?give=x`)).toContain('Write an amount')
    const { text } = await visitor.get(`${ledger}?give=4`)
    const key = /name="key" value="([0-9a-f]{24})"[^>]*><input type="hidden" name="amount"/.exec(
      text.replace(/>\s+</g, '><'),
    )?.[1]
    const form = { key: key ?? '', amount: '4.00' }
    const thanks = await submit(visitor, 'gift', form)
    expect(await submit(visitor, 'gift', form)).toBe(thanks)
    const page = await read(visitor, thanks)
    expect(page).toContain('£4.00 is in the Common Good now.')
    expect(page).toContain('You have £6.00')
    const other = await join('curious')
    expect(await read(other.visitor, thanks)).not.toContain('£4.00')
    // Both the thanks and the entry link to the form for a message about this gift.
    await submit(visitor, 'gift', { key: newFormKey(), amount: '1' })
    const id = /given=(\d+)/.exec(thanks)?.[1] ?? ''
    const words = `${ledger}?words=${id}`
    expect((await visitor.get(thanks)).text.split(`href="${words}#words"`)).toHaveLength(3)
    expect(await read(visitor, words)).toContain('About : £4.00')
    expect(await read(other.visitor, words)).toContain('nothing to write about')
    const headers = { 'content-type': 'application/x-www-form-urlencoded', origin: server.url }
    const message = String(new URLSearchParams({ transfer: id, text: 'For the fiddles', name: '' }))
    const write = async (author: Visitor) =>
      (await author.call('/api/common-good/message', message, { headers })).headers.location
    expect(await write(other.visitor)).toBe('/common-good/message?problem=no_contribution')
    expect(await write(visitor)).toBe('/common-good/message?done=sent')
    const [row] = await membership.query(
      'select transfer from common_good_messages where text = $1',
      ['For the fiddles'],
    )
    expect(row).toEqual({ transfer: id })
    expect(await read(visitor, words)).toContain('nothing to write about')
    expect((await visitor.get(thanks)).text).not.toContain(words)
    const refused = await submit(visitor, 'gift', { key: newFormKey(), amount: '7' })
    expect(await read(visitor, refused)).toContain('You don’t have that much.')
  })

  test('rounding up can be switched on', async () => {
    const { visitor } = await join('rounder')
    expect(await read(visitor, ledger)).toContain('Rounding up is off.')
    const on = await submit(visitor, 'round-up', { on: 'true' })
    expect(await read(visitor, on)).toContain('Rounding up is on.')
  })

  test('credit can be sent after a code was entered, taken back, and claimed with the mailed link', async () => {
    const { visitor, email } = await join('sender', 2000)
    const { visitor: receiver } = await join('receiver')
    const form = () => ({ key: newFormKey(), email: 'friend@venue.example', amount: '5' })
    await membership.query(
      `update member_sessions set proved_at = now() - interval '301 seconds'
        where member = (select id from members where email = $1)`,
      [email],
    )
    // What can't be sent is refused before the member is asked for a proof.
    for (const [wrong, problem] of [
      [{ amount: '20.01' }, 'insufficient_funds'],
      [{ amount: 'x' }, 'invalid_amount'],
      [{ email }, 'own_address'],
    ] as const) {
      expect(await submit(visitor, 'sends', { ...form(), ...wrong })).toContain(
        `problem=${problem}&form=send`,
      )
    }
    const confirm = await submit(visitor, 'sends', form())
    expect(confirm).toBe(`/common-room/member/confirm?${new URLSearchParams({ next: ledger })}`)
    const page = await visitor.get(confirm)
    expect(page.text.match(/name="next" value="\/common-room\/member\/ledger"/g)).toHaveLength(2)
    const prove = async (path: string, body: string) => {
      const headers = { 'content-type': 'application/x-www-form-urlencoded', origin: server.url }
      return (await visitor.call(`/api/member/proof/${path}`, body, { headers })).headers.location
    }
    const next = `next=${encodeURIComponent(ledger)}`
    expect(await prove('code', next)).toContain(next)
    expect(await prove('verify', `code=${await membership.codeTo(email)}&${next}`)).toBe(ledger)
    expect(await prove('code', 'next=//evil.example')).toContain('problem=')

    const sent = await submit(visitor, 'sends', form())
    const list = await read(visitor, sent)
    expect(list).toContain('On its way: £5.00 to friend@venue.example')
    const id = /sent=(\d+)/.exec(sent)?.[1] ?? ''
    expect(await read(visitor, await submit(visitor, 'sends/take-back', { id }))).toContain(
      'You have £20.00',
    )
    await submit(visitor, 'sends', form())
    const [mail] = (await membership.mailsTo('friend@venue.example')).slice(-1)
    const link = /\/common-room\/claim\/[0-9a-f]{40}/.exec(mail?.text ?? '')?.[0] ?? ''
    const stranger = visitorOf(server)
    const opened = await stranger.get(link)
    expect(opened.text).toContain('£5.00')
    expect(opened.headers['referrer-policy']).toBe('no-referrer')
    const token = link.split('/').at(-1) ?? ''
    expect(await submit(stranger, 'claim', { token })).toBe(
      `/common-room?${new URLSearchParams({ back: link })}`,
    )
    const claimed = await submit(receiver, 'claim', { token })
    expect(await read(receiver, claimed)).toMatch(
      /It’s yours.*You have £5\.00|You have £5\.00.*It’s yours/,
    )
    expect(await read(stranger, link)).toContain('nothing behind this link')
    expect(server.output()).not.toContain(token)
    expect((await stranger.get(`/common-room/claim/${'0'.repeat(40)}`)).text).toContain('All')
  })
})
