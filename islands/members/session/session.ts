import { atom, type ReadableAtom } from 'nanostores'
import type { SessionReply, UserReply } from '../../../cms/members/contract.ts'
import { isDueForRefresh } from '../../../cms/members/rules.ts'
import { ApiError } from '../../lib/api.ts'

/** How long after the first session or a sign-in the push subscription is linked. Source: spec section 9. */
export const autoLinkDelayMs = 1_000
/** Not again within so long. Source: spec section 9. */
export const autoLinkThrottleMs = 30_000

/** Who is signed in on this device. Source: spec section 3, "Session". */
export type Session = {
  user: UserReply['user'] | null
  accessToken: string | null
  /** Until the first session is known, or that there is none. */
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
  /** Runs in one tab at a time, unless the others take too long. */
  alone: (run: () => Promise<void>) => Promise<void>
  now: () => number
  later: (run: () => void, afterMs: number) => void
}

/**
 * The session of a member, kept on the device and followed by all its tabs. It ends where the server
 * says that it has ended; as long as nobody answers, what was known stays.
 */
export function createSession({ stored, calls, autoLinkedAt, alone, now, later }: Effects) {
  const $session = atom<Session>({ user: null, accessToken: null, isLoading: true })

  function show(known: SessionReply | null, isLoading = false): void {
    $session.set({ user: known?.user ?? null, accessToken: known?.access_token ?? null, isLoading })
  }
  function set(known: SessionReply | null): void {
    stored.write(known)
    show(known)
  }
  /** Whether nobody has come, gone or renewed it since, here or in another tab. */
  const isStill = (known: SessionReply | null): boolean =>
    stored.read()?.access_token === known?.access_token
  // No answer, and an answer that the server is not well, say nothing of the session.
  function endWhereRefused(known: SessionReply | null, error: unknown): void {
    const isRefused = error instanceof ApiError && (error.status === 401 || error.status === 403)
    if (isRefused && isStill(known)) set(null)
  }

  /** Renews what is kept; where that is nothing, takes what the server knows this browser by. */
  async function renew(known: SessionReply | null): Promise<void> {
    await alone(async () => {
      if (!isStill(known)) return show(stored.read())
      await calls.refresh().then(
        (next) => isStill(known) && set(next),
        (error: unknown) => endWhereRefused(known, error),
      )
    })
  }

  async function confirm(known: SessionReply): Promise<void> {
    try {
      await calls.user(known.access_token)
    } catch (error) {
      if (error instanceof ApiError && error.code === 'token_expired') await renew(known)
      else endWhereRefused(known, error)
    }
  }

  const isDue = (known: SessionReply | null): boolean =>
    known !== null && isDueForRefresh(known.expires_at, now())

  /** Reads what is kept, and asks the server whether it is still so. */
  async function open(): Promise<void> {
    const known = stored.read()
    show(known, known !== null)
    if (!known) return
    await (isDue(known) ? renew(known) : confirm(known))
    $session.set({ ...$session.get(), isLoading: false })
    autoLinkLater()
  }

  /** Stores the session that the server knows this browser by, where nothing of it is stored. */
  async function takeOver(): Promise<void> {
    if (stored.read()) return
    await renew(null)
    autoLinkLater()
  }

  /** Renews the session where it is time to. Called at every look. */
  async function check(): Promise<void> {
    const known = stored.read()
    if (isDue(known)) await renew(known)
  }

  function signedIn({ user, access_token, expires_at }: SessionReply): void {
    set({ user, access_token, expires_at })
    autoLinkLater()
  }

  /**
   * Ends the session on the server, which knows it by its cookie where nothing of it is stored.
   * @throws ApiError with why nobody was signed out
   */
  async function signOut(): Promise<void> {
    // In nobody's turn: a tab that sleeps could keep it from being heard.
    await calls.signOut(stored.read()?.access_token)
    set(null)
  }

  function autoLinkLater(): void {
    later(() => {
      const { accessToken } = $session.get()
      const before = autoLinkedAt.read()
      if (!accessToken || (before !== null && now() - before <= autoLinkThrottleMs)) return
      autoLinkedAt.write(now())
      // Source: spec section 8: its failure is silently ignored.
      calls.autoLink(accessToken).catch(() => {})
    }, autoLinkDelayMs)
  }

  return {
    $session: $session as ReadableAtom<Session>,
    open,
    takeOver,
    check,
    signedIn,
    signOut,
    /** Shows what another tab has stored. */
    follow: () => show(stored.read()),
  }
}
