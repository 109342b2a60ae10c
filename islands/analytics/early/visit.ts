import type { AnalyticsEvent, CollectRequest } from '../../../cms/analytics/contract.ts'

export type View = Extract<AnalyticsEvent, { type: 'view' }>
export type Origin = Pick<CollectRequest, 'source' | 'referrer'>

/** An id with 50 random bits or so. */
export const randomId = (): string => Math.random().toString(36).slice(2)

/** A view of the page that is shown. */
export const createView = (): View => ({
  type: 'view',
  id: randomId(),
  path: location.pathname,
  title: document.title,
  at: Date.now(),
})

/** How the visitor came to this page: campaign parameters of its URL, and the page that linked to it. */
export function originOf(query: string, referrer: string): Origin {
  const given = new URLSearchParams(query)
  const value = (name: string) => given.get(`utm_${name}`) ?? undefined
  return {
    referrer: referrer.split('?')[0],
    source: { source: value('source'), medium: value('medium'), campaign: value('campaign') },
  }
}

/** Sends a request that also completes if the page is closed. Nobody knows whether it arrives. */
export const sendBeacon = (call: 'collect' | 'page-end', body: object): boolean =>
  navigator.sendBeacon(`/api/analytics/${call}`, JSON.stringify(body))

/** The request for some events. */
export const requestOf = (events: AnalyticsEvent[], origin: Origin | null): CollectRequest => ({
  sent: Date.now(),
  webdriver: navigator.webdriver,
  ...origin,
  events,
})
