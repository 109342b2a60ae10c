'use client'
import { useField, useFormFields } from '@payloadcms/ui'
import type { TextFieldClientComponent } from 'payload'
import { type ReactNode, useState } from 'react'
import { useAdminContext } from '../../../platform/admin/shell/AdminContext.tsx'
import { Button } from '../../../platform/ui/Button.tsx'
import {
  addDays,
  daysToStay,
  endOfRule,
  isDayOf,
  listOf,
  positionNames,
  positionOf,
  positions,
  type Repeat,
  type RepeatEnd,
  type RuleDay,
  readRepeat,
  ruleDayNames,
  ruleDayOf,
  ruleDays,
  writeRepeat,
} from '../series/repeat.ts'

const kindLabels: Record<Repeat['kind'], string> = {
  once: 'No, it happens once',
  daily: 'By days',
  weekly: 'By weeks',
  monthly: 'By months',
  own: 'By a rule of its own',
}

const exampleStart = '2026-01-05T19:30'

/** The field for how an event repeats, in plain words. The value is stored as a rule of RFC 5545. */
export const RepeatField: TextFieldClientComponent = ({ path, readOnly }) => {
  const { value, setValue, showError, errorMessage, disabled } = useField<string | null>({ path })
  const start = useFormFields(([fields]) => fields.start?.value as string | null) || exampleStart
  const { timeZone } = useAdminContext()
  // A chosen rule of its own stays one, also while it reads like one of the other ways.
  const [isOwn, setIsOwn] = useState(false)
  const repeat: Repeat = isOwn
    ? { kind: 'own', rule: value ?? '' }
    : readRepeat(value || null, { start, timeZone })
  const isFixed = Boolean(readOnly || disabled)
  const set = (next: Repeat) => setValue(writeRepeat(next))
  const choose = (kind: Repeat['kind']) => {
    setIsOwn(kind === 'own')
    set(initialRepeat(kind, { start, timeZone, rule: value || null }))
  }
  return (
    <fieldset
      className="field-type event-repeat"
      id={`field-${path}`}
      disabled={isFixed}
      tabIndex={-1}
    >
      <legend className="field-label">Does it repeat?</legend>
      <select
        aria-label="How it repeats"
        value={repeat.kind}
        onChange={({ target }) => choose(target.value as Repeat['kind'])}
      >
        {Object.entries(kindLabels).map(([kind, label]) => (
          <option key={kind} value={kind}>
            {label}
          </option>
        ))}
      </select>
      {repeat.kind === 'own' ? (
        <label>
          The rule, as calendar files write it (RFC 5545, without DTSTART)
          <input
            value={repeat.rule}
            placeholder="FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1"
            autoComplete="off"
            spellCheck={false}
            onChange={({ target }) => setValue(target.value)}
          />
        </label>
      ) : null}
      {repeat.kind === 'daily' || repeat.kind === 'weekly' || repeat.kind === 'monthly' ? (
        <>
          <Every repeat={repeat} onChange={set} />
          {repeat.kind === 'weekly' ? <Days repeat={repeat} start={start} onChange={set} /> : null}
          {repeat.kind === 'monthly' ? <MonthDay repeat={repeat} onChange={set} /> : null}
          <End end={repeat.end} start={start} onChange={(end) => set({ ...repeat, end })} />
        </>
      ) : null}
      <OtherDay repeat={repeat} start={start} onChange={set} />
      <p className="money-field__problem">{showError ? errorMessage : null}</p>
    </fieldset>
  )
}

/** The values with which a way to repeat begins. A series that ends keeps its end. */
function initialRepeat(
  kind: Repeat['kind'],
  { rule, ...event }: { start: string; timeZone: string; rule: string | null },
): Repeat {
  const { start } = event
  const end = endOfRule(rule, event)
  if (kind === 'once') return { kind }
  if (kind === 'own') return { kind, rule: rule ?? 'FREQ=YEARLY' }
  if (kind === 'daily') return { kind, every: 1, end }
  if (kind === 'weekly') return { kind, every: 1, days: [ruleDayOf(start)], end }
  return { kind, every: 1, position: positionOf(start), day: ruleDayOf(start), end }
}

/**
 * Asks what is meant if the start is on a day on which the series is not. Without an answer, the series would have no
 * date on that day, and a date that people know would be dropped.
 */
