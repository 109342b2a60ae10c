import { claim } from './claim.ts'
import { type Nudge, readMessage, readNudge } from './message.ts'
import { createPending, type NudgeSession } from './pending.ts'
import { firstPath, type Source } from './this-window.ts'

type Parts = {
  session: NudgeSession
  /** Removes a nudge from the local database. */
  forgetStored: (nudge: Nudge) => Promise<void>
  /** Posts a message to the service worker. */
  tell: (message: object) => void
}
export type Nudges = ReturnType<typeof createNudges>

const loadButton = () => import('./button.ts')

/** Decides about each nudge that reaches this window, and shows the pending one. */
export function createNudges({ session, forgetStored, tell }: Parts) {
  let shown: Nudge | null = null

  async function show(nudge: Nudge | null): Promise<void> {
    shown = nudge
    const { renderButton } = await loadButton()
    // Another nudge may have come while the button's code was loaded.
    if (shown === nudge) renderButton(nudge, pending.click)
  }

  const pending = createPending({
    session,
    show: (nudge) => void show(nudge),
    forget: (nudge) => void forgetStored(nudge),
    claim,
    now: Date.now,
    later: setTimeout,
  })

  document.addEventListener('astro:after-swap', () => {
    if (location.pathname !== firstPath) pending.clear()
    if (shown) void show(shown)
  })

  /** Source: spec section 3, "Nudge message". */
  const confirm = (url: string, source: Source): void =>
    tell({ type: 'NUDGE_RECEIVED', url, timestamp: Date.now(), source })

  /** Handles a message to this window. Its origin is not checked. Source: spec section 5. */
  async function receive(data: unknown, source: Source): Promise<void> {
    const message = readMessage(data)
    if (!message) {
      const { type } = (data ?? {}) as { type?: unknown }
      console.debug('This message is no nudge and was ignored:', String(type).slice(0, 40))
      return
    }
    const { nudge, isClicked } = message
    if (isClicked) {
      confirm(nudge.url, source)
      return followClicked(nudge)
    }
    // A window that nobody sees leaves the nudge to one that is seen, and finds it when it becomes visible.
    if (document.hidden && nudge.id !== null) return
    if (await pending.set(nudge)) confirm(nudge.url, source)
  }

  /** Follows the link of a notification that the person has clicked. */
  async function followClicked(nudge: Nudge): Promise<void> {
    if (nudge.id !== null) await claim(nudge.id)
    if (session.read('nudge_url') === nudge.url) pending.clear()
    const { followLink } = await loadButton()
    followLink(nudge.url)
  }

  /** Handles a value that the service worker has stored in the local database. */
  async function acceptStored(value: unknown): Promise<void> {
    const nudge = readNudge(value)
    if (!nudge || session.read('nudge_url') !== null) return
    if (await pending.set(nudge)) confirm(nudge.url, 'service-worker-listener')
  }

  async function syncSubscription(): Promise<void> {
    const { syncSubscription: synchronise } = await import('./push/sync.ts')
    await synchronise()
  }

  return { receive, acceptStored, sync: pending.sync, syncSubscription }
}
