'use client'
import './week-table.css'
import { FieldDescription, useFormSubmitted } from '@payloadcms/ui'
import type { ArrayFieldClientComponent } from 'payload'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { Button } from '../../../platform/ui/Button.tsx'
import { randomId } from '../../../platform/ui/random-id.ts'
import { type Weekday, weekdays } from '../hours/opening-hours.ts'
import {
  cellKey,
  copyDay,
  type DaySpan,
  describeDay,
  describeWeek,
  isEmptyWeek,
  nextDay,
  problemsOf,
  type Week,
  weekOf,
  withWeek,
} from '../hours/week.ts'
import { areaName, dayNames } from '../names.ts'
import { venueAreas } from '../rules.ts'
import { useHoursRows } from './use-hours-rows.ts'
import { DayCells } from './WeekDay.tsx'

/**
 * The opening hours of each area as the table of a week. Ctrl+D copies a day to the next day, and
 * Ctrl+Shift+D copies it to all days.
 */
export const WeekTables: ArrayFieldClientComponent = ({ field, path: givenPath, readOnly }) => {
  const { rows, replace, path, disabled, problem } = useHoursRows(givenPath)
  const isReadOnly = Boolean(readOnly || disabled)
  return (
    <div className="field-type week-tables admin-inputs" id={`field-${path}`}>
      <h3>{String(field.label)}</h3>
      <FieldDescription path={path} description={field.admin?.description} />
      {problem && <p className="week-fault">{problem}</p>}
      {venueAreas.map((area) => (
        <AreaWeek
          key={area}
          area={area}
          week={weekOf(rows, area)}
          fieldOfRow={(id) => `field-${path}__${rows.findIndex((row) => row.id === id)}`}
          readOnly={isReadOnly}
          onChange={(week) => replace(withWeek(rows, area, week, randomId))}
        />
      ))}
    </div>
  )
}

type AreaProps = {
  area: string
  week: Week
  /** The prefix of the element ids that the list of errors links to. @param id of a row */
  fieldOfRow: (id: string) => string
  readOnly: boolean
  onChange: (week: Week) => void
}

function AreaWeek({ area, week, fieldOfRow, readOnly, onChange }: AreaProps) {
  const isSubmitted = useFormSubmitted()
  const [isOpen, setOpen] = useState(false)
  const [announced, setAnnounced] = useState('')
  const body = useRef<HTMLTableSectionElement>(null)
  const find = (day: Weekday, name: string) =>
    body.current?.rows[weekdays.indexOf(day)]?.querySelector<HTMLElement>(`[data-name="${name}"]`)
  // The field that gets the focus once it is rendered.
  const pendingFocus = useRef<{ day: Weekday; name: string } | null>(null)
  const focus = (day: Weekday, name: string) => {
    const element = find(day, name)
    pendingFocus.current = element ? null : { day, name }
    element?.focus()
  }
  useEffect(() => {
    if (pendingFocus.current && find(pendingFocus.current.day, pendingFocus.current.name)) {
      focus(pendingFocus.current.day, pendingFocus.current.name)
    }
  })
  const problems = problemsOf(week)
  const idOf = (day: Weekday, index: number) => {
    // A row may apply to several days, but an id must be unique. The first day with an error gets the id.
    const { row = '' } = week[day][index] ?? {}
    const cells = weekdays.flatMap((each) =>
      week[each].flatMap((span, at) => (span.row === row ? [cellKey(each, at)] : [])),
    )
    const cellWithId = cells.find((key) => problems.has(key)) ?? cells[0]
    return cellWithId === cellKey(day, index) ? fieldOfRow(row) : undefined
  }
  const setDay = (day: Weekday, spans: DaySpan[], focused?: string) => {
    onChange({ ...week, [day]: spans })
    if (focused) focus(day, focused)
  }
  const copyToAll = (day: Weekday) => {
    if (readOnly) return
    setAnnounced(`Every day: ${describeDay(week[day])}`)
    onChange(copyDay(week, day, weekdays))
  }
  const copyToNext = (day: Weekday, focused: string) => {
    const next = nextDay(day)
    if (readOnly || !next) return
    setAnnounced(`${dayNames[next]}: ${describeDay(week[day])}`)
    onChange(copyDay(week, day, [next]))
    focus(next, focused)
  }
  const onKeyDown = (event: KeyboardEvent, day: Weekday) => {
    if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'd') return
    event.preventDefault()
    if (event.shiftKey) copyToAll(day)
    else copyToNext(day, (event.target as HTMLElement).dataset.name ?? 'next')
  }
  return (
    <details
      open={isOpen || (isSubmitted && problems.size > 0)}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary>
        <b>{areaName(area)}</b>{' '}
        <span>{isEmptyWeek(week) ? 'No hours: the site shows none.' : describeWeek(week)}</span>
      </summary>
      <table>
        <caption className="sr">{areaName(area)}</caption>
        <thead>
          <tr>
            <th scope="col">Day</th>
            <th scope="col">From – to</th>
            <th scope="col">Closed</th>
            {readOnly ? null : <th scope="col">Copy</th>}
          </tr>
        </thead>
        <tbody ref={body}>
          {weekdays.map((day) => (
            <tr key={day} onKeyDown={(event) => onKeyDown(event, day)}>
              <th scope="row">{dayNames[day]}</th>
              <DayCells
                {...{ day, problems, readOnly }}
                spans={week[day]}
                idOf={(index) => idOf(day, index)}
                showsProblems={isSubmitted}
                onChange={(spans, focused) => setDay(day, spans, focused)}
              />
              {readOnly ? null : (
                <td className="week-copy">
                  <Button
                    data-name="next"
                    aria-keyshortcuts="Control+D"
                    unavailable={!nextDay(day)}
                    onClick={() => copyToNext(day, 'next')}
                  >
                    Copy to next day<span className="sr"> from {dayNames[day]}</span>
                  </Button>
                  <Button
                    data-name="all"
                    aria-keyshortcuts="Control+Shift+D"
                    onClick={() => copyToAll(day)}
                  >
                    Copy to all days<span className="sr"> from {dayNames[day]}</span>
                  </Button>
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
      <p className="sr" role="status">
        {announced}
      </p>
    </details>
  )
}
