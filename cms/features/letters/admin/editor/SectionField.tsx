'use client'
import type { RelationshipFieldClientComponent } from 'payload'
import { useId } from 'react'
import { useReply } from '../../../../platform/admin/calls/use-reply.ts'
import { useValue } from '../../../../platform/admin/forms/use-open-record.ts'
import { useBlockField } from './use-block-field.ts'

type MenuSection = { id: number; title: string }

/** The field that chooses which section of a room's menu a letter shows, or the whole menu. */
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
  const { reply, problem } = useReply<{ docs: MenuSection[] }>(room ? `menus?${query}` : null)
  if (!room) return null
  const sections = reply?.docs ?? []
  const chosen = typeof value === 'object' ? (value?.id ?? null) : (value ?? null)
  // True if the room was changed after the section was chosen.
  const isOfOtherRoom =
    chosen !== null && reply !== null && !sections.some(({ id }) => id === chosen)
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
        {sections.map((section) => (
          <option key={section.id} value={section.id}>
            {section.title}
          </option>
        ))}
      </select>
      {problem ? <p className="record-problem">{problem}</p> : null}
    </div>
  )
}
