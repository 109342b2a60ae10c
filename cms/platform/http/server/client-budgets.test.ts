import type { IncomingMessage } from 'node:http'
import { describe, expect, test } from 'vitest'
import { unavailable } from './availability.ts'
import { createClientBudgets, payerOf } from './client-budgets.ts'

function makeBudgets() {
  const state = { now: 0, verified: 0 }
  const charge = createClientBudgets({
    perSecond: 10,
    now: () => state.now,
    identify: async ({ headers }) => {
      state.verified++
      if (headers.cookie?.includes('signed-outage')) throw unavailable()
      if (headers.cookie?.includes('signed-broken')) throw new Error('broken')
      if (headers.cookie?.includes('payload-token=signed-ada')) return payerOf.staff(1)
      const [, member] = /common-room-session=signed-member-(\d+)/.exec(headers.cookie ?? '') ?? []
      if (member) return payerOf.member(Number(member))
      return headers.cookie?.includes('common-room-session=signed-bob') ? payerOf.member(2) : null
    },
    signedTokenOf: (cookie) => {
      const [token] = /signed-[\w-]+/.exec(cookie) ?? []
      return token ? { token, isStaff: cookie.includes('payload-token=signed-') } : null
    },
    isSignIn: ({ url }) => url === '/cms/login',
  })
  const from = (client: string, cookie?: string, url = '/') =>
    ({
      url,
      headers: { 'x-forwarded-for': client, cookie },
      socket: { remoteAddress: '127.0.0.1' },
    }) as unknown as IncomingMessage
  /** How many of 2000 requests at the same moment are allowed. Each costs one unit. */
  const allowed = async (client: string, cookie?: string) => {
    let count = 0
    for (let n = 0; n < 2000; n++) {
      await charge(from(client, cookie), 1).then(
        () => count++,
        () => {},
      )
    }
    return count
  }
  return { state, charge, from, allowed }
}

