import type { PushSupport } from '../push/support.ts'

const dayMs = 24 * 60 * 60_000
/** A device shows the question at most once in this time. */
const askAgainAfterMs = 30 * dayMs

/**
 * What to show after the person did something useful: the question whether to turn nudges on, how to install the app
 * on an iPhone, or nothing.
 */
export function questionFor({
  support,
  isSubscribed,
  askedAtMs,
  nowMs,
}: {
  support: PushSupport
  isSubscribed: boolean
  /** When this device was asked last; null if never. */
  askedAtMs: number | null
  nowMs: number
}): 'turn_on' | 'install' | null {
  if (isSubscribed || (askedAtMs !== null && nowMs - askedAtMs < askAgainAfterMs)) return null
  if (support === 'ready') return 'turn_on'
  return support === 'install' ? 'install' : null
}
