import type { BotKind } from '../rules.ts'

/**
 * Stored with each day that was classified. Raise it when a rule below, isbot or a threshold changes: then all
 * stored sessions are classified again.
 */
export const botRulesVersion = 1

/** With so many views, no visible time and no interaction it is a program. */
export const silentViews = 20
/** More views in an hour are a program's. */
export const busyViews = 300

export type BotFacts = {
  /** Whether the user agent names a program, or there is none. */
  isAgent: boolean
  isDataCenter: boolean
  /** Whether the browser said that a program controls it, or its network had too many visitors. */
  isAutomated: boolean
  /** `silentViews` without visible time and interaction. */
  isSilent: boolean
  /** More than `busyViews` in an hour. */
  isBusy: boolean
}

/** Why a session is not a person's; null if it is. */
export function botOf(facts: BotFacts): BotKind | null {
  if (facts.isAgent) return 'agent'
  if (facts.isDataCenter) return 'network'
  return facts.isAutomated || facts.isSilent || facts.isBusy ? 'behaviour' : null
}
