'use client'
import { useAllFormFields, useConfig, useDocumentInfo, useFormSubmitted } from '@payloadcms/ui'
import type { ClientField } from 'payload'
import { asWords } from '../../../collections/fields/labels.ts'

type Labelled = { name?: string; label?: unknown; fields?: ClientField[]; tabs?: Labelled[] }

function labelsOf(fields: readonly Labelled[], at: string, found: Map<string, string>) {
  for (const field of fields) {
    const path = field.name ? `${at}${field.name}` : at.slice(0, -1)
    if (field.name && typeof field.label === 'string') found.set(path, field.label)
    const below = path ? `${path}.` : ''
    for (const tab of field.tabs ?? []) labelsOf([tab], below, found)
    if (field.fields) labelsOf(field.fields as Labelled[], below, found)
  }
  return found
}

/** `items.1.price_cents` as `Items › row 2 › Price`. */
function nameOf(path: string, labels: Map<string, string>): string {
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

/** The errors of a submitted form; a click on one focuses its field. */
export function FaultList() {
  const [fields] = useAllFormFields()
  const submitted = useFormSubmitted()
  const { collectionSlug, globalSlug } = useDocumentInfo()
  const { getEntityConfig } = useConfig()
  if (!submitted) return null
  const faults = Object.entries(fields ?? {}).filter(
    ([, field]) => field.valid === false && field.errorMessage && field.passesCondition !== false,
  )
  if (!faults.length) return null
  const config = collectionSlug
    ? getEntityConfig({ collectionSlug })
    : getEntityConfig({ globalSlug: globalSlug ?? '' })
  const labels = labelsOf((config?.fields ?? []) as Labelled[], '', new Map())
  const show = (path: string) => {
    const field = document.getElementById(`field-${path.replaceAll('.', '__')}`)
    const place = field ?? document.querySelector(`[name="${CSS.escape(path)}"]`)
    place?.scrollIntoView({ block: 'center' })
    if (place instanceof HTMLElement) place.focus({ preventScroll: true })
  }
  return (
    <div className="fault-list" role="alert">
      <b>Not saved</b>
      <ul>
        {faults.map(([path, { errorMessage }]) => (
          <li key={path}>
            <button type="button" onClick={() => show(path)}>
              {nameOf(path, labels)}
            </button>{' '}
            {errorMessage}
          </li>
        ))}
      </ul>
    </div>
  )
}
