import type { TrailVisit } from '../../../cms/features/analytics/trail/contract.ts'

type Step =
  | ({ type: 'page' } & TrailVisit['pages'][number])
  | ({ type: 'action' } & TrailVisit['actions'][number])

/** The pages and actions of a visit in the order of their times; a page before its actions. */
export const stepsOf = ({ pages, actions }: TrailVisit): Step[] =>
  [
    ...pages.map((page) => ({ type: 'page' as const, ...page })),
    ...actions.map((action) => ({ type: 'action' as const, ...action })),
  ].sort((one, other) => Date.parse(one.at) - Date.parse(other.at))

/** Formats a moment as `7 November 2026, 14:05`. @param iso a moment in ISO 8601 */
export const formatVisit = (iso: string, timeZone: string): string =>
  new Intl.DateTimeFormat('en-GB', {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZone,
  })
    .format(new Date(iso))
    .replace(' at ', ', ')

/** Seconds as `42 s` or `3 min 5 s`. */
export function formatSpent(seconds: number): string {
  const minutes = Math.floor(seconds / 60)
  return minutes === 0 ? `${seconds} s` : `${minutes} min ${seconds % 60} s`
}
