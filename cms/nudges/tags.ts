/** Announced when a nudge begins to be sent or is cancelled. Wakes workers and open windows. */
export const nudgesTag = 'nudges'
