'use client'
import { FieldDescription, FieldLabel, useField, useFormFields } from '@payloadcms/ui'
import { useSearchParams } from 'next/navigation'
import type { TextFieldClientComponent, TextFieldClientProps } from 'payload'
import { useEffect, useState } from 'react'
import { useOpenRecord } from '../../../platform/admin/forms/use-open-record.ts'
import { useAdminContext } from '../../../platform/admin/shell/AdminContext.tsx'
import { toDateTimeInput } from '../../../platform/ui/format-time.ts'
import { createStartMover } from '../ui/move-start.ts'

const minuteMs = 60_000
const parse = (local: string): number => Date.parse(`${local}:00Z`)

type Props = TextFieldClientProps & {
  onType?: (value: string | null, before: string | null) => void
}

/** A day and a time on the venue's clock, stored as `2026-12-03T19:30`. */
function LocalTimeInput({ field, path, readOnly, onType }: Props) {
  const { value, setValue, showError, errorMessage, disabled } = useField<string | null>({ path })
  const { timeZone } = useAdminContext()
  const id = `field-${path}`
  return (
    <div className="field-type when-field event-when">
      <FieldLabel htmlFor={id} label={field.label} path={path} required={field.required ?? false} />
      <input
        id={id}
        name={path}
        type="datetime-local"
        value={value ?? ''}
        disabled={Boolean(readOnly || disabled)}
        aria-invalid={showError || undefined}
        aria-describedby={`${id}-problem`}
        onChange={({ target }) => {
          onType?.(target.value || null, value ?? null)
          setValue(target.value || null)
        }}
      />
      <p id={`${id}-problem`} className="money-field__problem">
        {showError ? errorMessage : null}
      </p>
      <FieldDescription
        path={path}
        description={
          path === 'start' ? `On the venue’s clock (${timeZone}).` : field.admin?.description
        }
      />
    </div>
  )
}

/**
 * The field for the start. A change of the start also moves the end and the doors (`createStartMover`). A new event
 * starts on the day in the query (`?day=`).
 */
export const StartField: TextFieldClientComponent = (props) => {
  const end = useField<string | null>({ path: 'end' })
  const doors = useField<string | null>({ path: 'doors' })
  const { id } = useOpenRecord()
  const day = useSearchParams().get('day')
  const start = useField<string | null>({ path: props.path })
  const [initial] = useState(() => {
    const isOnDay = id === null && !start.value && day && /^\d{4}-\d{2}-\d{2}$/.test(day)
    return isOnDay
      ? { start: `${day}T19:30`, end: `${day}T22:00`, doors: null }
      : { start: null, end: end.value ?? null, doors: doors.value ?? null }
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: the effect runs only when the form opens
  useEffect(() => {
    if (initial.start === null) return
    start.setValue(initial.start, true)
    end.setValue(initial.end, true)
  }, [])
  const [moveStart] = useState(() => createStartMover(initial))
  const follow = (to: string | null, from: string | null) => {
    const moved = moveStart({ from, to, end: end.value ?? null, doors: doors.value ?? null })
    if (moved.end !== (end.value ?? null)) end.setValue(moved.end)
    if (moved.doors !== (doors.value ?? null)) doors.setValue(moved.doors)
  }
  return <LocalTimeInput {...props} onType={follow} />
}

export const TimeField: TextFieldClientComponent = (props) => <LocalTimeInput {...props} />

/** If the clocks show the start twice, asks which of the two hours is meant. */
export const LaterHourField = ({ path }: { path: string }) => {
  const { value, setValue } = useField<boolean | null>({ path })
  const start = useFormFields(([fields]) => fields.start?.value as string | null)
  const { timeZone } = useAdminContext()
  if (!value && !(start && isTwice(start, timeZone))) return null
  return (
    <label className="event-check">
      <input
        type="checkbox"
        checked={Boolean(value)}
        onChange={({ target }) => setValue(target.checked)}
      />
      The clocks go back and show this hour twice: it starts in the second one
    </label>
  )
}

/** Whether the clocks of a time zone show a time twice, because they are set back by an hour or half an hour. */
function isTwice(local: string, timeZone: string): boolean {
  const shown = (ms: number) => toDateTimeInput(new Date(ms), timeZone)
  const day = 24 * 60 * minuteMs
  const base = parse(local)
  let found = 0
  for (let ms = base - day; ms <= base + day; ms += 30 * minuteMs) if (shown(ms) === local) found++
  return found > 1
}
