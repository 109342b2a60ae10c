'use client'
import { useDocumentInfo, useField } from '@payloadcms/ui'
import { useEffect, useState } from 'react'
import { randomId } from '../../../../platform/ui/random-id.ts'

/**
 * Gives the form of a new letter an idempotency key, by which the server recognises a repeated first save. The
 * key is stored with the unsaved letter, so a letter that is restored in another form keeps the key.
 */
export function FormKey() {
  const { id } = useDocumentInfo()
  const [key] = useState(randomId)
  const { value, setValue } = useField<string | null>({ path: 'formKey' })
  const isNew = id === undefined
  useEffect(() => {
    // The microtask runs after the form's own effect, which replaces all values once.
    if (isNew && !value) queueMicrotask(() => setValue(key, true))
    if (!isNew && value) setValue(null, true)
  }, [isNew, key, value, setValue])
  return null
}
