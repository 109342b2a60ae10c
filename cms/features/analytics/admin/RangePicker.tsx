import {
  type FormEvent,
  type KeyboardEvent,
  useCallback,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react'
import { Button } from '../../../platform/ui/Button.tsx'
import { type Comparison, firstReportDay } from '../reports/rules.ts'
import {
  type Period,
  periods,
  rangeProblem,
  settingsForReports,
  settingsOfPeriod,
  settingsOfRange,
  stepBy,
} from './settings.ts'
import { describeRange } from './texts.ts'
import { useScreen } from './use-screen.tsx'

const comparisonNames: Record<Comparison, string> = {
  previous: 'the time before',
  year: 'a year earlier',
  none: 'nothing',
}

type Props = {
  /** Whether the fields of custom dates are shown although a relative period is chosen. */
  isCustomOpen: boolean
  onCustom: (isOpen: boolean) => void
  hasComparison?: boolean
}

/** Lets the user choose the days of the numbers, and the days with which they are compared. */
export function RangePicker({ isCustomOpen, onCustom, hasComparison = true }: Props) {
  const { settings, range, today, remark, change } = useScreen()
  const { compare } = settingsForReports(settings)
  const period = isCustomOpen ? 'custom' : settings.period
  const choose = (chosen: Period) => {
    onCustom(chosen === 'custom')
    if (chosen !== 'custom') change(settingsOfPeriod(chosen, today))
  }
  const step = (by: -1 | 1) => change(stepBy(by, today))
  const select = useRef<HTMLSelectElement>(null)
  const leave = () => {
    onCustom(false)
    // If custom dates are chosen, their fields stay open and keep the focus.
    if (settings.period !== 'custom') select.current?.focus()
  }
  return (
    <div className="analytics-range">
      <div className="analytics-range__step">
        <Button onClick={() => step(-1)} aria-label="The range before">
          <span aria-hidden="true">←</span>
        </Button>
        <label>
          <span className="sr">Period</span>
          <select
            ref={select}
            value={period}
            onChange={(event) => choose(event.target.value as Period)}
          >
            {Object.entries(periods).map(([key, name]) => (
              <option key={key} value={key}>
                {name}
              </option>
            ))}
          </select>
        </label>
        <Button
          onClick={() => step(1)}
          unavailable={range.to >= today}
          aria-label="The range after"
        >
          <span aria-hidden="true">→</span>
        </Button>
      </div>
      <p className="analytics-range__days">{describeRange(range, today)}</p>
      {hasComparison ? (
        <label className="analytics-range__compare">
          <span>compared with</span>
          <select
            value={compare}
            disabled={compare !== settings.compare}
            onChange={(event) => change({ compare: event.target.value as Comparison })}
          >
            {Object.entries(comparisonNames).map(([comparison, name]) => (
              <option key={comparison} value={comparison}>
                {name}
              </option>
            ))}
          </select>
        </label>
      ) : null}
      <p role="status" className="analytics-quiet">
        {remark}
      </p>
      {period === 'custom' ? <CustomDates onLeave={leave} /> : null}
    </div>
  )
}

/** @param props.onLeave called for Escape, which discards dates that were not applied yet */
function CustomDates({ onLeave }: { onLeave: () => void }) {
  const { range, today, change } = useScreen()
  const [from, setFrom] = useState(range.from)
  const [to, setTo] = useState(range.to)
  const [problem, setProblem] = useState<string | null>(null)
  const id = useId()
  const reset = useCallback(() => {
    setFrom(range.from)
    setTo(range.to)
    setProblem(null)
  }, [range.from, range.to])
  useEffect(reset, [reset])
  const discardOnEscape = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    const { nativeEvent } = event
    // Delayed: if this key closes the calendar of a date field, Firefox sets `defaultPrevented` only after the page has
    // received the event.
    setTimeout(() => {
      if (nativeEvent.defaultPrevented) return
      reset()
      onLeave()
    })
  }
  const apply = (event: FormEvent) => {
    event.preventDefault()
    const found = rangeProblem({ from, to }, today)
    setProblem(found)
    if (!found) change(settingsOfRange({ from, to }))
  }
  const field = {
    type: 'date',
    required: true,
    min: firstReportDay,
    max: today,
    'aria-describedby': id,
  } as const
  return (
    <form className="analytics-range__own" onSubmit={apply} onKeyDown={discardOnEscape} noValidate>
      <label>
        <span>From</span>
        <input
          {...field}
          id="analytics-from"
          value={from}
          onChange={(event) => setFrom(event.target.value)}
        />
      </label>
      <label>
        <span>To</span>
        <input {...field} value={to} onChange={(event) => setTo(event.target.value)} />
      </label>
      <Button type="submit" kind="strong">
        Show
      </Button>
      <p id={id} role="alert" className="record-problem">
        {problem}
      </p>
    </form>
  )
}
