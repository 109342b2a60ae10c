import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { wrongCodeLimits } from '../../cms/features/members/rules.ts'
import { makeDatabase } from '../support/database.ts'
import { membershipOf } from '../support/membership.ts'
import { solve } from '../support/proof-of-work.ts'
import type { Reply } from '../support/request.ts'
import { type Server, startServer } from '../support/server.ts'
import { type Visitor, visitorOf } from '../support/visitor.ts'

let server: Server
let membership: ReturnType<typeof membershipOf>
const wrongCode = (code: string) => (code === '000000' ? '000001' : '000000')

beforeAll(async () => {
  const url = await makeDatabase('demo')
  server = await startServer({ DATABASE_URL: url })
  membership = membershipOf(server, url)
})
afterAll(() => server?.stop())

const request = (visitor: Visitor, email: string, solution?: string) =>
  visitor.call(
    '/api/auth/code',
    { email },
    { headers: { ...(solution && { 'x-proof-of-work': solution }) } },
  )
const requestByStranger = async (email: string) => (await request(visitorOf(server), email)).status
/**
 * Requests codes as strangers, each with their own browser and client address, until one request is refused.
 * @returns how many requests were accepted
 */
async function useUp(email: string): Promise<number> {
  for (let sent = 0; sent < 100; sent++) if ((await requestByStranger(email)) !== 200) return sent
  throw new Error('Nothing was refused.')
}
/** The token of the newest link that was mailed to an address. */
const linkTo = async (email: string) => {
  const mail = (await membership.mailsTo(email)).at(-1)
  return /\/common-room\/sign-in\/([0-9a-f]{64})/.exec(mail?.text ?? '')?.[1] ?? ''
}
/** Sets how many recent attempts the limit with this key has counted. */
const setCount = (key: string, taken: number) =>
  membership.query(
    `insert into limits (key, taken, free_at) values ($1, $2, now() + interval '30 minutes')
     on conflict (key) do update set taken = excluded.taken, free_at = excluded.free_at`,
    [key, taken],
  )

describe('strangers who request codes for an address', () => {
  test('do not invalidate the member’s code; the member gets another code for a proof of work', async () => {
    const email = 'member@venue.example'
    const early = visitorOf(server)
    await request(early, email)
    const pending = await membership.codeTo(email)
    expect(await useUp(email)).toBe(9)
    expect((await membership.verify(early, email, pending)).status).toBe(200)

    const late = visitorOf(server)
    const refused = await request(late, email)
    expect(refused.status).toBe(429)
    const { error, challenge } = refused.json<{ error: string; challenge: string }>()
    expect(error).toBe('work_required')
    const solution = solve(challenge)
    expect((await request(late, email, solution)).status).toBe(200)
    expect((await membership.verify(late, email, await membership.codeTo(email))).status).toBe(200)
    // A solution is valid for one code.
    expect((await request(visitorOf(server), email, solution)).status).toBe(429)
    expect((await request(visitorOf(server), 'other@venue.example', 'made.up')).status).toBe(200)
  })

  test('do not use up the limits of a device that is trusted for this address', async () => {
    const email = 'trusted@venue.example'
    const { visitor } = await membership.signIn(email)
    await useUp(email)
    expect((await request(visitor, email)).status).toBe(200)
    expect((await membership.verify(visitor, email, await membership.codeTo(email))).status).toBe(
      200,
    )
  })

  test('can use up the proof-of-work budget; then the member is mailed a link that any browser can use', async () => {
    const email = 'flooded@venue.example'
    await useUp(email)
    const requestForWork = async () => {
      const visitor = visitorOf(server)
      const { challenge } = (await request(visitor, email)).json<{ challenge: string }>()
      return request(visitor, email, solve(challenge))
    }
    expect((await requestForWork()).json()).toEqual({ ok: true })
    // Sets the day's count only, because the difficulty depends on the hour's count.
    await membership.query(
      `update limits set taken = 60 where key like 'codes for work to % in 86400000'`,
    )
    const before = (await membership.mailsTo(email)).length
    for (let n = 0; n < 2; n++)
      expect((await requestForWork()).json()).toEqual({ ok: true, link: true })
    const mails = await membership.mailsTo(email)
    expect(mails).toHaveLength(before + 1)
    expect(mails.at(-1)?.text).toContain('so many codes have been asked for')
    // The same link is mailed once more, because the member may have deleted a mail that they did not request.
    const token = await linkTo(email)
    for (let n = 0; n < 2; n++) {
      await membership.query(
        `update member_codes set created_at = created_at - interval '2 minutes'
          where email = $1 and purpose = 'sign_in_link'`,
        [email],
      )
      expect((await requestForWork()).json()).toEqual({ ok: true, link: true })
      expect(await membership.mailsTo(email)).toHaveLength(before + 2)
      expect(await linkTo(email)).toBe(token)
    }
    const opened = await visitorOf(server).call('/api/auth/link', { token: await linkTo(email) })
    expect(opened.status, opened.text).toBe(200)
    await membership.resetCodeLimits()
  })

  test('are limited per client, with any number of browsers', async () => {
    const email = 'one-client@venue.example'
    const headers = { 'x-forwarded-for': '203.0.113.200' }
    const requestCode = () => visitorOf(server).call('/api/auth/code', { email }, { headers })
    const statuses = []
    for (let n = 0; n < 6; n++) statuses.push((await requestCode()).status)
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
    expect(await requestByStranger(email)).toBe(200)
  })
})

