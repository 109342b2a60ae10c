import { whenLoaded } from '../../navigation/when-loaded.ts'
import { isCounted } from './is-counted.ts'
import { waitingEvents } from './track.ts'
import { createVisibleTime } from './visible-time.ts'
import { createView, type FirstView, originOf, requestOf, sendBeacon } from './visit.ts'

/**
 * Source: spec section 4, "Analytics". An idle callback is not used: it could run earlier, when loading the tracker
 * would still delay the page, or never on a busy page.
 */
const startAfterMs = 2_000

const firstView = (): FirstView => ({
  view: createView(),
  origin: originOf(location.search, document.referrer),
  visible: createVisibleTime(),
  paintsUntilMs: isUnseen() ? 0 : undefined,
  isTracked: false,
})

const isUnseen = () => document.hidden && !(document as { prerendering?: boolean }).prerendering

/**
 * Loads the tracker two seconds after the page has loaded, or when the visitor uses the page. A page that is left
 * before the tracker is loaded is counted without the tracker. A page that has not been visible yet, because it was
 * prerendered or opened in a hidden tab, is not counted.
 */
export function startAnalytics(): void {
  if (!isCounted()) return
  const first = firstView()
  const load = () => {
    if (first.isTracked || document.hidden) return
    import('../tracker.ts')
      .then((tracker) => first.isTracked || tracker.runTracker(first))
      .catch(console.debug)
  }
  const onVisibilityChange = () => {
    if (isUnseen()) first.paintsUntilMs ??= performance.now()
    if (first.isTracked) return
    if (!document.hidden) {
      first.view.at = Date.now()
      first.visible.start()
      whenLoaded(() => setTimeout(load, startAfterMs))
    } else if (first.visible.stop()) {
      const time = first.visible.seconds()
      const events = [{ ...first.view, time }, ...waitingEvents()]
      if (isCounted()) sendBeacon('collect', requestOf(events, first.origin))
    }
  }
  onVisibilityChange()
  document.addEventListener('visibilitychange', onVisibilityChange)
  for (const type of ['pointerdown', 'keydown', 'astro:before-preparation']) {
    document.addEventListener(type, load, true)
  }
}
