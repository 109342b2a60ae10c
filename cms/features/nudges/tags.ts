/**
 * Announced when a nudge begins to be sent or is cancelled. Wakes the workers that send nudges to devices and windows.
 */
export const nudgesTag = 'nudges'
