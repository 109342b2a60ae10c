import type { AnalyticsEvent, CollectReply } from '../../cms/features/analytics/contract.ts'
import type { TransitionType } from '../../cms/features/analytics/rules.ts'
import { hasStoredSession } from '../members/session/stored.ts'
import { isCounted } from './early/is-counted.ts'
import { type NamedEvent, onTrack } from './early/track.ts'
import { createVisibleTime } from './early/visible-time.ts'
import {
  createView,
  type FirstView,
  type Origin,
  randomId,
  requestOf,
  sendBeacon,
} from './early/visit.ts'
import { describeElement, findTarget, isBusy, transitionOf } from './interactions.ts'
import { pauseMs } from './limits.ts'
import { previousPage } from './previous-page.ts'
import { createQueue } from './queue.ts'
import { watchVitals } from './vitals.ts'

/** The server shows visitors of the last five minutes as live, so reports must be more frequent. */
const heartbeatMs = 4 * 60_000
/** A click on a nudge leads to a navigation within this time. */
const nudgeNavigationMs = 1_000
/** A view of at least five seconds is no bounce. The report is sent a little later, because timers may fire early. */
const reportAfterMs = 5_100

type Preparation = Event & {
  to: URL
  navigationType: string
  sourceElement?: Element
}
type New<Type extends AnalyticsEvent> = Type extends unknown
  ? Omit<Type, 'id' | 'at'> & { at?: number }
  : never

const log = console.debug as (error: unknown) => undefined

/** Calls a handler for an event. Errors are only logged. Source: spec section 8. */
function on<Type extends Event>(
  target: EventTarget,
  type: string,
  handle: (event: Type) => unknown,
): void {
  const safely = (event: Event) => {
    try {
      handle(event as Type)
    } catch (error) {
      log(error)
    }
  }
  target.addEventListener(type, safely, true)
}

