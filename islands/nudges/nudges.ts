import { isAtWork } from './at-work.ts'
import { reportShown } from './calls.ts'
import { claim } from './claim.ts'
import { forgetStored, type StoreAccess } from './forget.ts'
import { ignore } from './ignore.ts'
import { type Nudge, readMessage } from './message.ts'
import { createPending } from './pending.ts'
import { keepShown } from './shown.ts'
import { tabStorage } from './tab-storage.ts'
import { firstPath } from './this-window.ts'

// `watch.ts` passes these functions, so that visitors load them in the same file as `watch.ts`.
type Parts = StoreAccess & {
  /** Posts a message to the service worker. */
  postToWorker: (message: object) => void
}
export type Nudges = ReturnType<typeof createNudges>

/** Source: spec section 3, "Nudge message". */
type Source = 'service-worker-listener' | 'window-listener'

const loadButton = () => import('./button.ts')

/** Decides whether this window shows a nudge that reaches it, and shows the pending nudge. */
export function createNudges({ postToWorker, ...access }: Parts) {
  let shown: Nudge | null = null

  async function show(nudge: Nudge | null): Promise<void> {
    shown = nudge
    const { renderButton } = await loadButton()
    // Another nudge may have arrived while the button's code was loaded.
    if (shown === nudge) renderButton(isAtWork() ? null : nudge, pending.click)
  }

  const pending = createPending({
    tabStorage,
    show: (nudge) => void show(nudge).catch(ignore),
    forget: (nudge) => void forgetStored(nudge, access),
    claim,
    now: Date.now,
    schedule: setTimeout,
  })

  // Nudges wait while somebody works or decides. Their ten minutes run on.
  let wasAtWork = isAtWork()
  let unreported: Nudge | null = null
  document.addEventListener('astro:after-swap', () => {
    // A nudge that has waited was never seen, so leaving the page does not end it.
    if (location.pathname !== firstPath && !wasAtWork) pending.clear()
    wasAtWork = isAtWork()
    if (!shown) return
    void show(shown).catch(ignore)
    if (!wasAtWork && unreported?.id === shown.id) report(shown)
  })

  /** Reports that this window shows a nudge, as soon as it does. */
  function report(nudge: Nudge): void {
    unreported = isAtWork() ? nudge : null
    if (unreported) return
    reportShown(nudge)
    keepShown(nudge)
  }

  const confirm = (url: string, source: Source): void =>
    postToWorker({ type: 'NUDGE_RECEIVED', url, timestamp: Date.now(), source })

  /**
   * Handles a message. Its origin is not checked. Source: spec section 5.
   * @param target where the message was received: this window, the channel or the service worker
   */
  async function receive(data: unknown, target: unknown): Promise<void> {
    const source = target === self ? 'window-listener' : 'service-worker-listener'
    const message = readMessage(data)
    if (!message) {
      const { type } = (data ?? {}) as { type?: unknown }
      console.debug('This message is no nudge and was ignored:', String(type).slice(0, 40))
      return
    }
    const { nudge, clicked } = message
    if (clicked) {
      confirm(nudge.url, source)
      await endClicked(nudge)
      if (clicked !== 'here') return
      const { followLink, trackClick } = await loadButton()
      trackClick(nudge)
      followLink(nudge.url)
      return
    }
    // A hidden window leaves the nudge to a visible window. Once it is visible itself, it looks for stored nudges.
    if (document.hidden && nudge.id !== null) return
    if (!(await pending.set(nudge))) return
    confirm(nudge.url, source)
    report(nudge)
  }

  /** Ends a nudge whose notification the person has clicked. */
  async function endClicked({ id, url }: Nudge): Promise<void> {
    if (id !== null) await claim(id)
    if (tabStorage.read('nudge_url') === url) pending.clear()
  }

  /**
   * Handles a nudge that the service worker has stored in the local database. If it has expired or was shown before, it
   * is deleted.
   * @returns whether a nudge is pending now
   */
  async function acceptStored(nudge: Nudge): Promise<boolean> {
    if (tabStorage.read('nudge_url') !== null) return true
    if (await pending.set(nudge)) {
      confirm(nudge.url, 'service-worker-listener')
      return true
    }
    // If a nudge is pending, a message with this nudge has arrived first.
    if (tabStorage.read('nudge_url') !== null) return true
    await forgetStored(nudge, access)
    return false
  }

  async function syncSubscription(): Promise<void> {
    const { syncSubscription: synchronise } = await import('./push/sync.ts')
    await synchronise()
  }

  async function offer(): Promise<void> {
    const { askSoon } = await import('./question/ask.ts')
    await askSoon()
  }

  return { receive, acceptStored, sync: pending.sync, syncSubscription, offer }
}
