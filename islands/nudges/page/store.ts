import { atom, type ReadableAtom } from 'nanostores'
import type { PushState } from '../../../cms/nudges/contract.ts'
import { findPushState } from '../calls.ts'
import { findSubscription, pushSupport } from '../push/device.ts'
import type { PushSupport } from '../push/support.ts'

/** What the page knows about this device. */
export type PushView =
  | { phase: 'checking' }
  /** The server could not be reached. */
  | { phase: 'unknown'; support: PushSupport }
  | {
      phase: 'known'
      support: PushSupport
      /** Whether the browser has a subscription and the server knows the device. */
      isOn: boolean
      server: PushState
    }

const $view = atom<PushView>({ phase: 'checking' })

export const $push: ReadableAtom<PushView> = $view

/** The token of `/notifications/<token>`; null at `/notifications`. */
export const lettersToken = (): string | null =>
  /^\/notifications\/([^/]+)/.exec(location.pathname)?.[1] ?? null

/** The token that the view is about. */
let viewedToken: string | null = null

/** Asks browser and server again. */
export async function refreshPush(): Promise<void> {
  const token = lettersToken()
  // A client navigation from another subscriber's page.
  if (token !== viewedToken) $view.set({ phase: 'checking' })
  viewedToken = token
  const view = await findView(token)
  if (token === viewedToken) $view.set(view)
}

async function findView(token: string | null): Promise<PushView> {
  const support = pushSupport()
  try {
    const [server, subscription] = await Promise.all([
      findPushState(token),
      support === 'ready' ? findSubscription().catch(() => null) : null,
    ])
    const isOn = support === 'ready' && subscription !== null && server.device !== null
    return { phase: 'known', support, isOn, server }
  } catch {
    return { phase: 'unknown', support }
  }
}
