import type { ClientField } from 'payload'
import { asWords } from '../../../collections/fields/labels.ts'

type Labelled = {
  name?: string
  label?: unknown
  fields?: ClientField[]
  tabs?: Labelled[]
  admin?: { hidden?: boolean; custom?: Record<string, unknown> }
}

/** The labels of all fields by their path without row numbers; without fields that forms don't show. */
export function labelsOf(fields: readonly unknown[]): Map<string, string> {
  const found = new Map<string, string>()
  collect(fields as Labelled[], '', found)
  return found
}

function collect(fields: readonly Labelled[], at: string, found: Map<string, string>) {
  for (const field of fields) {
    if (field.admin?.hidden || field.admin?.custom?.isHidden) continue
    const path = field.name ? `${at}${field.name}` : at.slice(0, -1)
    if (field.name && typeof field.label === 'string') found.set(path, field.label)
    const below = path ? `${path}.` : ''
    for (const tab of field.tabs ?? []) collect([tab], below, found)
    if (field.fields) collect(field.fields as Labelled[], below, found)
  }
}

/** `items.1.price_cents` as `Items › row 2 › Price`. */
export function nameOfPath(path: string, labels: Map<string, string>): string {
  const labelParts: string[] = []
  const schemaPath: string[] = []
  for (const part of path.split('.')) {
    if (/^\d+$/.test(part)) labelParts.push(`row ${Number(part) + 1}`)
    else {
      schemaPath.push(part)
      labelParts.push(labels.get(schemaPath.join('.')) ?? asWords(part))
    }
  }
  return labelParts.join(' › ')
}
