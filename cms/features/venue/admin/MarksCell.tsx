'use client'
import type { SelectFieldClient } from 'payload'
import type { FocusEvent, KeyboardEvent } from 'react'
import { ChoiceBoxes, useChoices } from '../../../platform/admin/fields/ChoiceBoxes.tsx'

type Props = { field: SelectFieldClient; path: string; readOnly: boolean }

/** The chosen marks as a summary that opens the checkboxes. */
export function MarksCell({ field, path, readOnly }: Props) {
  const choices = useChoices({ field, path })
  const shown = choices.options.filter(({ value }) => choices.chosen.includes(value))
  const closeOnBlur = ({ currentTarget, relatedTarget }: FocusEvent<HTMLDetailsElement>) => {
    if (!currentTarget.contains(relatedTarget)) currentTarget.open = false
  }
  const closeOnEscape = (event: KeyboardEvent<HTMLDetailsElement>) => {
    if (event.key !== 'Escape') return
    event.currentTarget.open = false
    event.currentTarget.querySelector('summary')?.focus()
  }
  return (
    <details className="menu-table__marks" onBlur={closeOnBlur} onKeyDown={closeOnEscape}>
      <summary>
        <span className="menu-table__marks-label">Marks: </span>
        {shown.map(({ label }) => String(label)).join(', ') || 'None'}
      </summary>
      <fieldset disabled={readOnly}>
        <legend className="sr">Marks</legend>
        <ChoiceBoxes {...choices} />
      </fieldset>
    </details>
  )
}
