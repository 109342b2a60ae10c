import { atom, type ReadableAtom } from 'nanostores'
import type { SessionReply, UserReply } from '../../../cms/features/members/contract.ts'
import { isDueForRefresh } from '../../../cms/features/members/rules.ts'
import { ApiError } from '../../../cms/platform/ui/api.ts'

/**
 * Delay of the auto-link call after the first session load or a sign-in. The call links this device to the member for
 * nudges. Source: spec section 9.
 */
export const autoLinkDelayMs = 1_000
/** Shortest time between two auto-link calls. Source: spec section 9. */
export const autoLinkThrottleMs = 30_000

/** The session of this device. Source: spec section 3, "Session". */
export type Session = {
  user: UserReply['user'] | null
  accessToken: string | null
  /** True until the stored session was read and, if there is one, checked with the server. */
  isLoading: boolean
}

type Effects = {
  stored: { read: () => SessionReply | null; write: (session: SessionReply | null) => void }
  calls: {
    refresh: () => Promise<SessionReply>
    user: (token: string) => Promise<UserReply>
    signOut: (token?: string) => Promise<unknown>
    autoLink: (token: string) => Promise<unknown>
  }
  autoLinkedAt: { read: () => number | null; write: (atMs: number) => void }
  /** Runs a function in one tab at a time. */
  withLock: (run: () => Promise<void>) => Promise<void>
  now: () => number
  schedule: (run: () => void, afterMs: number) => void
}

/**
 * A member's session, stored on the device and shared by all its tabs. It ends when
 * the server refuses it. While the server is unreachable, the last known session stays.
 */
export function createSession({ stored, calls, autoLinkedAt, withLock, now, schedule }: Effects) {
  const $session = atom<Session>({ user: null, accessToken: null, isLoading: true })

  function show(known: SessionReply | null, isLoading = false): void {
    $session.set({ user: known?.user ?? null, accessToken: known?.access_token ?? null, isLoading })
  }
  function set(known: SessionReply | null): void {
    stored.write(known)
    show(known)
  }
  /** Whether the stored session is still `known`. Another tab may have changed it. */
  const isCurrent = (known: SessionReply | null): boolean =>
    stored.read()?.access_token === known?.access_token
  // A network error or a server error says nothing about the session.
  function endIfRefused(known: SessionReply | null, error: unknown): void {
    const isRefused = error instanceof ApiError && (error.status === 401 || error.status === 403)
    if (isRefused && isCurrent(known)) set(null)
  }

  /** Refreshes the stored session. If none is stored, refreshes the session of the cookie. */
  async function refresh(known: SessionReply | null): Promise<void> {
    await withLock(async () => {
      if (!isCurrent(known)) return show(stored.read())
      await calls.refresh().then(
        (next) => isCurrent(known) && set(next),
        (error: unknown) => endIfRefused(known, error),
      )
    })
  }

  async function verify(known: SessionReply): Promise<void> {
    try {
      await calls.user(known.access_token)
    } catch (error) {
      if (error instanceof ApiError && error.code === 'token_expired') await refresh(known)
      else endIfRefused(known, error)
    }
  }

  const isDue = (known: SessionReply | null): boolean =>
    known !== null && isDueForRefresh(known.expires_at, now())

  /** Reads the stored session and verifies it with the server. */
  async function open(): Promise<void> {
    const known = stored.read()
    show(known, known !== null)
    if (!known) return
    await (isDue(known) ? refresh(known) : verify(known))
    $session.set({ ...$session.get(), isLoading: false })
    autoLinkLater()
  }

  /** If no session is stored, stores the session of the cookie. */
  async function restore(): Promise<void> {
    if (stored.read()) return
    await refresh(null)
    autoLinkLater()
  }

  /** Refreshes the session when it is due. */
  async function refreshIfDue(): Promise<void> {
    const known = stored.read()
    if (isDue(known)) await refresh(known)
  }

  function signedIn({ user, access_token, expires_at }: SessionReply): void {
    set({ user, access_token, expires_at })
    autoLinkLater()
  }

  /**
   * Ends the session on the server. If none is stored, the server finds it by its cookie.
   * @throws ApiError if the session was not ended
   */
  async function signOut(): Promise<void> {
    // Does not wait for the lock, because a suspended tab could hold it and delay the sign-out.
    await calls.signOut(stored.read()?.access_token)
    set(null)
  }

  function autoLinkLater(): void {
    schedule(() => {
      const { accessToken } = $session.get()
      const before = autoLinkedAt.read()
      if (!accessToken || (before !== null && now() - before <= autoLinkThrottleMs)) return
      autoLinkedAt.write(now())
      // A failure is ignored. Source: spec section 8.
      calls.autoLink(accessToken).catch(() => {})
    }, autoLinkDelayMs)
  }

  return {
    $session: $session as ReadableAtom<Session>,
    open,
    restore,
    refreshIfDue,
    signedIn,
    signOut,
    /** Reads the session again after another tab has changed it. */
    sync: () => show(stored.read()),
  }
}
