'use client'
import './menu-table.css'
import {
  DraggableSortable,
  FieldError,
  FieldPathContext,
  TextareaField,
  TextField,
  useDraggableSortable,
  useField,
  useForm,
} from '@payloadcms/ui'
import type {
  ArrayFieldClientComponent,
  ClientField,
  NumberFieldClient,
  SelectFieldClient,
  TextareaFieldClient,
  TextFieldClient,
} from 'payload'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { MoneyField } from '../../../platform/admin/fields/MoneyField.tsx'
import { emptyRow } from '../../../platform/admin/forms/empty-row.ts'
import { Button } from '../../../platform/ui/Button.tsx'
import { MarksCell } from './MarksCell.tsx'
import { SoldOutCell } from './SoldOutCell.tsx'

type Named = ClientField & { name: string; label?: string }
type CellProps = { field: Named; path: string; readOnly: boolean }

/**
 * The items of a menu as one table. Enter adds a row below. Rows are moved with Alt and an arrow key, or by
 * dragging the handle.
 */
export const MenuTable: ArrayFieldClientComponent = ({ field, path: givenPath, readOnly }) => {
  const { addFieldRow, moveFieldRow, removeFieldRow } = useForm()
  const {
    rows = [],
    path,
    disabled,
    showError,
  } = useField<number>({
    hasRows: true,
    potentiallyStalePath: givenPath,
  })
  const columns = field.fields.filter((each): each is Named => 'name' in each && each.name in cells)
  const isReadOnly = Boolean(readOnly || disabled)
  const isFull = rows.length >= (field.maxRows ?? Number.POSITIVE_INFINITY)
  const [announcement, setAnnouncement] = useState('')
  const body = useRef<HTMLTableSectionElement>(null)
  // The cell that gets the focus once an added or moved row is rendered.
  const pendingFocus = useRef<{ row: number; column: string } | null>(null)
  useEffect(() => {
    if (!pendingFocus.current || !rows.length) return
    const { row, column } = pendingFocus.current
    pendingFocus.current = null
    body.current?.rows[row]
      ?.querySelector<HTMLElement>(
        `[data-column="${column}"] :is(input, textarea, summary, button)`,
      )
      ?.focus()
  }, [rows])

  const add = (row: number) => {
    if (isReadOnly || isFull) return
    pendingFocus.current = { row, column: 'name' }
    addFieldRow({
      path,
      rowIndex: row,
      schemaPath: path,
      subFieldState: emptyRow(field.fields),
    })
  }
  const move = (from: number, to: number, column = 'handle') => {
    if (isReadOnly || to < 0 || to >= rows.length || from === to) return
    pendingFocus.current = { row: to, column }
    moveFieldRow({ path, moveFromIndex: from, moveToIndex: to })
    setAnnouncement(`Now row ${to + 1} of ${rows.length}.`)
  }
  const onKeyDown = (event: KeyboardEvent, row: number) => {
    const target = event.target as HTMLElement
    const column = target.closest<HTMLElement>('[data-column]')?.dataset.column
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key]
    if (event.altKey && step) {
      event.preventDefault()
      move(row, row + step, column)
    }
    const isText = target.matches('input:not([type="checkbox"]), textarea')
    if (event.key === 'Enter' && isText && !event.shiftKey && !event.nativeEvent.isComposing) {
      event.preventDefault()
      add(row + 1)
    }
  }

  return (
    <div className="field-type menu-table" id={`field-${path}`}>
      <h3 className="menu-table__title">{String(field.label)}</h3>
      <p className="field-description menu-table__help">
        Enter adds a row, Alt and an arrow key move it.
      </p>
      <FieldError path={path} showError={showError} />
      <DraggableSortable
        ids={rows.map(({ id }) => id)}
        onDragEnd={({ moveFromIndex, moveToIndex }) => move(moveFromIndex, moveToIndex)}
      >
        <table>
          <thead>
            <tr>
              <th>
                <span className="sr">Order</span>
              </th>
              {columns.map(({ name, label }) => (
                <th key={name} data-column={name}>
                  {label}
                </th>
              ))}
              <th>
                <span className="sr">Remove</span>
              </th>
            </tr>
          </thead>
          <tbody ref={body}>
            {rows.map(({ id }, row) => (
              <MenuRow
                key={id}
                id={id}
                path={`${path}.${row}`}
                row={row}
                columns={columns}
                readOnly={isReadOnly}
                onKeyDown={(event) => onKeyDown(event, row)}
                onMove={(step) => move(row, row + step)}
                onRemove={() => removeFieldRow({ path, rowIndex: row })}
              />
            ))}
          </tbody>
        </table>
      </DraggableSortable>
      <p className="sr" role="status">
        {announcement}
      </p>
      <Button unavailable={isReadOnly || isFull} onClick={() => add(rows.length)}>
        Add an item
      </Button>
    </div>
  )
}

type RowProps = {
  id: string
  /** The path of the row in the form. */
  path: string
  row: number
  columns: Named[]
  readOnly: boolean
  onKeyDown: (event: KeyboardEvent) => void
  onMove: (step: 1 | -1) => void
  onRemove: () => void
}

function MenuRow({ id, path, row, columns, readOnly, onKeyDown, onMove, onRemove }: RowProps) {
  const { attributes, listeners, setNodeRef, transform, transition, isDragging } =
    useDraggableSortable({ id, disabled: readOnly })
  const place = `row ${row + 1}`
  return (
    <tr
      ref={setNodeRef}
      style={{ transform, transition, zIndex: isDragging ? 1 : undefined }}
      data-dragged={isDragging || undefined}
      onKeyDown={onKeyDown}
    >
      <td data-column="handle">
        <button type="button" {...attributes} {...listeners} aria-label={`Drag ${place}`}>
          <span aria-hidden="true">⠿</span>
        </button>
        {/* Buttons for phones, which have no keyboard. */}
        <button type="button" className="menu-table__step" onClick={() => onMove(-1)}>
          <span aria-hidden="true">↑</span>
          <span className="sr">Move {place} up</span>
        </button>
        <button type="button" className="menu-table__step" onClick={() => onMove(1)}>
          <span aria-hidden="true">↓</span>
          <span className="sr">Move {place} down</span>
        </button>
      </td>
      {columns.map((field) => {
        const Cell = cells[field.name] as (props: CellProps) => React.ReactNode
        return (
          <td key={field.name} data-column={field.name}>
            <FieldPathContext value={`${path}.${field.name}`}>
              <Cell field={field} path={`${path}.${field.name}`} readOnly={readOnly} />
            </FieldPathContext>
          </td>
        )
      })}
      <td data-column="remove">
        <button type="button" disabled={readOnly} onClick={onRemove}>
          <span aria-hidden="true">×</span>
          <span className="sr">Remove {place}</span>
        </button>
      </td>
    </tr>
  )
}

// The cells render the fields without waiting for the server, so that a new row can be filled in at once.
const cells: Record<string, (props: CellProps) => React.ReactNode> = {
  name: ({ field, ...rest }) => <TextField field={field as TextFieldClient} {...rest} />,
  description: ({ field, ...rest }) => (
    <TextareaField field={field as TextareaFieldClient} {...rest} />
  ),
  price_cents: ({ field, ...rest }) => <MoneyField field={field as NumberFieldClient} {...rest} />,
  price_note: ({ field, ...rest }) => <TextField field={field as TextFieldClient} {...rest} />,
  diets: ({ field, ...rest }) => <MarksCell field={field as SelectFieldClient} {...rest} />,
  sold_out_on: SoldOutCell,
}
