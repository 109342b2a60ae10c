'use client'
import { useField } from '@payloadcms/ui'
import type { RelationshipFieldClientComponent } from 'payload'
import { useEffect, useId, useState } from 'react'
import { call, errorMessage } from '../../admin/shell/call.ts'
import { useValue } from './use-letter.ts'

type Part = { id: number; title: string }

/** The section of a room's menu that a letter shows, or the whole menu. */
export const SectionField: RelationshipFieldClientComponent = ({ field, path, readOnly }) => {
  const id = useId()
  const { value, setValue, disabled } = useField<number | { id: number } | null>({
    path,
  })
  const room = useValue<string>('room')
  const [parts, setParts] = useState<Part[]>([])
  const [fault, setFault] = useState<string | null>(null)
  useEffect(() => {
    if (!room) return
    const controller = new AbortController()
    findParts(room, controller.signal)
      .then((found) => {
        setParts(found)
        setFault(null)
      })
      .catch((error) => {
        if (!controller.signal.aborted) setFault(errorMessage(error))
      })
    return () => controller.abort()
  }, [room])
  if (!room) return null
  const chosen = typeof value === 'object' ? (value?.id ?? null) : (value ?? null)
  // The section belongs to the room that was chosen before.
  const isGone = chosen !== null && parts.length > 0 && !parts.some((part) => part.id === chosen)
  return (
    <div className="field-type block-field">
      <label htmlFor={id}>{String(field.label ?? '')}</label>
      <select
        id={id}
        value={chosen ?? ''}
        disabled={Boolean(readOnly || disabled)}
        aria-invalid={isGone || undefined}
        onChange={({ target }) => setValue(target.value ? Number(target.value) : null)}
      >
        <option value="">All of it</option>
        {isGone ? <option value={chosen ?? ''}>– not of this room –</option> : null}
        {parts.map((part) => (
          <option key={part.id} value={part.id}>
            {part.title}
          </option>
        ))}
      </select>
      {fault ? <p className="letter-fault">{fault}</p> : null}
    </div>
  )
}

async function findParts(room: string, signal: AbortSignal): Promise<Part[]> {
  const query = new URLSearchParams({
    'where[page][equals]': room,
    'select[title]': 'true',
    sort: 'position',
    limit: '100',
    depth: '0',
  })
  return (await call<{ docs: Part[] }>(`menus?${query}`, { signal })).docs
}
