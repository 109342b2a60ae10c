import type { EventName } from '../../../cms/analytics/rules.ts'
import type { Origin } from './visit.ts'

export type NamedEvent = { name: EventName; at: number; source?: Origin['source'] }

/** Events that happened before the tracker was loaded. */
const waiting: NamedEvent[] = []
let take = (event: NamedEvent): unknown => waiting.push(event)

/**
 * Counts a named event, for funnels. It has no effect where visits are not counted.
 * @param source what brought the visitor back to the site
 */
export const track = (name: EventName, source?: Origin['source']): void => {
  take({ name, at: Date.now(), source })
}

/** Passes on the events so far, and each later one. */
export function onTrack(handler: (event: NamedEvent) => unknown): void {
  take = handler
  waiting.splice(0).forEach(handler)
}