describe('a client', () => {
  test('may spend the budget of ten seconds at once, and after that only what is refilled', async () => {
    const { state, charge, from } = makeBudgets()
    await charge(from('192.0.2.1'), 100)
    state.now += 3000
    await charge(from('192.0.2.1'), 30)
    await expect(charge(from('192.0.2.1'), 20)).rejects.toMatchObject({
      status: 429,
      code: 'too_many_requests',
      headers: { 'retry-after': '2' },
    })
  })

  test.each([
    ['at one address', () => '192.0.2.1', 100],
    ['in one /24', (n: number) => `192.0.2.${n + 1}`, 100],
    ['in one provider’s network', (n: number) => `192.0.${n}.1`, 100],
  ])(
    'with many member accounts: the accounts %s together may spend one client’s budget of ten seconds at once',
    async (_, addressOf, expected) => {
      const { allowed, charge, from } = makeBudgets()
      let count = 0
      for (let member = 0; member < 20; member++) {
        await charge(from(addressOf(member)), 100).catch(() => {})
        const session = `common-room-session=signed-member-${member}.signed-${member}`
        count += await allowed(addressOf(member), session)
      }
      expect(count).toBe(expected)
      expect(await allowed('198.51.100.1', 'common-room-session=signed-member-30')).toBe(200)
    },
  )

  test('at an address that staff also use has eight times the budget', async () => {
    const { allowed, charge, from } = makeBudgets()
    expect(await allowed('198.51.100.1')).toBe(100)
    await charge(from('192.0.2.1', 'payload-token=signed-ada'), 1)
    // The request of staff is charged to their own budget.
    expect(await allowed('192.0.2.1')).toBe(800)
  })

  test('gets no larger budget from the token of a staff session that has ended', async () => {
    const { state, allowed } = makeBudgets()
    expect(await allowed('192.0.2.1', 'payload-token=signed-ended')).toBe(100)
    expect(await allowed('192.0.2.1')).toBe(0)
    expect(state.verified).toBe(2)
  })

  test('is charged without the database as a stranger; other errors of the look-up are thrown', async () => {
    const { charge, from, allowed } = makeBudgets()
    expect(await allowed('203.0.113.5', 'payload-token=signed-outage')).toBe(100)
    const broken = charge(from('203.0.113.6', 'payload-token=signed-broken'), 1)
    await expect(broken).rejects.toThrow('broken')
  })

  test('that continues despite refusals is refused until it pauses', async () => {
    const { state, allowed, charge, from } = makeBudgets()
    expect(await allowed('192.0.2.1')).toBe(100)
    for (let second = 0; second < 5; second++) {
      state.now += 1000
      expect(await allowed('192.0.2.1')).toBe(0)
    }
    await expect(charge(from('192.0.2.1'), 1)).rejects.toMatchObject({
      headers: { 'retry-after': '11' },
    })
    state.now += 15_000
    expect(await allowed('192.0.2.1')).toBe(50)
  })

  test('does not affect another client, and gains nothing from more addresses in its network', async () => {
    const { allowed } = makeBudgets()
    expect(await allowed('2001:db8:1:1::1')).toBe(100)
    expect(await allowed('2001:db8:1:1::2')).toBe(0)
    expect(await allowed('2001:db8:1:2::1')).toBe(100)
  })

  test('that uses many networks of one customer gets at most twice one client’s budget at once', async () => {
    const { state, charge, from } = makeBudgets()
    let units = 0
    for (let n = 0; n < 200; n++) {
      const client = `2001:db8:1:${n.toString(16)}00::1`
      await charge(from(client), 100).then(
        () => (units += 100),
        () => {},
      )
    }
    // All clients in 2001:db8:1::/48 together get twice what one client may spend at once.
    expect(units).toBe(200)
    await charge(from('2001:db8:2::1'), 100)
    state.now += 10_000
    await charge(from('2001:db8:1:100::1'), 100)
  })

  test('that uses many networks of one provider gets at most three times one client’s budget at once', async () => {
    const { charge, from } = makeBudgets()
    let units = 0
    for (let n = 1; n <= 50; n++) {
      await charge(from(`2001:db8:${n.toString(16)}::1`), 100).then(
        () => (units += 100),
        () => {},
      )
    }
    expect(units).toBe(300)
    await charge(from('2001:db9:1::1'), 100)
  })

  test('keeps its own budget while its requests exceed the budget of its network', async () => {
    const { state, charge, from } = makeBudgets()
    // The bucket of the /56 network holds two bursts of 100 units, and fills with 20 units a second.
    await charge(from('2001:db8:1:1::1'), 90)
    await charge(from('2001:db8:1:2::1'), 90)
    for (let n = 0; n < 9; n++) {
      const refused = charge(from('2001:db8:1:3::1'), 30)
      await expect(refused).rejects.toMatchObject({ status: 429 })
    }
    state.now += 4000
    await charge(from('2001:db8:1:3::1'), 100)
  })

  test('whose requests exceed the budget of its network does not use the budget of wider networks', async () => {
    const { charge, from } = makeBudgets()
    await charge(from('2001:db8:1:1::1'), 100)
    await charge(from('2001:db8:1:2::1'), 100)
    for (let n = 3; n < 53; n++) {
      const refused = charge(from(`2001:db8:1:${n.toString(16)}::1`), 5)
      await expect(refused).rejects.toMatchObject({ status: 429 })
    }
    await charge(from('2001:db8:2:1::1'), 100)
  })

  test('that changes its network for each request does not remove the budgets of other clients', async () => {
    const { allowed, charge, from } = makeBudgets()
    expect(await allowed('192.0.2.1')).toBe(100)
    for (let n = 0; n < 30_000; n++) {
      await charge(from(`2001:db8:1:${n.toString(16)}::1`), 1).catch(() => {})
    }
    expect(await allowed('192.0.2.1')).toBe(0)
  })

  test('that is refused does not use up the budget of another client in its network', async () => {
    const { allowed } = makeBudgets()
    expect(await allowed('192.0.2.1')).toBe(100)
    expect(await allowed('192.0.2.2')).toBe(100)
  })

  test('whose other requests are refused may still sign in, with half a budget', async () => {
    const { state, allowed, charge, from } = makeBudgets()
    await allowed('192.0.2.1')
    const signIn = () => charge(from('192.0.2.1', undefined, '/cms/login'), 10)
    for (let n = 0; n < 5; n++) await signIn()
    await expect(signIn()).rejects.toMatchObject({ status: 429 })
    expect(await allowed('192.0.2.1')).toBe(0)
    // Like other requests, a flood of sign-in requests is refused until it pauses.
    for (let n = 0; n < 200; n++) await expect(signIn()).rejects.toMatchObject({ status: 429 })
    state.now += 5000
    await expect(signIn()).rejects.toMatchObject({ status: 429 })
  })

  test('may send one request that costs more than its whole budget', async () => {
    const { charge, from } = makeBudgets()
    await charge(from('192.0.2.1'), 150)
    await expect(charge(from('192.0.2.1'), 1)).rejects.toMatchObject({ status: 429 })
  })
})

describe('a session', () => {
  test('has its own budget when the budget of its address is used up; staff have a larger one', async () => {
    const { allowed } = makeBudgets()
    await allowed('192.0.2.1')
    expect(await allowed('192.0.2.1', 'common-room-session=signed-bob')).toBe(100)
    expect(await allowed('192.0.2.1', 'payload-token=signed-ada')).toBe(1000)
    expect(await allowed('192.0.2.1')).toBe(0)
    // The same person at another address.
    expect(await allowed('192.0.2.2', 'payload-token=signed-ada')).toBe(0)
  })

  test('is verified once if it is valid, rarely if it has ended, and never if it is forged', async () => {
    const { state, allowed, charge, from } = makeBudgets()
    await allowed('192.0.2.1')
    await allowed('192.0.2.1', 'payload-token=signed-ada')
    expect(state.verified).toBe(1)
    for (let n = 0; n < 500; n++) {
      const made = charge(from('192.0.2.1', `payload-token=${n}`), 1)
      await expect(made).rejects.toMatchObject({ status: 429 })
    }
    expect(state.verified).toBe(1)
    // A cookie with a valid signature is still verified. But a token whose session has ended is not verified on each
    // request.
    await charge(from('192.0.2.1', 'common-room-session=signed-bob'), 1)
    expect(state.verified).toBe(2)
    for (let n = 0; n < 50; n++) {
      const ended = charge(from('192.0.2.1', `common-room-session=signed-b; other=${n}`), 1)
      await expect(ended).rejects.toMatchObject({ status: 429 })
    }
    expect(state.verified).toBe(4)
  })
})
