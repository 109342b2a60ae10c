import type { ClientField } from 'payload'
import { asWords } from '../../ui/as-words.ts'

type Labelled = {
  name?: string
  label?: unknown
  fields?: ClientField[]
  tabs?: Labelled[]
  admin?: { hidden?: boolean; custom?: Record<string, unknown> }
}

/**
 * Maps the path of each visible field, without row numbers, to its label. If the screen shows no row
 * numbers for a list (`custom.rowsAreCells`), the path of the list followed by `.#` maps to ''.
 */
export function labelsOf(fields: readonly unknown[]): Map<string, string> {
  const labels = new Map<string, string>()
  collect(fields as Labelled[], '', labels)
  return labels
}

function collect(fields: readonly Labelled[], prefix: string, labels: Map<string, string>) {
  for (const field of fields) {
    if (field.admin?.hidden || field.admin?.custom?.isHidden) continue
    const path = field.name ? `${prefix}${field.name}` : prefix.slice(0, -1)
    if (field.name && typeof field.label === 'string') labels.set(path, field.label)
    if (field.admin?.custom?.rowsAreCells) labels.set(`${path}.#`, '')
    const childPrefix = path ? `${path}.` : ''
    for (const tab of field.tabs ?? []) collect([tab], childPrefix, labels)
    if (field.fields) collect(field.fields as Labelled[], childPrefix, labels)
  }
}

/** The labels of a field and its parents: `Items › row 2 › Price` for `items.1.price_cents`. */
export function nameOfPath(path: string, labels: Map<string, string>): string {
  const labelParts: string[] = []
  const schemaPath: string[] = []
  for (const part of path.split('.')) {
    if (/^\d+$/.test(part)) {
      labelParts.push(labels.get(`${schemaPath.join('.')}.#`) ?? `row ${Number(part) + 1}`)
    } else {
      schemaPath.push(part)
      labelParts.push(labels.get(schemaPath.join('.')) ?? asWords(part))
    }
  }
  return labelParts.filter(Boolean).join(' › ')
}

/**
 * The labels of a changed value and its parents: `Items › Porridge › Price`.
 * @param path the path of a `ChangedField`
 * @param options.labels result of `labelsOf`
 * @param options.versions versions of the record; a row's name is read from the first version with the row
 */
export function nameOfChange(
  path: readonly string[],
  { labels, versions }: { labels: Map<string, string>; versions: Record<string, unknown>[] },
): string {
  const fields: string[] = []
  let values: unknown[] = versions
  return path
    .map((part) => {
      const rows = values.map(
        (value) => Array.isArray(value) && value.find(({ id }) => String(id) === part),
      )
      values = values.map(
        (value, at) => rows[at] || (value as Record<string, unknown> | undefined)?.[part],
      )
      const row = rows.find(Boolean)
      if (row) return String(row.name ?? row.title ?? row.label ?? 'A row')
      fields.push(part)
      return labels.get(fields.join('.')) ?? asWords(part)
    })
    .join(' › ')
}
