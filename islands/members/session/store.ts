import type { SessionReply } from '../../../cms/features/members/contract.ts'
import { authCheckMs } from '../../../cms/features/members/rules.ts'
import { pollWhileVisible } from '../../../cms/platform/ui/poll-while-visible.ts'
import { forgetReplies } from '../../../cms/platform/ui/read-api.ts'
import { readStored, writeStored } from '../../../cms/platform/ui/storage.ts'
import { autoLink, findUser, refreshSession, signOutSession } from '../calls.ts'
import { withLock } from './lock.ts'
import { createSession } from './session.ts'
import { isRenderedForMember, sessionKey } from './stored.ts'

const autoLinkedKey = 'common-room-auto-linked-at'
const lockName = 'common-room-session'
/** How long a tab waits for another one that is refreshing the session. */
const maxWaitMs = 3_000

const session = createSession({
  stored: {
    read: () => readStored<SessionReply>('localStorage', sessionKey),
    write: (next) => writeStored('localStorage', sessionKey, next),
  },
  calls: { refresh: refreshSession, user: findUser, signOut: signOutSession, autoLink },
  autoLinkedAt: {
    read: () => readStored<number>('localStorage', autoLinkedKey),
    write: (atMs) => writeStored('localStorage', autoLinkedKey, atMs),
  },
  withLock: (run) => withLock(lockName, run, maxWaitMs),
  now: Date.now,
  schedule: setTimeout,
})

/** The member's session in this tab; see `session.ts`. */
export const { $session, signedIn: startSession, signOut } = session

$session.listen(({ user }, before) => {
  if (user?.id !== before?.user?.id) forgetReplies()
})

let opened: Promise<void> | undefined

/** Opens the session and, on a page rendered for a member, restores it from the session cookie. */
export const openSessionOfPage = (): Promise<void> =>
  openSession().then(() => (isRenderedForMember() ? session.restore() : undefined))

/** Opens the session of this tab and keeps it fresh. Idempotent. */
export function openSession(): Promise<void> {
  if (opened) return opened
  opened = session.open()
  addEventListener('storage', ({ key }) => {
    // The event's key is null if the whole storage was cleared.
    if (key === sessionKey || key === null) session.sync()
  })
  void opened.then(() => pollWhileVisible(() => void session.refreshIfDue(), authCheckMs))
  return opened
}

/** Opens the session, or verifies it with the server if it is already open. */
export const reopenSession = (): Promise<void> =>
  opened ? opened.then(session.open) : openSession()
