'use client'
import './exception-list.css'
import {
  FieldDescription,
  useDocumentInfo,
  useField,
  useForm,
  useFormFields,
  useFormSubmitted,
} from '@payloadcms/ui'
import type { ArrayFieldClientComponent } from 'payload'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { emptyRow } from '../../../platform/admin/forms/empty-row.ts'
import { useAdminContext } from '../../../platform/admin/shell/AdminContext.tsx'
import { Button } from '../../../platform/ui/Button.tsx'
import { type PlacedRow, sortExceptions } from '../hours/sort-exceptions.ts'
import { areaName } from '../names.ts'
import { venueAreas } from '../rules.ts'

/**
 * Exceptions to the opening hours, one line each: of a day, or of all days until the last one. Coming exceptions are sorted by date, and
 * past ones are collapsed.
 */
export const ExceptionList: ArrayFieldClientComponent = ({ field, path: givenPath, readOnly }) => {
  const { addFieldRow, removeFieldRow } = useForm()
  const { data: saved } = useDocumentInfo()
  const { today } = useAdminContext()
  const {
    rows = [],
    path,
    disabled,
  } = useField<number>({ hasRows: true, potentiallyStalePath: givenPath })
  const isReadOnly = Boolean(readOnly || disabled)
  const isFull = rows.length >= (field.maxRows ?? Number.POSITIVE_INFINITY)
  const { coming, past } = sortExceptions(rows, saved?.[path] ?? [], today)
  const list = useRef<HTMLUListElement>(null)
  const addButton = useRef<HTMLButtonElement>(null)
  // True from the click that adds a row until the row is rendered and gets the focus.
  const awaitsFocus = useRef(false)
  useEffect(() => {
    if (!awaitsFocus.current || !rows.length) return
    awaitsFocus.current = false
    list.current?.lastElementChild?.querySelector('input')?.focus()
  }, [rows])
  const add = () => {
    awaitsFocus.current = true
    addFieldRow({
      path,
      rowIndex: rows.length,
      schemaPath: path,
      subFieldState: emptyRow(field.fields),
    })
  }
  const remove = (row: number) => {
    removeFieldRow({ path, rowIndex: row })
    addButton.current?.focus()
  }
  const toRow = ({ id, index }: PlacedRow, place: string) => (
    <ExceptionRow
      key={id}
      path={`${path}.${index}`}
      place={place}
      readOnly={isReadOnly}
      onRemove={() => remove(index)}
    />
  )
  return (
    <div className="field-type exception-list admin-inputs" id={`field-${path}`}>
      <h3>{String(field.label)}</h3>
      <FieldDescription path={path} description={field.admin?.description} />
      {coming.length ? columnHeadings : null}
      <ul ref={list}>{coming.map((row, at) => toRow(row, `exception ${at + 1}`))}</ul>
      {isReadOnly ? null : (
        <Button ref={addButton} unavailable={isFull} onClick={add}>
          Add an exception
        </Button>
      )}
      {past.length ? (
        <PastRows paths={past.map(({ index }) => `${path}.${index}`)}>
          {columnHeadings}
          <ul>{past.map((row, at) => toRow(row, `past exception ${at + 1}`))}</ul>
        </PastRows>
      ) : null}
    </div>
  )
}

const labels = {
  date: 'Date',
  until: 'Last day',
  area: 'Area',
  closed: 'Closed',
  opens: 'From',
  closes: 'To',
  note: 'Occasion',
}

// The column headings on wide screens, where fields have no visible labels.
const columnHeadings = (
  <div className="exception-heads" aria-hidden="true">
    {Object.values(labels).map((label) => (
      <span key={label}>{label}</span>
    ))}
  </div>
)

