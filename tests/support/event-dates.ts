/** A day that many weeks from now, `YYYY-MM-DD`: a Thursday. */
export function thursday(weeks: number): string {
  const day = new Date()
  day.setUTCDate(day.getUTCDate() + ((11 - day.getUTCDay()) % 7) + 7 * weeks)
  return day.toISOString().slice(0, 10)
}

/** The day that is some days after another one. */
export const dayAfter = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)
