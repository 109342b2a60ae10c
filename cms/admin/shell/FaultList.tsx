'use client'
import { useAllFormFields, useConfig, useDocumentInfo, useFormSubmitted } from '@payloadcms/ui'
import { labelsOf, nameOfPath } from '../forms/field-labels.ts'

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
  const labels = labelsOf(config?.fields ?? [])
  const focusField = (path: string) => {
    const field = document.getElementById(`field-${path.replaceAll('.', '__')}`)
    const target = field ?? document.querySelector(`[name="${CSS.escape(path)}"]`)
    target?.scrollIntoView({ block: 'center' })
    if (target instanceof HTMLElement) target.focus({ preventScroll: true })
  }
  return (
    <div className="fault-list" role="alert">
      <b>Not saved</b>
      <ul>
        {faults.map(([path, { errorMessage }]) => (
          <li key={path}>
            <button type="button" onClick={() => focusField(path)}>
              {nameOfPath(path, labels)}
            </button>{' '}
            {errorMessage}
          </li>
        ))}
      </ul>
    </div>
  )
}
