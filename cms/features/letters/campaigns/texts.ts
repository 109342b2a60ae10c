import { formatNumber } from '../../../platform/ui/format-number.ts'
import { formatVenueTime } from '../../venue/time/venue-time.ts'
import type { TimedVisits } from './contract.ts'

const formatCount = (count: number, one: string): string =>
  `${formatNumber(count)} ${one}${count === 1 ? '' : 's'}`

/** What is known about the visits that began with a click on a letter or nudge, as one or two sentences. */
export function describeVisits({ found, isOver }: Pick<TimedVisits, 'found' | 'isOver'>): string {
  const soFar = isOver ? '' : ' so far'
  switch (found.kind) {
    case 'small':
      return isOver
        ? 'Fewer than five people got it, so nothing is told of their visits.'
        : 'Fewer than five people have got it so far, and nothing is told of the visits of so few.'
    case 'none':
      return `No visit came by it${soFar}.`
    case 'few':
      return `Fewer than five visitors came by it${soFar}. What so few did is not shown.`
    case 'deleted':
      return `Single visits are deleted after ${found.keptFor}. Analytics still has their sums.`
    case 'counted':
      return `${formatCount(found.visits, 'visit')} with ${formatCount(found.views, 'page view')} came by it${soFar}.`
  }
}

/** Which visits are counted. @param openEnd when counting ends, while that is not known as a moment */
export function describeVisitTime(
  { from, until, isOver }: Pick<TimedVisits, 'from' | 'until' | 'isOver'>,
  { timeZone, openEnd }: { timeZone: string; openEnd: string },
): string {
  const format = (at: string) => formatVenueTime(new Date(at), timeZone)
  const end = until ? format(until) : openEnd
  return isOver
    ? `Visits that began from ${format(from)} until ${end}.`
    : `Visits since ${format(from)}, until ${end}.`
}

/** What the numbers do not contain. */
export const visitsNote =
  'A visit that was under way before the click is not among them, and what fewer than five visitors did is left out.'

/** How often a page was viewed: `20 views in 12 visits`. */
export const describeViews = ({ views, visits }: { views: number; visits: number }): string =>
  `${formatCount(views, 'view')} in ${formatCount(visits, 'visit')}`

/** Why actions are not shown. @param keptFor e.g. `90 days` */
export const describeActions = (keptFor: string): string =>
  `What visitors did on the pages is deleted after ${keptFor}.`

/**
 * What is counted after the visits, or why it is not shown yet.
 * @param request.days for how many days after the visit. `isShown`: whether these days are over for all visits
 */
export const describeAfterwards = ({
  days,
  isShown,
}: {
  days: number
  isShown: boolean
}): string =>
  isShown
    ? `In the ${days} days after the visit. Only members who agreed to be counted are known again.`
    : `How many members reserved and came in is shown ${days} days after the last visit counts. Before that, a number that grows as somebody comes in would tell that they clicked.`
