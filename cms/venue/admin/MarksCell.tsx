'use client'
import { useField } from '@payloadcms/ui'
import type { SelectFieldClient } from 'payload'
import type { FocusEvent, KeyboardEvent } from 'react'

type Props = { field: SelectFieldClient; path: string; readOnly: boolean }

/** The chosen marks in short, which open to boxes to tick. */
export function MarksCell({ field, path, readOnly }: Props) {
  const { value, setValue } = useField<string[] | null>({ path })
  const chosen = Array.isArray(value) ? value : []
  const options = field.options.flatMap((option) => (typeof option === 'string' ? [] : [option]))
  const shown = options.filter((option) => chosen.includes(option.value))
  const closeAfter = ({ currentTarget, relatedTarget }: FocusEvent<HTMLDetailsElement>) => {
    if (!currentTarget.contains(relatedTarget)) currentTarget.open = false
  }
  const closeBy = (event: KeyboardEvent<HTMLDetailsElement>) => {
    if (event.key !== 'Escape') return
    event.currentTarget.open = false
    event.currentTarget.querySelector('summary')?.focus()
  }
  return (
    <details className="menu-table__marks" onBlur={closeAfter} onKeyDown={closeBy}>
      <summary>
        <span className="menu-table__marks-label">Marks: </span>
        {shown.map(({ label }) => String(label)).join(', ') || 'None'}
      </summary>
      <fieldset disabled={readOnly}>
        <legend className="sr">Marks</legend>
        {options.map(({ value: option, label }) => (
          <label key={option}>
            <input
              type="checkbox"
              checked={chosen.includes(option)}
              onChange={({ target }) => {
                const others = chosen.filter((each) => each !== option)
                setValue(target.checked ? [...others, option] : others)
              }}
            />
            {String(label)}
          </label>
        ))}
      </fieldset>
    </details>
  )
}