describe('strangers with the same client address', () => {
  const client = '203.20.0.1'
  const behind = (cookies = new Map<string, string>()) => visitorOf(server, cookies, client)
  const many = (path: string, body: unknown) =>
    Promise.all(Array.from({ length: 31 }, () => behind().call(path, body)))
  const canSignIn = async (visitor: Visitor, email: string) => {
    expect((await request(visitor, email)).status).toBe(200)
    expect((await membership.verify(visitor, email, await membership.codeTo(email))).status).toBe(
      200,
    )
  }

  test('cannot block other people’s sign-ins by requests that cannot succeed', async () => {
    const { visitor: trusted } = await membership.signIn('regular@venue.example')
    const wrong = { email: 'nobody@venue.example', token: '123456', type: 'email' }
    for (const path of ['code', 'verify', 'link']) await many(`/api/auth/${path}`, { x: 1 })
    await many('/api/auth/verify', wrong)
    const links = await many('/api/auth/link', { token: '0'.repeat(64) })
    expect(links.filter(({ status }) => status === 429)).toHaveLength(1)
    expect((await behind().call('/api/auth/verify', wrong)).status).toBe(429)

    await canSignIn(behind(), 'first-visit@venue.example')
    await canSignIn(behind(trusted.cookies), 'regular@venue.example')
    await setCount('codes wrong in 3600000', wrongCodeLimits.ofAllInHour)
    expect((await request(behind(), 'by-link@venue.example')).json()).toMatchObject({ link: true })
    const token = await linkTo('by-link@venue.example')
    expect((await behind().call('/api/auth/link', { token })).status).toBe(200)
    await membership.resetCodeLimits()
  })

  test('have limited attempts at codes of others, even with a valid code of their own', async () => {
    const ownEmail = 'has-a-code@venue.example'
    const client = '203.21.0.1'
    const visitor = visitorOf(server, new Map(), client)
    expect((await request(visitor, ownEmail)).status).toBe(200)
    const code = await membership.codeTo(ownEmail)
    const attempts = await Promise.all(
      Array.from({ length: 31 }, (_, n) =>
        membership.verify(
          visitorOf(server, new Map(visitor.cookies), client),
          `other${n}@venue.example`,
          '123456',
        ),
      ),
    )
    expect(attempts.map(({ status }) => status).filter((status) => status === 429)).toHaveLength(1)
    expect((await membership.verify(visitor, ownEmail, code)).status).toBe(200)
    await membership.resetCodeLimits()
  })

  test('who request many codes make others do a proof of work, except on trusted devices', async () => {
    const { visitor: trusted } = await membership.signIn('regular2@venue.example')
    await membership.resetCodeLimits()
    expect((await request(behind(), 'one-of-many@venue.example')).status).toBe(200)
    await membership.query(`update limits set taken = 30 where key like 'codes to all from %'`)
    const email = 'late-comer@venue.example'
    const refused = await request(behind(), email)
    const { error, challenge } = refused.json<{ error: string; challenge: string }>()
    expect([refused.status, error]).toEqual([429, 'work_required'])
    expect((await request(behind(), email, solve(challenge))).status).toBe(200)
    await canSignIn(behind(trusted.cookies), 'regular2@venue.example')
    await membership.resetCodeLimits()
  })
})

