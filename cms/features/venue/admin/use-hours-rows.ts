import { useField, useForm, useFormFields } from '@payloadcms/ui'
import type { FormField, FormState } from 'payload'
import type { HoursRow } from '../hours/week.ts'

const names = ['id', 'area', 'days', 'opens', 'closes'] as const

/** The rows of an array field of hours in the open form, and a function that replaces all of them. */
export function useHoursRows(givenPath: string) {
  const { getFields, dispatchFields, setModified } = useForm()
  const { path, disabled, showError, errorMessage } = useField<number>({
    hasRows: true,
    potentiallyStalePath: givenPath,
  })
  // Compared as a string, so that the component is rendered again only if a row has changed.
  const serialised = useFormFields(([fields]) => JSON.stringify(readRows(fields, path)))
  const replace = (rows: readonly HoursRow[]) => {
    dispatchFields({ type: 'REPLACE_STATE', state: withRows(getFields(), path, rows) })
    setModified(true)
  }
  return {
    rows: JSON.parse(serialised) as HoursRow[],
    replace,
    path,
    disabled,
    problem: showError ? errorMessage : undefined,
  }
}

function readRows(fields: FormState, path: string): HoursRow[] {
  const count = fields[path]?.rows?.length ?? 0
  return Array.from({ length: count }, (_, index) => {
    const value = (name: string) => fields[`${path}.${index}.${name}`]?.value ?? null
    const days = value('days')
    return {
      id: String(value('id') ?? ''),
      area: value('area') as string | null,
      days: Array.isArray(days) ? days : [],
      opens: (value('opens') as string | null) || null,
      closes: (value('closes') as string | null) || null,
    }
  })
}

function withRows(fields: FormState, path: string, rows: readonly HoursRow[]): FormState {
  const others = Object.entries(fields).filter(([each]) => !each.startsWith(`${path}.`))
  const known = new Map(fields[path]?.rows?.map((row) => [row.id, row]))
  const cells = rows.flatMap((row, index) =>
    names.map((name): [string, FormField] => {
      const value = row[name]
      return [`${path}.${index}.${name}`, { value, initialValue: value, valid: true }]
    }),
  )
  return {
    ...Object.fromEntries(others),
    ...Object.fromEntries(cells),
    [path]: {
      ...fields[path],
      disableFormData: rows.length > 0,
      rows: rows.map(({ id }) => known.get(id) ?? { id }),
      value: rows.length,
    },
  }
}
