'use client'
import {
  useAllFormFields,
  useConfig,
  useDocumentInfo,
  useFormProcessing,
  useFormSubmitted,
} from '@payloadcms/ui'
import { useEffect, useRef, useState } from 'react'
import { labelsOf, nameOfPath } from '../forms/field-labels.ts'
import { currentProblems, type FormProblem, problemsOf } from '../forms/form-problems.ts'

/**
 * The problems of a submitted form. A click on a problem focuses its field.
 *
 * A validation response for an earlier text may arrive after the submit and contain no problems. So a
 * problem stays until its value is changed or the form is submitted again.
 */
export function ProblemList() {
  const [fields] = useAllFormFields()
  const submitted = useFormSubmitted()
  const { collectionSlug, globalSlug } = useDocumentInfo()
  const { getEntityConfig } = useConfig()
  const isSaving = useFormProcessing()
  const [refused, setRefused] = useState<FormProblem[]>([])
  useEffect(() => {
    setRefused((before) => (isSaving || !submitted ? [] : currentProblems(before, fields)))
  }, [fields, isSaving, submitted])
  const problems = isSaving ? problemsOf(fields) : currentProblems(refused, fields)
  const list = useRef<HTMLDivElement>(null)
  const isShown = submitted && problems.length > 0
  // Scrolls to the list after each refused save: in a long form that is scrolled down, *Save* is visible, but the
  // list is not.
  useEffect(() => {
    if (isShown && !isSaving) list.current?.scrollIntoView({ block: 'nearest' })
  }, [isShown, isSaving])
  if (!isShown) return null
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
    <div ref={list} className="problem-list" role="alert">
      <b>Not saved</b>
      <ul>
        {problems.map(({ path, message }) => (
          <li key={path}>
            <button type="button" onClick={() => focusField(path)}>
              {nameOfPath(path, labels)}
            </button>{' '}
            {message}
          </li>
        ))}
      </ul>
    </div>
  )
}
