import type { AnalyticsEvent } from '../../../cms/features/analytics/contract.ts'
import type { EventName } from '../../../cms/features/analytics/rules.ts'
import { type Origin, randomId } from './visit.ts'

export type NamedEvent = Extract<AnalyticsEvent, { type: 'event' }>
type Handler = (event: NamedEvent, source?: Origin['source']) => unknown

/** Events from before the tracker was loaded. */
const waiting: Parameters<Handler>[] = []
let handle: Handler = (...args) => waiting.push(args)

/**
 * Counts a named event of the current page, for funnels. Has no effect where visits are not counted.
 * @param source what brought the visitor back to the site
 */
export const track = (name: EventName, source?: Origin['source']): void => {
  handle({ type: 'event', id: randomId(), path: location.pathname, name, at: Date.now() }, source)
}

/** The events that wait for the tracker. */
export const waitingEvents = (): NamedEvent[] => waiting.map(([event]) => event)

/** Passes the waiting events, and each later event, to the handler. */
export function onTrack(handler: Handler): void {
  handle = handler
  for (const args of waiting.splice(0)) handler(...args)
}
