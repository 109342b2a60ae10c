import { atom, type ReadableAtom } from 'nanostores'
import type { PushState } from '../../../cms/features/nudges/contract.ts'
import { findPushState } from '../calls.ts'
import { findSubscription, pushSupport } from '../push/device.ts'
import type { PushSupport } from '../push/support.ts'

/** What the page knows about this device. */
export type PushView =
  | { phase: 'checking' }
  /** The server could not be reached yet. */
  | { phase: 'unknown'; support: PushSupport; isSubscribed: boolean }
  | {
      phase: 'known'
      support: PushSupport
      /** Whether the browser has a subscription and the server knows the device. */
      isOn: boolean
      server: PushState
      /** Whether the last request failed, so that `server` is from an earlier one. */
      isOutdated: boolean
    }

const $view = atom<PushView>({ phase: 'checking' })

export const $push: ReadableAtom<PushView> = $view

/** The token of `/notifications/<token>`; null at `/notifications`. */
export const lettersToken = (): string | null =>
  /^\/notifications\/([^/]+)/.exec(location.pathname)?.[1] ?? null

/** The token that the view is about. */
let viewedToken: string | null = null

/**
 * Reads the state of the browser and the server again. If the server does not answer, its known state stays, because
 * forms show it.
 */
export async function refreshPush(): Promise<void> {
  const token = lettersToken()
  // The token differs after a client navigation from another subscriber's page.
  if (token !== viewedToken) $view.set({ phase: 'checking' })
  viewedToken = token
  const view = await findView(token)
  if (token !== viewedToken) return
  const known = $view.get()
  if (view.phase === 'known' || known.phase !== 'known') return $view.set(view)
  const { support, isSubscribed } = view
  const isOn = isSubscribed && known.server.device !== null
  $view.set({ ...known, support, isOn, isOutdated: true })
}

/** @returns null if the browser has no subscription, or if it did not answer */
const findOwnSubscription = (support: PushSupport) =>
  support === 'ready' ? findSubscription().catch(() => null) : null

async function findView(token: string | null): Promise<Exclude<PushView, { phase: 'checking' }>> {
  const support = pushSupport()
  const [server, subscription] = await Promise.all([
    findPushState(token).catch(() => null),
    findOwnSubscription(support),
  ])
  const isSubscribed = subscription !== null
  if (!server) return { phase: 'unknown', support, isSubscribed }
  const isOn = isSubscribed && server.device !== null
  return { phase: 'known', support, isOn, server, isOutdated: false }
}