/** Counts the views, moves and interactions of this document. */
export function runTracker(first: FirstView): void {
  const vitals = watchVitals(first)
  /** `origin`: how the visitor came; null once the server knows it. */
  let { view, visible, origin }: Omit<FirstView, 'origin'> & { origin: Origin | null } = first
  let scrolledPx = scrollY
  /** Null once the server has replied that it does not count this visitor, for example staff. */
  let sessionId: string | null | undefined
  let lastSeenAt = 0
  let nudgeClickedAt = 0
  let transition: TransitionType = 'link'

  const isOff = () => sessionId === null || !isCounted()

  async function send(events: AnalyticsEvent[]): Promise<boolean> {
    if (isOff()) return true
    const sentOrigin = origin
    const response = await fetch('/api/analytics/collect', {
      method: 'POST',
      body: JSON.stringify(requestOf(events, origin)),
    })
    if (response.ok) {
      const reply: Partial<CollectReply> = await response.json()
      // If the visitor's network has reached its limit of events for the day, the reply has no `sessionId`.
      if (reply.sessionId !== undefined) sessionId = reply.sessionId
      if (sessionId && origin === sentOrigin) origin = null
    } else log(response.status)
    // After status 429 or 5xx the events are sent again. Other refusals are final.
    return response.status !== 429 && response.status < 500
  }
  const queue = createQueue<AnalyticsEvent>((events) => send(events).catch(log))

  const put = (event: New<AnalyticsEvent>) =>
    queue.put({ at: Date.now(), ...event, id: randomId() })
  /** In percent; the server clamps it. */
  const scroll = () => (100 * (scrolledPx + innerHeight)) / document.documentElement.scrollHeight
  /** Queues the current view again, with its measured values so far. */
  const update = () => {
    lastSeenAt = Date.now()
    queue.put({ ...view, time: visible.seconds(), scroll: scroll(), ...vitals.read() })
  }
  let timer: ReturnType<typeof setTimeout>
  /**
   * Counts visible time. After a long pause, begins a new view instead. Reports the view when it is no bounce any more,
   * because the report of its end may be lost.
   */
  const resume = () => {
    if (document.hidden) return
    if (Date.now() - lastSeenAt > pauseMs) return begin()
    visible.start()
    clearTimeout(timer)
    timer = setTimeout(report, reportAfterMs - visible.seconds() * 1000)
  }
  const report = () => {
    update()
    void queue.flush()
  }
  const begin = () => {
    view = createView()
    visible = createVisibleTime()
    scrolledPx = scrollY
    vitals.reset()
    update()
    resume()
  }
  const move = (from: string, to: string, how: TransitionType) => {
    if (from !== to) put({ type: 'journey', from, to, transition: how })
  }
  const countArrival = () => {
    const previous = previousPage(self.navigation?.activation)
    if (previous) move(previous.from, view.path, previous.transition)
  }
  /** Removes the campaign from the page's URL, so that it is not shared with the URL. */
  const removeCampaign = () => {
    const url = new URL(location.href)
    for (const name of [...url.searchParams.keys()]) {
      if (/^utm_/.test(name)) url.searchParams.delete(name)
    }
    history.replaceState(history.state, '', url)
  }
  const changePage = () => {
    const from = view.path
    if (location.pathname === from) return
    begin()
    move(from, view.path, transition)
  }
  const count = (event: NamedEvent, source?: Origin['source']) => {
    queue.put(event)
    if (!source) return
    nudgeClickedAt = event.at
    origin = { source }
  }

  /**
   * Sends the waiting events by beacon. The events stay in the queue, because it is unknown whether the beacon arrives.
   */
  const leave = () => {
    if (!visible.stop()) return
    update()
    queue.pause()
    if (isOff()) return
    sendBeacon('collect', requestOf(queue.next(), origin))
    if (!sessionId) return
    sendBeacon('page-end', {
      sessionId,
      pagePath: view.path,
      timeSpent: visible.seconds(),
      scrollDepth: scroll(),
    })
  }
  /** @returns a function that counts the interaction; undefined if the target of the event is not counted */
  const prepareCount = (event: Event) => {
    const kind = event.type as 'click' | 'submit'
    const target = findTarget(event.target as Element, kind)
    if (!target) return
    const { detail, pageX, pageY } = event as MouseEvent
    // Only members' details are stored. A click by keyboard has no position.
    const details = hasStoredSession() && (detail > 0 ? { x: pageX, y: pageY } : {})
    const described = describeElement(target, kind, details)
    return () => {
      put({ type: 'interaction', path: view.path, ...described })
      if (/^http/.test(described.to as string)) {
        move(view.path, described.to as string, 'external')
      }
    }
  }
  /**
   * A submission counts if the browser sends the form. The browser does not send a form with invalid fields. A
   * submission also counts if a script sends the form instead; the script marks the form, or an element in it, as busy.
   * Whether the server accepts the form is not known here.
   */
  const submit = (event: Event) => {
    const form = event.target as Element
    const countSubmission = prepareCount(event)
    if (!countSubmission || isBusy(form)) return
    // Delayed, because the handlers of the page run after this one.
    setTimeout(() => {
      if (!event.defaultPrevented || isBusy(form)) countSubmission()
    })
  }

  on(document, 'visibilitychange', () => (document.hidden ? leave() : resume()))
  on(self, 'pagehide', () => {
    leave()
    // If the page comes back from the cache, `pageshow` begins the new view. `visibilitychange` comes before
    // `pageshow`, and this value prevents it from beginning a view too.
    lastSeenAt = Number.POSITIVE_INFINITY
  })
  // `persisted`: the page comes from the back/forward cache.
  on<PageTransitionEvent>(self, 'pageshow', ({ persisted }) => {
    if (!persisted) return
    begin()
    countArrival()
  })
  on(self, 'online', queue.flush)
  on(self, 'scroll', () => {
    scrolledPx = Math.max(scrolledPx, scrollY)
  })
  on(self, 'click', (event) => prepareCount(event)?.())
  on(self, 'submit', submit)
  on<Preparation>(document, 'astro:before-preparation', (event) => {
    const { to, navigationType } = event
    transition = transitionOf(event, Date.now() - nudgeClickedAt < nudgeNavigationMs)
    // The router still knows the URL from before `removeCampaign`. So it would load the page again for a link within
    // the page.
    const isHere = to.href.split('#')[0] === location.href.split('#')[0]
    if (isHere && to.hash && navigationType !== 'traverse') event.preventDefault()
  })
  on(document, 'astro:before-swap', update)
  on(document, 'astro:after-swap', changePage)
  setInterval(resume, heartbeatMs)

  first.isTracked = true
  update()
  countArrival()
  // The visitor may have opened another page while the tracker was loading.
  changePage()
  removeCampaign()
  onTrack(count)
  report()
  resume()
}
