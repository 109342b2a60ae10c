import { expect, test } from 'vitest'
import type { SessionReply } from '../../../cms/features/members/contract.ts'
import { accessTokenMs } from '../../../cms/features/members/rules.ts'
import { ApiError } from '../../../cms/platform/ui/api.ts'
import { autoLinkDelayMs, autoLinkThrottleMs, createSession } from './session.ts'

const startMs = Date.parse('2026-06-01T12:00:00Z')
const madeAt = (atMs: number, token = 'first'): SessionReply => ({
  user: { id: 7, email: 'ada@venue.example' },
  access_token: token,
  expires_at: (atMs + accessTokenMs) / 1000,
})
const refused = (status: number, code: string) =>
  Promise.reject(new ApiError(status, code, 'Invalid JWT signature'))

/** A fake device with storage, a clock and a server with given replies. */
function device(
  stored: SessionReply | null = null,
  answers: Partial<Parameters<typeof createSession>[0]['calls']> = {},
  withLock: (run: () => Promise<void>) => Promise<void> = (run) => run(),
  state = { stored, nowMs: startMs, linkedAt: null as number | null },
) {
  const called: string[] = []
  const scheduled: [run: () => void, afterMs: number][] = []
  const recorded =
    <Arguments extends unknown[], Reply>(name: string, run: (...given: Arguments) => Reply) =>
    (...given: Arguments) => {
      called.push([name, ...given].join(' '))
      return run(...given)
    }
  const session = createSession({
    stored: {
      read: () => state.stored,
      write: (next) => {
        state.stored = next
      },
    },
    calls: {
      refresh: recorded('refresh', answers.refresh ?? (async () => madeAt(state.nowMs, 'second'))),
      user: recorded('user', answers.user ?? (async () => ({ user: madeAt(0).user }))),
      signOut: recorded('sign-out', answers.signOut ?? (async () => ({ ok: true }))),
      autoLink: recorded('auto-link', answers.autoLink ?? (async () => ({ linked: false }))),
    },
    autoLinkedAt: {
      read: () => state.linkedAt,
      write: (atMs) => {
        state.linkedAt = atMs
      },
    },
    withLock,
    now: () => state.nowMs,
    schedule: (run, afterMs) => scheduled.push([run, afterMs]),
  })
  const runScheduled = () => {
    for (const [run, afterMs] of scheduled.splice(0)) {
      state.nowMs += afterMs
      run()
    }
  }
  return { session, state, called, scheduled, runScheduled, shown: () => session.$session.get() }
}

test('the session is loading until the storage was read, also if no session is stored', async () => {
  const { session, called, shown } = device()
  expect(shown()).toEqual({ user: null, accessToken: null, isLoading: true })
  await session.open()
  expect(shown()).toEqual({ user: null, accessToken: null, isLoading: false })
  expect(called).toEqual([])
})

test('the stored session is shown while the server verifies it', async () => {
  const { session, called, shown } = device(madeAt(startMs))
  const opening = session.open()
  expect(shown()).toMatchObject({ user: { email: 'ada@venue.example' }, isLoading: true })
  await opening
  expect(called).toEqual(['user first'])
  expect(shown()).toMatchObject({ accessToken: 'first', isLoading: false })
})

test.each([
  [401, 'invalid_signature'],
  [401, 'signed_out'],
  [403, 'suspended'],
])('a session that is refused with %i %s has ended', async (status, code) => {
  const { session, state, shown } = device(madeAt(startMs), { user: () => refused(status, code) })
  await session.open()
  expect(shown()).toEqual({ user: null, accessToken: null, isLoading: false })
  expect(state.stored).toBeNull()
})

test.each([
  [0, 'network'],
  [503, 'unavailable'],
])('a session stays while the server answers %i %s', async (status, code) => {
  const { session, state, shown } = device(madeAt(startMs), { user: () => refused(status, code) })
  await session.open()
  expect(shown()).toMatchObject({ accessToken: 'first', isLoading: false })
  expect(state.stored).not.toBeNull()
})

test('an expired token is refreshed when the tab or the server detects the expiry', async () => {
  const aged = device(madeAt(startMs - accessTokenMs))
  await aged.session.open()
  expect(aged.called).toEqual(['refresh'])
  expect(aged.shown().accessToken).toBe('second')

  const slow = device(madeAt(startMs), { user: () => refused(401, 'token_expired') })
  await slow.session.open()
  expect(slow.called).toEqual(['user first', 'refresh'])
  expect(slow.shown().accessToken).toBe('second')
})

test('a check refreshes a session that expires within three check intervals', async () => {
  const { session, state, called } = device(madeAt(startMs))
  state.nowMs = startMs + accessTokenMs - 91_000
  await session.refreshIfDue()
  expect(called).toEqual([])
  state.nowMs += 1_000
  await session.refreshIfDue()
  expect(called).toEqual(['refresh'])
})

