import { localMoment } from '../venue/hours/opening-hours.ts'
import { type DaySpan, nextTime, quietEnd } from '../venue/hours/quiet-hours.ts'

const hourMs = 3_600_000
/** How many waking hours an offer of freed places lasts: a share of the time until the start, within limits. */
const offerHours = { least: 2, most: 24, share: 1 / 12 }

/** When people read mails and answer offers. `hours`: equal minutes mean the whole day. */
export type Waking = { hours: DaySpan; timeZone: string }

/**
 * When an offer that is made now ends. Only waking hours count: an offer for tomorrow evening has two of them, one for
 * an event in twelve days 24. An offer takes at most half of the waking hours until the start, so that the next party
 * gets one too. If an event begins outside the waking hours, the hours shortly before it count too.
 * @param minutesOnDay how long an offer lasts on the day of the start, at any hour; null: like on other days
 */
export function offerEnd(
  now: Date,
  startsAt: Date,
  waking: Waking,
  minutesOnDay: number | null = null,
): Date {
  const leftMs = startsAt.getTime() - now.getTime()
  if (leftMs <= 0) return now
  const dayOf = (at: Date) => localMoment(at, waking.timeZone).date
  if (minutesOnDay !== null && dayOf(now) === dayOf(startsAt)) {
    return new Date(now.getTime() + Math.min(minutesOnDay * 60_000, leftMs / 2))
  }
  const leastMs = offerHours.least * hourMs
  const mostMs = offerHours.most * hourMs
  const spans = wakingSpans(now, startsAt, { ...waking, enoughMs: 2 * mostMs })
  const wakingLeftMs = spans.reduce((sum, span) => sum + lengthOf(span), 0)
  const lengthMs = Math.min(mostMs, Math.max(leastMs, leftMs * offerHours.share), wakingLeftMs / 2)
  const soonest = now.getTime() + Math.min(leastMs, leftMs / 2)
  return new Date(Math.max(soonest, afterWaking(spans, lengthMs)))
}

type Span = { fromMs: number; toMs: number }
const lengthOf = ({ fromMs, toMs }: Span) => toMs - fromMs

/** The spans of waking hours between two moments. Stops when they are `enoughMs` long together. */
function wakingSpans(
  from: Date,
  until: Date,
  { hours, timeZone, enoughMs }: Waking & { enoughMs: number },
): Span[] {
  const night = { from: hours.to, to: hours.from }
  const spans: Span[] = []
  let totalMs = 0
  for (let at = from; at < until && totalMs < enoughMs; ) {
    const start = quietEnd(night, at, timeZone)
    const end = nextTime(hours.to, localMoment(start, timeZone), timeZone)
    // When the clocks go back, they may show the end twice, and the first time may be over.
    at = end && end > start ? end : new Date(start.getTime() + hourMs)
    if (start >= until) break
    const span = { fromMs: start.getTime(), toMs: Math.min(at.getTime(), until.getTime()) }
    spans.push(span)
    totalMs += lengthOf(span)
  }
  return spans
}

/** The moment at which `lengthMs` of the spans have passed. Nothing has to pass: the earliest moment. */
function afterWaking(spans: readonly Span[], lengthMs: number): number {
  let restMs = lengthMs
  for (const span of spans) {
    if (restMs <= lengthOf(span)) return restMs > 0 ? span.fromMs + restMs : 0
    restMs -= lengthOf(span)
  }
  return 0
}
