/** Longest text of one content record, in characters. */
export const maxTextLength = 10_000

/** Margins in spacing steps, and the names that editors see. Source: spec section 9. */
export const marginSteps = [0, 1, 2, 4, 8] as const
export const marginNames = ['None', 'Small', 'Medium', 'Large', 'X-Large'] as const

/** Overwritten drafts are deleted from the history after this many days. Published versions are never deleted. */
export const draftRetentionDays = 365

/** Deep equality. The order of fields does not matter. Fields that are undefined or null are ignored. */
export function isSameContent(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true
  if (!one || !other || typeof one !== 'object' || typeof other !== 'object') return false
  const [left, right] = [one, other].map((each) =>
    Object.entries(each).filter(([, value]) => value !== undefined && value !== null),
  )
  return (
    left?.length === right?.length &&
    !!left?.every(([name, value]) => isSameContent(value, (other as Record<string, unknown>)[name]))
  )
}