test('a check without a session calls nothing', async () => {
  const { session, called } = device()
  await session.refreshIfDue()
  expect(called).toEqual([])
})

test('a tab uses the session that another tab has refreshed meanwhile', async () => {
  const quick = device(madeAt(startMs - accessTokenMs))
  let go = () => {}
  const turn = new Promise<void>((resolve) => {
    go = resolve
  })
  const slow = device(null, {}, (run) => turn.then(run), quick.state)
  const waiting = slow.session.refreshIfDue()
  await quick.session.refreshIfDue()
  go()
  await waiting
  expect(quick.called).toEqual(['refresh'])
  expect(slow.called).toEqual([])
  expect(slow.shown().accessToken).toBe('second')
})

test('a session that another tab has stored is shown', () => {
  const { session, state, shown } = device(madeAt(startMs))
  session.sync()
  expect(shown().accessToken).toBe('first')
  state.stored = null
  session.sync()
  expect(shown().user).toBeNull()
})

test('a session that only the server knows is restored, and a stored session is not changed', async () => {
  const { session, state, called, shown } = device()
  await session.open()
  await session.restore()
  await session.restore()
  expect(called).toEqual(['refresh'])
  expect(state.stored).toMatchObject({ access_token: 'second' })
  expect(shown()).toMatchObject({ accessToken: 'second', isLoading: false })

  const stranger = device(null, { refresh: () => refused(401, 'signed_out') })
  await stranger.session.restore()
  expect(stranger.shown()).toEqual({ user: null, accessToken: null, isLoading: false })
})

/** A device that is refreshing its session. The server replies when the test calls `sendReply`. */
function renewing(answer: () => Promise<SessionReply>) {
  const request = Promise.withResolvers<void>()
  const aged = device(madeAt(startMs - accessTokenMs), {
    refresh: () => request.promise.then(answer),
  })
  const renewed = aged.session.refreshIfDue()
  const sendReply = () => {
    request.resolve()
    return renewed
  }
  return { ...aged, sendReply }
}

test('a late refresh reply does not restore a session after sign-out', async () => {
  const { session, state, called, shown, sendReply } = renewing(async () => madeAt(startMs))
  await session.signOut()
  expect(called).toEqual(['refresh', 'sign-out first'])
  expect(shown().user).toBeNull()
  await sendReply()
  expect(state.stored).toBeNull()
  expect(shown().user).toBeNull()
})

test.each([
  ['answered', async () => madeAt(startMs, 'second')],
  ['refused', () => refused(401, 'signed_out')],
])('a late refresh that is %s does not replace a newer session', async (_, answer) => {
  const { session, state, shown, sendReply } = renewing(answer)
  session.signedIn(madeAt(startMs, 'other'))
  await sendReply()
  expect(state.stored).toMatchObject({ access_token: 'other' })
  expect(shown().accessToken).toBe('other')
})

test('a sign-out does not wait for other tabs, and also ends a session that the tab has not stored', async () => {
  const never = () => new Promise<void>(() => {})
  const { session, state, called, shown } = device(madeAt(startMs), {}, never)
  await session.signOut()
  await session.signOut()
  expect(called).toEqual(['sign-out first', 'sign-out '])
  expect(state.stored).toBeNull()
  expect(shown().user).toBeNull()
})

test('a failed sign-out is reported and keeps the session', async () => {
  const { session, state } = device(madeAt(startMs), { signOut: () => refused(0, 'network') })
  await expect(session.signOut()).rejects.toThrow(ApiError)
  expect(state.stored).not.toBeNull()
})

test('the auto-link call runs one second after the session was first opened and after a sign-in', async () => {
  const first = device(madeAt(startMs))
  await first.session.open()
  expect(first.scheduled[0]?.[1]).toBe(autoLinkDelayMs)
  first.runScheduled()
  expect(first.called).toEqual(['user first', 'auto-link first'])

  const fresh = device()
  fresh.session.signedIn(madeAt(startMs, 'new'))
  fresh.runScheduled()
  expect(fresh.called).toEqual(['auto-link new'])
})

test.each([
  [autoLinkThrottleMs - autoLinkDelayMs, 0],
  [autoLinkThrottleMs, 1],
])('%i ms after the last auto-link call, a sign-in causes %i more calls', async (ago, times) => {
  const { session, state, called, runScheduled } = device()
  state.linkedAt = startMs - ago
  session.signedIn(madeAt(startMs))
  runScheduled()
  expect(called).toHaveLength(times)
})

test('a failed auto-link call is ignored, and without a session there is no call', async () => {
  const { session, called, runScheduled } = device(null, { autoLink: () => refused(500, 'server') })
  session.signedIn(madeAt(startMs))
  runScheduled()
  await session.signOut()
  session.signedIn(madeAt(startMs))
  await session.signOut()
  runScheduled()
  expect(called.filter((each) => each.startsWith('auto-link'))).toHaveLength(1)
})
