import { atom, type ReadableAtom } from 'nanostores'
import type { SessionReply, UserReply } from '../../cms/membership/contract.ts'
import { isDueForRefresh } from '../../cms/membership/rules.ts'
import { ApiError } from '../lib/api.ts'

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
    signOut: (token: string) => Promise<unknown>
    autoLink: (token: string) => Promise<unknown>
  }
  autoLinkedAt: { read: () => number | null; write: (atMs: number) => void }
  /** Runs in one tab at a time. */
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
  // No answer, and an answer that the server is not well, say nothing of the session.
  function endWhereRefused(error: unknown): void {
    if (error instanceof ApiError && (error.status === 401 || error.status === 403)) set(null)
  }

  async function refresh(): Promise<void> {
    const before = stored.read()?.access_token
    await alone(async () => {
      const known = stored.read()
      // Another tab was quicker, or has signed out.
      if (!known || known.access_token !== before) return show(known)
      await calls.refresh().then(set, endWhereRefused)
    })
  }

  async function confirm({ access_token: token }: SessionReply): Promise<void> {
    try {
      await calls.user(token)
    } catch (error) {
      if (error instanceof ApiError && error.code === 'token_expired') await refresh()
      else endWhereRefused(error)
    }
  }

  const isDue = (known: SessionReply | null): boolean =>
    known !== null && isDueForRefresh(known.expires_at, now())

  /** Reads what is kept, and asks the server whether it is still so. */
  async function open(): Promise<void> {
    const known = stored.read()
    show(known, known !== null)
    if (!known) return
    await (isDue(known) ? refresh() : confirm(known))
    $session.set({ ...$session.get(), isLoading: false })
    autoLinkLater()
  }

  /** Stores the session that the server knows this browser by, where nothing of it is stored. */
  async function takeOver(): Promise<void> {
    if (stored.read()) return
    await alone(async () => {
      const known = stored.read()
      if (known) return show(known)
      await calls.refresh().then(set, endWhereRefused)
    })
    autoLinkLater()
  }

  /** Renews the session where it is time to. Called at every look. */
  async function check(): Promise<void> {
    if (isDue(stored.read())) await refresh()
  }

  function signedIn({ user, access_token, expires_at }: SessionReply): void {
    set({ user, access_token, expires_at })
    autoLinkLater()
  }

  /** @throws ApiError with why nobody was signed out */
  async function signOut(): Promise<void> {
    // A renewal that is answered later would bring the session back.
    await alone(async () => {
      const token = stored.read()?.access_token
      if (token) await calls.signOut(token)
      set(null)
    })
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
