import { useStore } from '@nanostores/react'
import { toast, useForm, useModal } from '@payloadcms/ui'
import { atom } from 'nanostores'
import { useCallback, useEffect, useRef, useState } from 'react'
import { type Failure, findFailure } from './find-failure.ts'
import { useFormChanges } from './use-form-changes.ts'
import { useFormKey } from './use-form-key.ts'

/** Shown when a save failed because the server is unavailable. */
export const unreachableText =
  'The server can’t be reached. Nothing was saved; your words are still here.'

/** Incremented when a component of the form requests the dialog with both versions. */
const $comparisons = atom(0)
export const showBothVersions = (): void => $comparisons.set($comparisons.get() + 1)

// Payload's own dialog, which can only discard the user's changes.
const stale = 'document-stale-data'

/** Says why the open form could not be saved. Used once in a form. */
export function useSaveFailure() {
  const { api } = useFormKey()
  const { getData, getFields } = useForm()
  const [failure, setFailure] = useState<Failure | null>(null)
  // Results of searches that began before the dialog was answered, or before a later one, are dropped.
  const search = useRef(0)
  const close = useCallback(() => {
    search.current++
    setFailure(null)
  }, [])
  const explain = useCallback(async () => {
    const isInvalid = Object.values(getFields()).some(({ valid }) => valid === false)
    // The list above the form names each field.
    if (isInvalid) return void toast.dismiss()
    const own = ++search.current
    const found = await findFailure(api, getData().updatedAt)
    if (own !== search.current) return
    setFailure(found)
    if (!found) return
    // Replaces Payload's message, which is the browser's or about permissions, and disappears.
    toast.dismiss()
    if (found.kind !== 'unreachable') return
    toast.error(unreachableText, { id: unreachableText, duration: Number.POSITIVE_INFINITY })
  }, [api, getData, getFields])
  const onFailed = useCallback(() => void explain(), [explain])
  const { isSaving } = useFormChanges({ onSaved: close, onFailed })
  useEffect(() => {
    if (!isSaving) return
    toast.dismiss(unreachableText)
    setFailure(null)
  }, [isSaving])

  const comparisons = useStore($comparisons)
  const known = useRef(comparisons)
  useEffect(() => {
    if (known.current !== comparisons) void explain()
    known.current = comparisons
  }, [comparisons, explain])
  const { isModalOpen, closeModal } = useModal()
  const isStale = isModalOpen(stale)
  useEffect(() => {
    if (!isStale) return
    closeModal(stale)
    void explain()
  }, [isStale, closeModal, explain])
  return { failure, close }
}