/** The collapsed list of past rows. It opens if a row is invalid. @param paths of the rows in the form */
function PastRows({ paths, children }: { paths: string[]; children: ReactNode }) {
  const [isOpen, setOpen] = useState(false)
  const isSubmitted = useFormSubmitted()
  const hasProblem = useFormFields(([fields]) =>
    Object.keys(labels).some((name) =>
      paths.some((path) => fields[`${path}.${name}`]?.valid === false),
    ),
  )
  return (
    <details
      open={isOpen || (isSubmitted && hasProblem)}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary>
        {paths.length} past {paths.length === 1 ? 'exception' : 'exceptions'}
      </summary>
      {children}
    </details>
  )
}

type RowProps = {
  /** The path of the row in the form. */
  path: string
  place: string
  readOnly: boolean
  onRemove: () => void
}

function ExceptionRow({ path, place, readOnly, onRemove }: RowProps) {
  const isClosed = useFormFields(([fields]) => Boolean(fields[`${path}.closed`]?.value))
  const cellProps = (name: keyof typeof labels) => ({
    path: `${path}.${name}`,
    label: (
      <>
        {labels[name]}
        <span className="sr"> of {place}</span>
      </>
    ),
    readOnly,
  })
  return (
    <li>
      <InputCell {...cellProps('date')} type="date" />
      <InputCell {...cellProps('until')} type="date" />
      <AreaCell {...cellProps('area')} />
      <ClosedCell {...cellProps('closed')} />
      <InputCell {...cellProps('opens')} type="time" isHidden={isClosed} />
      <InputCell {...cellProps('closes')} type="time" isHidden={isClosed} />
      <InputCell {...cellProps('note')} type="text" placeholder="Christmas Eve" />
      {readOnly ? null : (
        <Button className="exception-remove" onClick={onRemove}>
          <span aria-hidden="true">×</span>
          <span className="sr">Remove {place}</span>
        </Button>
      )}
    </li>
  )
}

type CellProps = { path: string; label: ReactNode; readOnly: boolean }

const idOf = (path: string) => `field-${path.replaceAll('.', '__')}`

type InputProps = CellProps & {
  type: 'date' | 'time' | 'text'
  placeholder?: string
  isHidden?: boolean
}

function InputCell({ path, label, readOnly, type, placeholder, isHidden = false }: InputProps) {
  const { value, setValue, showError, errorMessage } = useField<string | null>({ path })
  const problemId = useId()
  // A time input has no 24:00.
  const inputValue = type === 'time' && value === '24:00' ? '00:00' : value
  return (
    <div data-type={type} hidden={isHidden}>
      <label htmlFor={idOf(path)}>{label}</label>
      <input
        id={idOf(path)}
        type={type}
        placeholder={placeholder}
        value={inputValue ?? ''}
        disabled={readOnly}
        aria-invalid={showError || undefined}
        aria-describedby={showError ? problemId : undefined}
        onChange={({ target }) => setValue(target.value || null)}
      />
      {showError && (
        <p id={problemId} className="week-fault">
          {errorMessage}
        </p>
      )}
    </div>
  )
}

function AreaCell({ path, label, readOnly }: CellProps) {
  const { value, setValue } = useField<string | null>({ path })
  return (
    <div data-type="area">
      <label htmlFor={idOf(path)}>{label}</label>
      <select
        id={idOf(path)}
        value={value ?? ''}
        disabled={readOnly}
        onChange={({ target }) => setValue(target.value || null)}
      >
        <option value="">Whole house</option>
        {venueAreas.map((area) => (
          <option key={area} value={area}>
            {areaName(area)}
          </option>
        ))}
      </select>
    </div>
  )
}

function ClosedCell({ path, label, readOnly }: CellProps) {
  const { value, setValue } = useField<boolean | null>({ path })
  return (
    <div data-type="closed">
      <label>
        <span>{label}</span>
        <input
          id={idOf(path)}
          type="checkbox"
          checked={Boolean(value)}
          disabled={readOnly}
          onChange={({ target }) => setValue(target.checked)}
        />
      </label>
    </div>
  )
}
