import { dayNames } from '../names.ts'
import { weekdays } from './opening-hours.ts'

const shortName = (day: string) => (dayNames as Record<string, string>)[day]?.slice(0, 3) ?? day

/** Days in words: `Mon–Thu, Sat`; `Every day` for all seven. */
export function formatDays(days: readonly string[]): string {
  const chosen = weekdays.filter((day) => days.includes(day))
  if (chosen.length === weekdays.length) return 'Every day'
  const runs: string[][] = []
  for (const day of chosen) {
    const run = runs.at(-1)
    const follows = run && weekdays.indexOf(run.at(-1) as 'mon') + 1 === weekdays.indexOf(day)
    if (follows) run.push(day)
    else runs.push([day])
  }
  return runs
    .map(([first = '', ...rest]) => {
      const last = rest.at(-1)
      return last ? `${shortName(first)}–${shortName(last)}` : shortName(first)
    })
    .join(', ')
}
