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

/** Seconds as `42 s` or `3 min 5 s`. */
export function formatSpent(seconds: number): string {
  const minutes = Math.floor(seconds / 60)
  return minutes === 0 ? `${seconds} s` : `${minutes} min ${seconds % 60} s`
}
