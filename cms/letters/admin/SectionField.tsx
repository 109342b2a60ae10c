'use client'
import type { RelationshipFieldClientComponent } from 'payload'
import { useId } from 'react'
import { useValue } from '../../admin/forms/use-open-record.ts'
import { useReply } from '../../admin/shell/use-reply.ts'
import { useBlockField } from './use-block-field.ts'

type Part = { id: number; title: string }

/** The section of a room's menu that a letter shows, or the whole menu. */
export const SectionField: RelationshipFieldClientComponent = ({ field, path, readOnly }) => {
  const id = useId()
  const { value, setValue, disabled } = useBlockField<number | { id: number } | null>(path)
  const room = useValue<string>('room')
  const query = new URLSearchParams({
    'where[page][equals]': room ?? '',
    'select[title]': 'true',
    sort: 'position',
    limit: '100',
    depth: '0',
  })
  const { reply, problem } = useReply<{ docs: Part[] }>(room ? `menus?${query}` : null)
  if (!room) return null
  const parts = reply?.docs ?? []
  const chosen = typeof value === 'object' ? (value?.id ?? null) : (value ?? null)
  // The chosen section belongs to the room that was selected before.
  const isOfOtherRoom =
    chosen !== null && reply !== null && !parts.some((part) => part.id === chosen)
  return (
    <div className="field-type block-field admin-inputs">
      <label htmlFor={id}>{String(field.label ?? '')}</label>
      <select
        id={id}
        value={chosen ?? ''}
        disabled={Boolean(readOnly || disabled)}
        aria-invalid={isOfOtherRoom || undefined}
        onChange={({ target }) => setValue(target.value ? Number(target.value) : null)}
      >
        <option value="">All of it</option>
        {isOfOtherRoom ? <option value={chosen ?? ''}>– not of this room –</option> : null}
        {parts.map((part) => (
          <option key={part.id} value={part.id}>
            {part.title}
          </option>
        ))}
      </select>
      {problem ? <p className="record-problem">{problem}</p> : null}
    </div>
  )
}
