import type { SessionReply, UserReply } from '../../../cms/members/contract.ts'
import { authCheckMs } from '../../../cms/members/rules.ts'
import { callApi } from '../../lib/api.ts'
import { pollWhileVisible } from '../../lib/poll-while-visible.ts'
import { readStored, writeStored } from '../../lib/storage.ts'
import { inTurn } from './lock.ts'
import { createSession } from './session.ts'
import { isMadeForMember, sessionKey } from './stored.ts'

const autoLinkedKey = 'common-room-auto-linked-at'
const lock = 'common-room-session'
/** For so long a tab waits for others that renew the session. */
const longestWaitMs = 3_000

const session = createSession({
  stored: {
    read: () => readStored<SessionReply>('localStorage', sessionKey),
    write: (next) => writeStored('localStorage', sessionKey, next),
  },
  calls: {
    refresh: () => callApi<SessionReply>('/api/auth/refresh', { body: {} }),
    user: (token) => callApi<UserReply>('/api/auth/user', { token }),
    signOut: (token) => callApi('/api/auth/sign-out', { body: {}, token }),
    autoLink: (token) => callApi('/api/auto-link-push-subscription', { body: {}, token }),
  },
  autoLinkedAt: {
    read: () => readStored<number>('localStorage', autoLinkedKey),
    write: (atMs) => writeStored('localStorage', autoLinkedKey, atMs),
  },
  alone: (run) => inTurn(lock, run, longestWaitMs),
  now: Date.now,
  later: setTimeout,
})

/** Who is signed in; see `session.ts`. */
export const { $session, signedIn, signOut } = session

let opened: Promise<void> | undefined

/** Opens the session of this tab, and takes over the one that the server made this page for. */
export const openSessionOfPage = (): Promise<void> =>
  openSession().then(() => (isMadeForMember() ? session.takeOver() : undefined))

/** Opens the session of this tab and keeps it fresh. However often it is called, it does so once. */
export function openSession(): Promise<void> {
  if (opened) return opened
  opened = session.open()
  addEventListener('storage', ({ key }) => {
    // A store that was cleared says so without a name.
    if (key === sessionKey || key === null) session.follow()
  })
  void opened.then(() => pollWhileVisible(() => void session.check(), authCheckMs))
  return opened
}

/** Opens it, or, where it is open, asks the server whether it still is. */
export const openSessionAgain = (): Promise<void> =>
  opened ? opened.then(session.open) : openSession()
