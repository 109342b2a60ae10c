import { maxSessions, sessionPauseMs } from '../rules.ts'
import { sessionIdOf, type VisitorDays } from './visitor.ts'

/** The part of a visitor's session that decides to which session an event belongs. */
export type Session = {
  day: string
  session_id: string
  visitor: string
  number: number
  /** When the server last received an event, in ms since 1970. */
  lastAt: number
}

export type SessionKey = Pick<Session, 'day' | 'session_id' | 'visitor' | 'number'>

export const sessionKey = ({ day, session_id, visitor, number }: SessionKey): SessionKey => ({
  day,
  session_id,
  visitor,
  number,
})

/** The key of a visitor: today's date, and the visitor's id of today. */
export const visitorKey = ([today]: VisitorDays): string => `${today.day} ${today.visitor}`

/** The data of a visitor's request. `days`: today, and yesterday while its sessions can be continued. */
export type Arrival = { days: VisitorDays; receivedAt: number }

/**
 * The visitors whose last session has to be looked up: unknown visitors, and visitors who paused, because another
 * process may have received events meanwhile.
 */
export function visitorsToLookUp<A extends Arrival>(
  arrivals: readonly A[],
  known: (key: string) => Session | undefined,
): A[] {
  const lastAt = new Map<string, number>()
  const found = new Map<string, A>()
  for (const arrival of arrivals) {
    const key = visitorKey(arrival.days)
    const session = known(key)
    const before =
      lastAt.get(key) ?? (isDayContinuable(session, arrival) ? session?.lastAt : undefined)
    if (before === undefined || isPaused(before, arrival.receivedAt)) {
      if (!found.has(key)) found.set(key, arrival)
    }
    lastAt.set(key, Math.max(before ?? 0, arrival.receivedAt))
  }
  return [...found.values()]
}

/** Whether sessions that began on the session's day can still be continued. */
export const isDayContinuable = (session: Session | undefined, { days }: Arrival): boolean =>
  days.some(({ day }) => day === session?.day)

const isPaused = (lastAt: number, at: number): boolean => at - lastAt >= sessionPauseMs

/** The later of two sessions of a visitor. If both are the same session, the one with the later `lastAt`. */
export function laterSession(a: Session | undefined, b: Session | undefined): Session | undefined {
  if (!a || !b) return a ?? b
  if (a.day !== b.day) return a.day > b.day ? a : b
  if (a.number !== b.number) return a.number > b.number ? a : b
  return a.lastAt >= b.lastAt ? a : b
}

/** The session of a visitor's next events: the last session if it can be continued, otherwise a new one. */
export function sessionFor(arrival: Arrival, last: Session | undefined): Session {
  const { days, receivedAt } = arrival
  if (last && isDayContinuable(last, arrival) && !isPaused(last.lastAt, receivedAt)) {
    return { ...last, lastAt: Math.max(last.lastAt, receivedAt) }
  }
  const [today] = days
  const number = last?.day === today.day ? Math.min(last.number + 1, maxSessions) : 1
  const { day, visitor } = today
  const session_id = sessionIdOf(today, number)
  return { day, visitor, number, session_id, lastAt: receivedAt }
}
