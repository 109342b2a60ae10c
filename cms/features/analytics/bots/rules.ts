import type { BotKind } from '../rules.ts'

/**
 * Stored with each classified day. Increase it when a rule below, the package `isbot` or a threshold changes, so that
 * all stored sessions are classified again.
 */
export const botRulesVersion = 2

/** A session with at least this many views, but no visible time and no interaction, is a bot's. */
export const silentViews = 20
/** A session with more views in an hour than this is a bot's. */
export const busyViews = 300

export type BotFacts = {
  /** Whether the user agent belongs to a bot, or is missing. */
  isBotAgent: boolean
  isDataCenter: boolean
  /** Whether the session came from a site that is on the list of referrer spam. */
  isReferrerSpam: boolean
  /** Whether the browser reported that a program controls it, or its network had too many visitors. */
  isAutomated: boolean
  /** Whether the session has `silentViews` views or more, but no visible time and no interaction. */
  isSilent: boolean
  /** Whether the session has more than `busyViews` in an hour. */
  isBusy: boolean
}

/** The kind of bot whose session it is; null for a person's session. */
export function botOf(facts: BotFacts): BotKind | null {
  if (facts.isBotAgent) return 'agent'
  if (facts.isDataCenter) return 'network'
  if (facts.isReferrerSpam) return 'referrer'
  return facts.isAutomated || facts.isSilent || facts.isBusy ? 'behaviour' : null
}
