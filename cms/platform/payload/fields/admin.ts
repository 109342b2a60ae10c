import type { Access, Field, UIField } from 'payload'
import { asWords } from '../../ui/as-words.ts'

/**
 * The path of a component of the admin, as Payload's configuration names it.
 * @param path file below `cms/` without its extension, then `#` and the name of the export
 *   if it differs from the file's name
 */
export const component = (path: string): string => {
  const [file = '', name = file.split('/').at(-1)] = path.split('#')
  return `/cms/${file}.tsx#${name}`
}

/** The `admin` options of a field that a custom component renders. */
export const shownBy = (path: string) => ({ components: { Field: component(path) } })

/** The `admin` options of a field with a custom cell component in lists. @param name export of `Cells.tsx` */
export const listCell = (name: string) => ({
  components: { Cell: component(`platform/admin/lists/Cells#${name}`) },
})

/** The `admin` options of a hidden field whose value other components read from the form's state. */
export const hiddenField = {
  ...shownBy('platform/admin/fields/HiddenField'),
  custom: { isHidden: true },
}

/** The `admin` options of a date with a time. */
export const dayAndTime = {
  date: { pickerAppearance: 'dayAndTime', displayFormat: 'd MMM yyyy, HH:mm' },
} as const

/** A component in a form. It stores nothing. */
export const formPart = (name: string, path: string, admin: UIField['admin'] = {}): Field => ({
  name,
  type: 'ui',
  admin: { disableListColumn: true, ...shownBy(path), ...admin },
})

/** A column of a list whose cells are a component. It stores nothing. */
export const listColumn = (name: string, label: string, path: string): Field => ({
  name,
  label,
  type: 'ui',
  admin: { components: { ...hiddenField.components, Cell: component(path) } },
})

/**
 * The `admin` options of an array field. Rows are open until somebody collapses them. With `initCollapsed`, Payload
 * would collapse new rows too.
 * @param name export of `RowLabels.tsx` that labels a row
 */
export const rowsLabelledBy = (name: string) => ({
  components: { RowLabel: component(`features/venue/admin/RowLabels#${name}`) },
})

/** A row of two fields of the same width. */
export const fieldRow = (...fields: [Field, Field]): Field => ({
  type: 'row',
  fields: fields.map((field) => ({ ...field, admin: { ...field.admin, width: '50%' } }) as Field),
})

/** The options of a select field. The label of each is made from its value, see `asWords`. */
export const optionsOf = <Value extends string>(values: readonly Value[]) =>
  values.map((value) => ({ value, label: asWords(value) }))

const never = () => false

/** Access to a collection that only the program writes. */
export const readableBy = (read: Access) =>
  ({ create: never, read, update: never, delete: never }) satisfies Record<string, Access>