describe('codes that strangers request', () => {
  test('are counted by mailbox, so tags (and, at Gmail, dots) in the address do not matter', async () => {
    const requestUntilRefused = async (addresses: (n: number) => string) => {
      const statuses = []
      for (let n = 0; n < 11; n++) statuses.push(await requestByStranger(addresses(n)))
      return statuses.filter((status) => status === 200).length
    }
    expect(await requestUntilRefused((n) => `bombed+${n}@venue.example`)).toBe(10)
    expect(
      await requestUntilRefused(
        (n) => `a${'.'.repeat(n % 2)}da+${n}@g${n % 3 ? '' : 'oogle'}mail.com`,
      ),
    ).toBe(10)
    expect(await requestUntilRefused((n) => `own${n}@venue.example`)).toBe(11)
  })

  /** The key of the limit of all strangers together. */
  const allStrangers = 'codes by strangers'
  const statusAndError = ({ status, json }: Reply) => [status, json<{ error?: string }>().error]
  const requestWithWork = async (visitor: Visitor, email: string) => {
    const { challenge } = (await request(visitor, email)).json<{ challenge: string }>()
    return request(visitor, email, solve(challenge))
  }

  test('require a proof of work after many mails, for known and unknown addresses', async () => {
    const known = 'known@venue.example'
    await membership.signIn(known)
    await setCount(allStrangers, 300)
    for (const email of [known, 'unknown@venue.example']) {
      expect(statusAndError(await request(visitorOf(server), email))).toEqual([
        429,
        'work_required',
      ])
    }
    // When the budget for proofs of work is used up, each network keeps a minimum share. Beyond this share,
    // members are mailed a link. Unknown addresses get the same reply and no mail.
    await setCount(`${allStrangers} for work`, 1500)
    for (const [email, mailed] of [
      [known, 2],
      ['unknown@venue.example', 1],
    ] as const) {
      const client = mailed === 1 ? '203.11.0.1' : '203.12.0.1'
      await membership.query(`delete from limits where key like 'codes requested for work from %'`)
      const visitor = () => visitorOf(server, new Map(), client)
      expect((await requestWithWork(visitor(), email)).json()).toEqual({ ok: true })
      expect(await membership.mailsTo(email)).toHaveLength(mailed)
      await membership.query(
        `update limits set taken = 20 where key like 'codes requested for work from %'`,
      )
      for (let n = 0; n < 2; n++) {
        expect((await requestWithWork(visitor(), email)).json()).toEqual({ ok: true, link: true })
      }
      const mails = await membership.mailsTo(email)
      expect(mails).toHaveLength(email === known ? mailed + 1 : mailed)
      if (email !== known) continue
      const opened = await visitorOf(server).call('/api/auth/link', { token: await linkTo(email) })
      expect(opened.status, opened.text).toBe(200)
    }
    await membership.resetCodeLimits()
  })

  test('are counted for known and unknown addresses alike', async () => {
    const known = 'counted@venue.example'
    await membership.signIn(known)
    for (const [n, email] of [known, 'not-counted@venue.example'].entries()) {
      await membership.resetCodeLimits()
      await setCount(allStrangers, 299)
      expect(await requestByStranger(email)).toBe(200)
      const next = await request(visitorOf(server), `probe${n}@venue.example`)
      expect(statusAndError(next), email).toEqual([429, 'work_required'])
    }
    await membership.resetCodeLimits()
  })

  test('are refused if the required work has more than doubled since the challenge', async () => {
    const email = 'collected@venue.example'
    await membership.resetCodeLimits()
    await useUp(email)
    const visitor = () => visitorOf(server, new Map(), '203.31.0.1')
    const { challenge } = (await request(visitor(), email)).json<{ challenge: string }>()
    const solution = solve(challenge)
    const setWorked = (taken: number) =>
      membership.query(
        `insert into limits (key, taken, free_at)
         select replace(key, 'codes to', 'codes for work to'), $1, free_at from limits
          where key like 'codes to % in 3600000' and key not like '% by %' and taken >= 10
         on conflict (key) do update set taken = excluded.taken`,
        [taken],
      )
    // At a count of 8 the required work has more than doubled since the challenge. At 7 it has not.
    await setWorked(8)
    const refused = await request(visitor(), email, solution)
    expect(statusAndError(refused)).toEqual([429, 'work_required'])
    expect(refused.json<{ challenge: string }>().challenge).toMatch(/^18\./)
    await setWorked(7)
    // A solution for one network is not valid in another one.
    const elsewhere = visitorOf(server, new Map(), '203.32.0.1')
    expect(statusAndError(await request(elsewhere, email, solution))).toEqual([
      429,
      'work_required',
    ])
    expect((await request(visitor(), email, solution)).status).toBe(200)
    await membership.resetCodeLimits()
  })

  test('require more work in a network that requests many codes', async () => {
    await membership.resetCodeLimits()
    const from = () => visitorOf(server, new Map(), '203.30.0.1')
    await setCount(allStrangers, 300)
    const email = 'busy-network@venue.example'
    const { challenge } = (await request(from(), email)).json<{ challenge: string }>()
    expect(challenge).toMatch(/^16\./)
    expect((await requestWithWork(from(), 'first@venue.example')).status).toBe(200)
    await membership.query(
      `update limits set taken = 240 where key like 'codes requested for work from %'`,
    )
    const refused = await request(from(), email, solve(challenge))
    expect(statusAndError(refused)).toEqual([429, 'work_required'])
    expect(refused.json<{ challenge: string }>().challenge).toMatch(/^19\./)
    // If the client's own limit is used up, its first challenge already has the difficulty of its network.
    await membership.query(`update limits set taken = 30 where key like 'codes to all from %'`)
    await setCount(allStrangers, 0)
    const overLimit = await request(from(), email)
    expect(overLimit.json<{ challenge: string }>().challenge).toMatch(/^19\./)
    await membership.resetCodeLimits()
  })

  /** Solves the proof of work for a code. @returns a function that sends the request later */
  const prepareWork = async (visitor: Visitor, email: string) => {
    const { challenge } = (await request(visitor, email)).json<{ challenge: string }>()
    const solution = solve(challenge)
    return () => request(visitor, email, solution)
  }

  test('are counted for each provider’s network, so that other networks keep their budget', async () => {
    const known = 'known-neighbour@venue.example'
    await membership.signIn(known)
    await membership.resetCodeLimits()
    const neighbour = (n: number) => visitorOf(server, new Map(), `203.9.${n}.7`)
    expect((await request(neighbour(0), 'crowd0@venue.example')).status).toBe(200)
    await membership.query(`update limits set taken = 60 where key like 'codes requested from %'`)
    await setCount(allStrangers, 299)
    for (const n of [1, 2]) {
      const response = await request(neighbour(n), `crowd${n}@venue.example`)
      expect(statusAndError(response)).toEqual([429, 'work_required'])
    }
    expect((await requestWithWork(neighbour(3), 'crowd3@venue.example')).status).toBe(200)
    expect(await requestByStranger('far-away@venue.example')).toBe(200)
    // When some clients have used up a network's budget, its other clients have a reserve.
    const setWorked = (taken: number) =>
      membership.query(`update limits set taken = $1 where key like 'codes requested for work %'`, [
        taken,
      ])
    await setWorked(160)
    const [first, second, third, fourth] = await Promise.all(
      ['crowd4@venue.example', known, 'crowd6@venue.example', known].map((email, n) =>
        prepareWork(neighbour(4 + n), email),
      ),
    )
    await setWorked(300)
    expect((await first?.())?.json()).toEqual({ ok: true })
    expect((await second?.())?.json()).toEqual({ ok: true })
    await membership.query(`update limits set taken = 100 where key like 'codes reserved from %'`)
    for (const [n, send] of [third, fourth].entries()) {
      expect((await send?.())?.json()).toEqual({ ok: true, link: true })
      const to = n ? known : 'crowd6@venue.example'
      expect((await linkTo(to)) !== '', to).toBe(n === 1)
    }
    await membership.resetCodeLimits()
  })

  test('from one client do not use up the budget of the client’s network, even with proofs of work', async () => {
    await membership.resetCodeLimits()
    await setCount(allStrangers, 300)
    const from = (client: string) => visitorOf(server, new Map(), client)
    const busy = '203.33.1.1'
    expect((await requestWithWork(from(busy), 'busy0@venue.example')).status).toBe(200)
    const setOfClient = (taken: number) =>
      membership.query(
        `update limits set taken = $1 where key like 'codes of a client for work from %'`,
        [taken],
      )
    // The first of three simultaneous requests raises the difficulty for the other two.
    const prepared = await Promise.all(
      ['busy3@venue.example', 'busy4@venue.example', 'busy5@venue.example'].map((email) =>
        prepareWork(from(busy), email),
      ),
    )
    await setOfClient(31)
    const replies = await Promise.all(prepared.map((send) => send()))
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 429, 429])
    for (const reply of replies.filter(({ status }) => status === 429)) {
      expect(reply.json<{ challenge: string }>().challenge).toMatch(/^18\./)
    }
    await setOfClient(32)
    const harder = await request(from(busy), 'busy1@venue.example')
    expect(harder.json<{ challenge: string }>().challenge).toMatch(/^18\./)
    const last = await prepareWork(from(busy), 'busy1@venue.example')
    const tooMany = await prepareWork(from(busy), 'busy2@venue.example')
    await setOfClient(59)
    expect((await last()).status).toBe(200)
    const counted = () =>
      membership.query(`select taken from limits where key like 'codes requested for work from %'`)
    const before = await counted()
    expect((await tooMany()).json()).toEqual({ ok: true, link: true })
    expect(await membership.mailsTo('busy2@venue.example')).toHaveLength(0)
    expect(await counted()).toEqual(before)
    expect((await requestWithWork(from('203.33.1.2'), 'near@venue.example')).status).toBe(200)
    // The client's /24 has used up its share, which is half of the network's budget.
    await setOfClient(150)
    const nearby = await requestWithWork(from('203.33.1.3'), 'near3@venue.example')
    expect(nearby.json()).toEqual({ ok: true, link: true })
    expect((await requestWithWork(from('203.33.2.1'), 'next@venue.example')).status).toBe(200)
    await membership.resetCodeLimits()
  })
})

