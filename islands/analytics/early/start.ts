import { whenLoaded } from '../../navigation/when-loaded.ts'
import { isCounted } from './is-counted.ts'
import { waitingEvents } from './track.ts'
import { createVisibleTime } from './visible-time.ts'
import { createView, originOf, requestOf, sendBeacon } from './visit.ts'

/** The first view of a document, as far as it is known before the tracker is loaded. */
export type FirstView = ReturnType<typeof firstView>

/**
 * Source: spec section 4, "Analytics". An idle callback would come sooner, and the tracker would then be among the
 * scripts that a page waits for, or never on a busy page.
 */
const startAfterMs = 2_000

const firstView = () => ({
  view: createView(),
  origin: originOf(location.search, document.referrer),
  visible: createVisibleTime(),
  /**
   * Later paints do not count, in ms of the document's time: those after it was hidden, and of later views. In a tab
   * that nobody sees no paint is seen.
   */
  paintsUntilMs: isUnseen() ? 0 : undefined,
  isTracked: false,
})

const isUnseen = () => document.hidden && !(document as { prerendering?: boolean }).prerendering

/**
 * Loads the tracker two seconds after the page, or when it is used. A page that is left before is counted without
 * it. A page that is prerendered, or in a tab that nobody has seen, is not.
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
  const change = () => {
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
  change()
  document.addEventListener('visibilitychange', change)
  for (const use of ['pointerdown', 'keydown', 'astro:before-preparation']) {
    document.addEventListener(use, load, true)
  }
}
