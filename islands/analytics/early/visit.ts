import type { AnalyticsEvent, CollectRequest } from '../../../cms/features/analytics/contract.ts'
import type { createVisibleTime } from './visible-time.ts'

export type View = Extract<AnalyticsEvent, { type: 'view' }>
export type Origin = Pick<CollectRequest, 'source' | 'referrer'>

/** The first view of a document, as far as it is known before the tracker is loaded. */
export type FirstView = {
  view: View
  origin: Origin
  visible: ReturnType<typeof createVisibleTime>
  /**
   * Paints after this time, in ms since the document began, do not count, because the page was hidden then. 0 if the
   * document began in a hidden tab, or if another view has begun. Undefined if all paints count.
   */
  paintsUntilMs: number | undefined
  isTracked: boolean
}

/** An id of 24 digits that nobody can guess. */
export const randomId = (): string =>
  crypto.getRandomValues(new BigUint64Array(3)).join('').slice(0, 24)

/** A view of the page that is shown. */
export const createView = (): View => ({
  type: 'view',
  id: randomId(),
  path: location.pathname,
  title: document.title,
  at: Date.now(),
})

/** How the visitor came to this page: campaign parameters of its URL, and the origin of the page that linked to it. */
export function originOf(query: string, referrer: string): Origin {
  const given = new URLSearchParams(query)
  const value = (name: string) => given.get(`utm_${name}`) ?? undefined
  return {
    referrer: referrer.split('/', 3).join('/'),
    source: { source: value('source'), medium: value('medium'), campaign: value('campaign') },
  }
}

/**
 * Sends a request that also completes if the page is closed.
 * @returns whether the browser accepted the request; it does not report whether the request arrives
 */
export const sendBeacon = (call: 'collect' | 'page-end', body: object): boolean =>
  navigator.sendBeacon(`/api/analytics/${call}`, JSON.stringify(body))

/** The request for some events. */
export const requestOf = (events: AnalyticsEvent[], origin: Origin | null): CollectRequest => ({
  sent: Date.now(),
  webdriver: navigator.webdriver,
  ...origin,
  events,
})
