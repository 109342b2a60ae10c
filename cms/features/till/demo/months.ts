type Movement = { amountCents: number; event_at: string }

const dayMs = 86_400_000

/**
 * What a till took in each month, oldest first, with the time of its closing: the end of the month, in the current month
 * the last midnight. What was taken since then is left out.
 * @param movements of the till's account, below zero for what was taken
 */
export function demoMonths(
  movements: readonly Movement[],
  now: Date,
): { at: Date; takenCents: number }[] {
  const midnight = new Date(Math.floor(now.getTime() / dayMs) * dayMs)
  const months = new Map<string, number>()
  for (const { amountCents, event_at } of movements) {
    if (event_at >= midnight.toISOString()) continue
    const month = event_at.slice(0, 7)
    months.set(month, (months.get(month) ?? 0) - amountCents)
  }
  return [...months].sort().map(([month, takenCents]) => {
    const end = new Date(`${month}-01T00:00:00Z`)
    end.setUTCMonth(end.getUTCMonth() + 1)
    return { at: end < midnight ? end : midnight, takenCents }
  })
}
