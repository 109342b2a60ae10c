import type { DeliveryState } from '../rules.ts'

/** What a push service answered; see `PushResult` of the push module. */
type Outcome =
  | { kind: 'accepted' | 'gone' | 'too_large' }
  | { kind: 'later'; afterMs: number | null }
  | { kind: 'refused'; status: number | null }

/** The next state of a delivery. A `queued` delivery waits for `waitMs`. `countsTry`: whether an attempt is counted. */
export type Settlement = {
  state: DeliveryState
  waitMs: number
  countsTry: boolean
  reason: string | null
}

/** After this many attempts a delivery has failed. */
export const maxTries = 8
/** The longest pause that a push service may request. */
const maxPauseMs = 60 * 60_000

const done = (state: DeliveryState, reason: string | null = null): Settlement => ({
  state,
  reason,
  waitMs: 0,
  countsTry: true,
})

/** The settlement of a delivery that was claimed and not sent. */
export const releasedSettlement = (waitMs = 0): Settlement => ({
  state: 'queued',
  waitMs,
  countsTry: false,
  reason: null,
})

/**
 * The settlement that follows from a push service's answer. A message without an answer is sent again, although it may
 * have arrived. The second message has the same topic and tag, so it replaces the first one.
 * @param options.tries the number of earlier attempts
 * @param options.backOffMs the pause if the push service names none
 * @param options.leftMs how long the nudge is still valid
 */
export function settlementAfter(
  outcome: Outcome,
  { tries, backOffMs, leftMs }: { tries: number; backOffMs: number; leftMs: number },
): Settlement {
  switch (outcome.kind) {
    case 'accepted':
      return done('accepted')
    case 'gone':
      return done('gone', 'unknown to the push service')
    case 'too_large':
      return done('failed', 'too large')
    case 'refused':
      return done('failed', outcome.status === null ? 'not sent' : `status ${outcome.status}`)
    case 'later': {
      const waitMs = Math.min(Math.max(outcome.afterMs ?? backOffMs, 0), maxPauseMs)
      if (tries + 1 >= maxTries) return done('failed', 'too many attempts')
      if (waitMs >= leftMs) return done('expired', 'the push service was unavailable')
      return {
        state: 'queued',
        waitMs,
        countsTry: true,
        reason: 'the push service was unavailable',
      }
    }
  }
}
