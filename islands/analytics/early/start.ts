import { whenLoaded } from '../../navigation/when-loaded.ts'
import { isCounted } from './is-counted.ts'
import { waitingEvents } from './track.ts'
import { createVisibleTime } from './visible-time.ts'
import { createView, originOf, requestOf, sendBeacon } from './visit.ts'

/** The first view of a document, as far as it is known before the tracker is loaded. */
export type FirstView = ReturnType<typeof firstView>

/**
 * Source: spec section 4, "Analytics". An idle callback is not used: it could come sooner, and the page would then also
 * wait for the tracker. On a busy page it might never come.
 */
const startAfterMs = 2_000

const firstView = () => ({
  view: createView(),
  origin: originOf(location.search, document.referrer),
  visible: createVisibleTime(),
  /**
   * A time in ms since the document began. Later paints do not count, because the page was hidden or another view had
   * begun. It is 0 in a tab that nobody sees, because nobody sees its paints.
   */
  paintsUntilMs: isUnseen() ? 0 : undefined,
  isTracked: false,
})

const isUnseen = () => document.hidden && !(document as { prerendering?: boolean }).prerendering

/**
 * Loads the tracker two seconds after the page has loaded, or when the visitor uses the page. A page that is left
 * earlier is counted without the tracker. A prerendered page, or a page in a tab that nobody has seen, is not counted.
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
