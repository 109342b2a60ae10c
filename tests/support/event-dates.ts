/** The first Thursday from today on, plus a number of weeks: `YYYY-MM-DD`. */
export function thursday(weeks: number): string {
  const day = new Date()
  day.setUTCDate(day.getUTCDate() + ((11 - day.getUTCDay()) % 7) + 7 * weeks)
  return day.toISOString().slice(0, 10)
}

/** Adds days to a day. */
export const dayAfter = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)
