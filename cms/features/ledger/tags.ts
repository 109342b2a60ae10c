/** Announced, at most once a second, when members' credit has changed. */
export const creditMovedTag = 'credit_moved'