describe('wrong codes', () => {
  const refusal = { error: 'link_required', message: expect.any(String) }
  /** Submits wrong codes concurrently, five in each browser. */
  async function guess(email: string, browsers: number): Promise<void> {
    const visitors = []
    for (let n = 0; n < browsers; n++) {
      const visitor = visitorOf(server)
      await request(visitor, email)
      visitors.push({ visitor, wrong: wrongCode(await membership.codeTo(email)) })
    }
    await Promise.all(
      visitors.flatMap(({ visitor, wrong }) =>
        Array.from({ length: 5 }, () => membership.verify(visitor.copy(), email, wrong)),
      ),
    )
  }

  test('are limited to twenty a day; then a link is mailed, whose button signs in once', async () => {
    const email = 'guessed@venue.example'
    const member = visitorOf(server)
    await request(member, email)
    const pending = await membership.codeTo(email)
    await guess(email, 5)
    const attempts = await membership.query<{ n: number }>(
      `select sum(tries)::int as n from member_codes where email = $1`,
      [email],
    )
    expect(attempts[0]?.n).toBe(wrongCodeLimits.ofAddressInDay)
    expect((await membership.verify(member, email, pending)).json()).toEqual(refusal)
    const visitor = visitorOf(server)
    expect((await request(visitor, email)).json()).toEqual({ ok: true, link: true })
    expect((await membership.mailsTo(email)).at(-1)?.text).toContain('has been trying wrong codes')
    const token = await linkTo(email)
    for (let n = 0; n < 2; n++) {
      const page = await visitorOf(server).get(`/common-room/sign-in/${token}`)
      expect([page.status, page.text.includes('guessed@')]).toEqual([200, true])
    }
    expect(await membership.count('members', 'email = $1', [email])).toBe(0)
    const presses = await Promise.all(
      Array.from({ length: 5 }, () => visitorOf(server).call('/api/auth/link', { token })),
    )
    expect(presses.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400, 400])
    expect(await membership.count('members', 'email = $1', [email])).toBe(1)
    const usedLinkPage = await visitorOf(server).get(`/common-room/sign-in/${token}`)
    expect(usedLinkPage.text).not.toContain('guessed@')
    expect((await visitorOf(server).call('/api/auth/link', { token: 'x' })).json()).toMatchObject({
      error: 'invalid_link',
    })
  })

  test('of strangers do not affect a device that is trusted for the address', async () => {
    const email = 'calm@venue.example'
    const { visitor } = await membership.signIn(email)
    await guess(email, 5)
    expect((await request(visitorOf(server), email)).json()).toEqual({ ok: true, link: true })
    expect((await request(visitor, email)).json()).toEqual({ ok: true })
    expect((await membership.verify(visitor, email, await membership.codeTo(email))).status).toBe(
      200,
    )
    await membership.resetCodeLimits()
  })

  test('for an address without a pending code do not count', async () => {
    const email = 'idle@venue.example'
    const visitor = visitorOf(server)
    await request(visitor, 'own@venue.example')
    await Promise.all(
      Array.from({ length: 25 }, () => membership.verify(visitor.copy(), email, '000000')),
    )
    expect((await request(visitorOf(server), email)).json()).toEqual({ ok: true })
  })

  test('from one provider’s network suspend codes there; only a share of the wrong codes counts for all', async () => {
    await membership.resetCodeLimits()
    const neighbour = (n: number) => visitorOf(server, new Map(), `203.0.${n}.7`)
    const waiting = neighbour(9)
    await request(waiting, 'waiting@venue.example')
    const code = await membership.codeTo('waiting@venue.example')
    const attempts = []
    for (let n = 0; n < 4; n++) {
      const email = `sprayed-${n}@venue.example`
      const visitor = neighbour(n)
      await request(visitor, email)
      const wrong = wrongCode(await membership.codeTo(email))
      for (let m = 0; m < 5; m++) {
        attempts.push(() =>
          membership.verify(visitorOf(server, visitor.cookies, `203.0.${n}.${m}`), email, wrong),
        )
      }
    }
    const responses = await Promise.all(attempts.map((attempt) => attempt()))
    const share = wrongCodeLimits.ofNetworkInHour
    expect(responses.filter(({ status }) => status === 429)).toHaveLength(20 - share)
    const [counted] = await membership.query(
      `select taken from limits where key = 'codes wrong in 3600000'`,
    )
    expect(counted?.taken).toBe(share)
    expect((await membership.verify(waiting, 'waiting@venue.example', code)).json()).toEqual(
      refusal,
    )
    expect((await request(neighbour(10), 'near@venue.example')).json()).toEqual({
      ok: true,
      link: true,
    })
    expect((await request(visitorOf(server), 'far@venue.example')).json()).toEqual({ ok: true })
  })

  test('of a trusted device for its own address count for this device only', async () => {
    const email = 'clumsy@venue.example'
    const { visitor } = await membership.signIn(email)
    await request(visitor, email)
    const wrong = wrongCode(await membership.codeTo(email))
    await Promise.all(Array.from({ length: 5 }, () => membership.verify(visitor, email, wrong)))
    const counted = await membership.query(
      `select key, taken from limits where key like 'codes wrong%' and taken > 0`,
    )
    expect(counted).toEqual([{ key: expect.stringContaining(' device '), taken: 5 }])
  })

  test('suspend codes everywhere for an hour when their number for all addresses reaches the limit', async () => {
    const pending = visitorOf(server)
    await request(pending, 'pending@venue.example')
    const code = await membership.codeTo('pending@venue.example')
    const key = 'codes wrong in 3600000'
    await membership.resetCodeLimits()
    await guess('first@venue.example', 1)
    const [counted] = await membership.query('select taken from limits where key = $1', [key])
    expect(counted?.taken).toBe(5)
    await setCount(key, wrongCodeLimits.ofAllInHour)
    const email = 'anybody@venue.example'
    expect((await request(visitorOf(server), email)).json()).toEqual({ ok: true, link: true })
    expect((await membership.verify(pending, 'pending@venue.example', code)).json()).toEqual(
      refusal,
    )
    await membership.query(`update limits set free_at = now() where key = $1`, [key])
    expect((await membership.verify(pending, 'pending@venue.example', code)).status).toBe(200)
    expect((await request(visitorOf(server), 'next@venue.example')).json()).toEqual({ ok: true })
  })
})