function OtherDay({
  repeat,
  start: startValue,
  onChange,
}: {
  repeat: Repeat
  start: string
  onChange: (next: Repeat) => void
}) {
  const start = useField<string | null>({ path: 'start' })
  const end = useField<string | null>({ path: 'end' })
  const doors = useField<string | null>({ path: 'doors' })
  const leftOut = useField<string[] | null>({ path: 'left_out' })
  if (!start.value || isDayOf(repeat, startValue)) return null
  const day = ruleDayOf(startValue)
  const name = ruleDayNames[day]
  const away = daysToStay(repeat, startValue, start.initialValue || null)
  const stay = () => {
    if (away === null) return
    for (const field of [start, end, doors]) {
      if (field.value) field.setValue(addDays(field.value, away))
    }
  }
  if (repeat.kind === 'weekly') {
    const usual = listOf(
      ruleDays.filter((each) => repeat.days.includes(each)).map((each) => `${ruleDayNames[each]}s`),
    )
    const known = start.initialValue ? ruleDayOf(start.initialValue) : null
    const replaced = known && repeat.days.includes(known) ? known : repeat.days[0]
    const move = () => {
      onChange({ ...repeat, days: repeat.days.map((each) => (each === replaced ? day : each)) })
      // Its exceptions move with it.
      const days = replaced ? ruleDays.indexOf(day) - ruleDays.indexOf(replaced) : 0
      if (Array.isArray(leftOut.value) && repeat.days.length === 1) {
        leftOut.setValue(leftOut.value.map((each) => addDays(each, days)))
      }
    }
    return (
      <Question text={`It starts on a ${name}, but the series is on ${usual}.`}>
        <Button onClick={move}>Move it to {name}s</Button>
        <Button onClick={() => onChange({ ...repeat, days: [...repeat.days, day] })}>
          {name}s as well
        </Button>
        {away === null ? null : <Button onClick={stay}>Stay on {usual}</Button>}
      </Question>
    )
  }
  if (repeat.kind !== 'monthly') return null
  const usual = `${positionNames[repeat.position]} ${ruleDayNames[repeat.day]}`
  const position = positionOf(startValue)
  return (
    <Question text={`It starts on another day than the ${usual} of the month.`}>
      <Button onClick={() => onChange({ ...repeat, position, day })}>
        Move it to the {positionNames[position]} {name}
      </Button>
      {away === null ? null : <Button onClick={stay}>Stay on the {usual}</Button>}
    </Question>
  )
}

const Question = ({ text, children }: { text: string; children: ReactNode }) => (
  <div className="event-question" role="status">
    <p>{text} What is meant?</p>
    <p className="event-question__ways">{children}</p>
  </div>
)

type PeriodicRepeat = Extract<Repeat, { every: number }>
const units = { daily: ['day', 'days'], weekly: ['week', 'weeks'], monthly: ['month', 'months'] }

const Every = ({
  repeat,
  onChange,
}: {
  repeat: PeriodicRepeat
  onChange: (next: Repeat) => void
}) => (
  <label className="event-inline">
    Every
    <input
      type="number"
      min={1}
      max={52}
      value={repeat.every}
      onChange={({ target }) =>
        onChange({ ...repeat, every: Math.max(1, Math.round(target.valueAsNumber) || 1) })
      }
    />
    {units[repeat.kind][repeat.every === 1 ? 0 : 1]}
  </label>
)

function Days({
  repeat,
  start,
  onChange,
}: {
  repeat: Extract<Repeat, { kind: 'weekly' }>
  start: string
  onChange: (next: Repeat) => void
}) {
  const chosen = repeat.days.length ? repeat.days : [ruleDayOf(start)]
  const toggle = (day: RuleDay, isChosen: boolean) => {
    const days = isChosen ? [...chosen, day] : chosen.filter((each) => each !== day)
    onChange({ ...repeat, days: days.length ? days : [day] })
  }
  return (
    <fieldset className="event-days">
      <legend className="sr">On</legend>
      {ruleDays.map((day) => (
        <label key={day}>
          <input
            type="checkbox"
            checked={chosen.includes(day)}
            onChange={({ target }) => toggle(day, target.checked)}
          />
          {ruleDayNames[day].slice(0, 3)}
          <span className="sr">{ruleDayNames[day].slice(3)}</span>
        </label>
      ))}
    </fieldset>
  )
}

const MonthDay = ({
  repeat,
  onChange,
}: {
  repeat: Extract<Repeat, { kind: 'monthly' }>
  onChange: (next: Repeat) => void
}) => (
  <div className="event-inline">
    On the
    <select
      aria-label="Which of the month"
      value={repeat.position}
      onChange={({ target }) =>
        onChange({ ...repeat, position: Number(target.value) as (typeof positions)[number] })
      }
    >
      {positions.map((position) => (
        <option key={position} value={position}>
          {positionNames[position]}
        </option>
      ))}
    </select>
    <select
      aria-label="Day of the week"
      value={repeat.day}
      onChange={({ target }) => onChange({ ...repeat, day: target.value as RuleDay })}
    >
      {ruleDays.map((day) => (
        <option key={day} value={day}>
          {ruleDayNames[day]}
        </option>
      ))}
    </select>
  </div>
)

type EndProps = { end: RepeatEnd; start: string; onChange: (end: RepeatEnd) => void }

function End({ end, start, onChange }: EndProps) {
  const initialEnds: Record<RepeatEnd['kind'], RepeatEnd> = {
    never: { kind: 'never' },
    until: { kind: 'until', day: threeMonthsLater(start) },
    count: { kind: 'count', count: 10 },
  }
  return (
    <div className="event-inline">
      <select
        aria-label="Until when"
        value={end.kind}
        onChange={({ target }) => onChange(initialEnds[target.value as RepeatEnd['kind']])}
      >
        <option value="never">without an end</option>
        <option value="until">until a day</option>
        <option value="count">so many times</option>
      </select>
      {end.kind === 'until' ? (
        <input
          type="date"
          aria-label="Last day"
          value={end.day}
          onChange={({ target }) =>
            onChange({ kind: 'until', day: target.value || threeMonthsLater(start) })
          }
        />
      ) : null}
      {end.kind === 'count' ? (
        <input
          type="number"
          aria-label="How many times"
          min={1}
          max={400}
          value={end.count}
          onChange={({ target }) =>
            onChange({ kind: 'count', count: Math.max(1, Math.round(target.valueAsNumber) || 1) })
          }
        />
      ) : null}
    </div>
  )
}

function threeMonthsLater(start: string): string {
  const day = new Date(`${start.slice(0, 10)}T00:00:00Z`)
  day.setUTCMonth(day.getUTCMonth() + 3)
  return day.toISOString().slice(0, 10)
}
