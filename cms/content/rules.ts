/** Longest text of one content record, in characters. */
export const longestText = 10_000

/** Margins in spacing steps, and the names that editors see. Source: spec section 9. */
export const marginSteps = [0, 1, 2, 4, 8] as const
export const marginNames = ['None', 'Small', 'Medium', 'Large', 'X-Large'] as const

/** How long an overwritten draft stays in the history, in days. Published versions are never deleted. */
export const draftRetentionDays = 365
