'use client'
import { useId, useRef, useState } from 'react'
import { Button } from '../../../platform/ui/Button.tsx'
import type { Weekday } from '../hours/opening-hours.ts'
import { cellKey, type DaySpan, lateEnd } from '../hours/week.ts'
import { dayNames } from '../names.ts'

type DayProps = {
  day: Weekday
  spans: DaySpan[]
  problems: ReadonlyMap<string, string>
  idOf: (index: number) => string | undefined
  readOnly: boolean
  /** Whether missing times are reported also in fields that were never focused. */
  showsProblems: boolean
  /** @param focused `data-name` of the element that gets the focus */
  onChange: (spans: DaySpan[], focused?: string) => void
}

/** The table cells of one day: its spans, and the checkbox *Closed*. */
export function DayCells({
  day,
  spans,
  problems,
  idOf,
  readOnly,
  showsProblems,
  onChange,
}: DayProps) {
  // The spans before *Closed* was ticked. They return when it is unticked.
  const spansBeforeClosing = useRef<DaySpan[]>([])
  const setClosed = (isClosed: boolean) => {
    if (isClosed) {
      spansBeforeClosing.current = spans
      onChange([])
    } else {
      const previous = spansBeforeClosing.current
      onChange(previous.length ? previous : [emptySpan], 'opens0')
    }
  }
  const set = (index: number, change: Partial<DaySpan>) =>
    onChange(spans.map((span, at) => (at === index ? { ...span, ...change } : span)))
  return (
    <>
      <td className="week-spans">
        {spans.map((span, index) => (
          <SpanInputs
            // biome-ignore lint/suspicious/noArrayIndexKey: a span is its position in the day
            key={index}
            name={spans.length > 1 ? `${dayNames[day]}, ${index + 1}` : dayNames[day]}
            span={span}
            index={index}
            id={idOf(index)}
            problem={problems.get(cellKey(day, index)) ?? null}
            showsProblems={showsProblems}
            readOnly={readOnly}
            onChange={(change) => set(index, change)}
            onRemove={
              spans.length > 1
                ? () =>
                    onChange(
                      spans.filter((_, at) => at !== index),
                      'opens0',
                    )
                : undefined
            }
          />
        ))}
        {spans.length && !readOnly ? (
          <Button
            className="week-add"
            onClick={() => onChange([...spans, emptySpan], `opens${spans.length}`)}
          >
            Add hours<span className="sr"> on {dayNames[day]}</span>
          </Button>
        ) : null}
      </td>
      <td className="week-closed">
        <label>
          <input
            type="checkbox"
            data-name="closed"
            checked={!spans.length}
            disabled={readOnly}
            onChange={({ target }) => setClosed(target.checked)}
          />
          <span>
            Closed<span className="sr"> on {dayNames[day]}</span>
          </span>
        </label>
      </td>
    </>
  )
}

const emptySpan: DaySpan = { row: '', opens: null, closes: null }

type SpanProps = {
  /** The name of the span in labels: `Monday`, or `Monday, 2`. */
  name: string
  span: DaySpan
  index: number
  id: string | undefined
  problem: string | null
  showsProblems: boolean
  readOnly: boolean
  onChange: (change: Partial<DaySpan>) => void
  onRemove: (() => void) | undefined
}

function SpanInputs(props: SpanProps) {
  const { name, span, index, id, problem, showsProblems, readOnly, onChange, onRemove } = props
  const problemId = useId()
  const [hasLostFocus, setLostFocus] = useState(false)
  const isComplete = Boolean(span.opens && span.closes)
  const shown = showsProblems || hasLostFocus || isComplete ? problem : null
  const late = lateEnd(span)
  const input = (which: 'opens' | 'closes', label: string) => (
    <input
      type="time"
      id={id && `${id}__${which}`}
      data-name={`${which}${index}`}
      aria-label={`${name} ${label}`}
      aria-invalid={shown ? true : undefined}
      aria-describedby={shown ? problemId : undefined}
      // A time input has no 24:00.
      value={(span[which] === '24:00' ? '00:00' : span[which]) ?? ''}
      disabled={readOnly}
      onChange={({ target }) => onChange({ [which]: target.value || null })}
    />
  )
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: handles the blur of the fields inside
    <div
      className="week-span"
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) setLostFocus(true)
      }}
    >
      {input('opens', 'from')}
      <span aria-hidden="true">–</span>
      {input('closes', 'to')}
      {late && <small>{late}</small>}
      {onRemove && !readOnly && (
        <Button className="week-remove" onClick={onRemove}>
          <span aria-hidden="true">×</span>
          <span className="sr">Remove {name}</span>
        </Button>
      )}
      {shown && (
        <p id={problemId} className="week-fault">
          {shown}
        </p>
      )}
    </div>
  )
}
