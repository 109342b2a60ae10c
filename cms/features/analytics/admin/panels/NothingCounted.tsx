import { Button } from '../../../../platform/ui/Button.tsx'
import type { OverviewReport } from '../../reports/contract.ts'
import { settingsOfPeriod, settingsOfRange } from '../settings.ts'
import { describeRange, inRange } from '../texts.ts'
import { useChoices } from '../use-choices.ts'
import { useScreen } from '../use-screen.tsx'

/** Explains why there are no numbers, and what to do. Empty if there are numbers. */
export function NothingCounted({ reply }: { reply: OverviewReport | null }) {
  return reply && !reply.tooFew && !reply.totals.views ? <Reason reply={reply} /> : null
}

function Reason({ reply }: { reply: OverviewReport }) {
  const { settings, range, today, change } = useScreen()
  const { choices } = useChoices()
  const firstDay = choices?.firstDay
  const isFiltered = Object.keys(settings.filters).length > 0
  const isBeforeFirstDay = firstDay && firstDay > reply.range.to
  return (
    <aside className="admin-warning analytics-nothing">
      <p>
        <strong>Nothing was counted {inRange(reply.range, today)}.</strong>{' '}
        {isFiltered
          ? 'No visit matches the filters.'
          : firstDay === null
            ? 'Nobody has visited the site yet. Visits appear here within a minute; those of staff are not counted.'
            : isBeforeFirstDay
              ? `Counting began on ${describeRange({ from: firstDay, to: firstDay }, today)}.`
              : 'Nobody came, or the site was not running.'}
      </p>
      {isFiltered ? (
        <Button onClick={() => change({ filters: {} })}>Remove the filters</Button>
      ) : isBeforeFirstDay ? (
        <Button onClick={() => change(settingsOfRange({ from: firstDay, to: today }))}>
          Show since then
        </Button>
      ) : range.to < today && firstDay !== null ? (
        <Button onClick={() => change(settingsOfPeriod('today', today))}>Show today</Button>
      ) : null}
    </aside>
  )
}
