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

// Id of Payload's dialog for a record that somebody else changed. The dialog can only discard the user's
// changes, so `useSaveFailure` closes it.
const staleDialog = 'document-stale-data'

/** Finds out why the open form could not be saved. Each form must use this hook only once. */
export function useSaveFailure() {
  const { api } = useFormKey()
  const { getData, getFields } = useForm()
  const [failure, setFailure] = useState<Failure | null>(null)
  // The number of the newest search. Closing the dialog increments it too, so that the results of earlier
  // searches are dropped.
  const search = useRef(0)
  const close = useCallback(() => {
    search.current++
    setFailure(null)
  }, [])
  const explain = useCallback(async () => {
    const isInvalid = Object.values(getFields()).some(({ valid }) => valid === false)
    // The list above the form names each invalid field, so Payload's toast is not needed.
    if (isInvalid) return void toast.dismiss()
    const thisSearch = ++search.current
    const found = await findFailure(api, getData().updatedAt)
    if (thisSearch !== search.current) return
    setFailure(found)
    if (!found) return
    // Payload's toast shows the browser's message or a message about permissions, and disappears.
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
  const isStale = isModalOpen(staleDialog)
  useEffect(() => {
    if (!isStale) return
    closeModal(staleDialog)
    void explain()
  }, [isStale, closeModal, explain])
  return { failure, close }
}
