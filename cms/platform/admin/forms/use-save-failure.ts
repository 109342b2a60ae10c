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

/** How often a component of the form requested the dialog with both versions. */
const $comparisonRequests = atom(0)
export const showBothVersions = (): void => $comparisonRequests.set($comparisonRequests.get() + 1)

// Id of Payload's dialog for a record that somebody else changed. The dialog can only discard the user's
// changes, so `useSaveFailure` closes it.
const staleDialog = 'document-stale-data'

/** Finds out why the open form could not be saved. Each form must use this hook only once. */
export function useSaveFailure() {
  const { api } = useFormKey()
  const { getData, getFields } = useForm()
  const [failure, setFailure] = useState<Failure | null>(null)
  // Sequence number of the latest `findFailure` call. Closing the dialog and saving increment it too, so that the
  // results of earlier calls are dropped.
  const lastCall = useRef(0)
  const close = useCallback(() => {
    lastCall.current++
    setFailure(null)
  }, [])
  const explain = useCallback(async () => {
    const isInvalid = Object.values(getFields()).some(({ valid }) => valid === false)
    // The list above the form names each invalid field, so Payload's toast is not needed.
    if (isInvalid) return void toast.dismiss()
    const thisCall = ++lastCall.current
    const found = await findFailure(api, getData().updatedAt)
    if (thisCall !== lastCall.current) return
    setFailure(found)
    if (!found) return
    // Dismisses Payload's toast, because its text does not name the actual cause and it disappears after some seconds.
    toast.dismiss()
    if (found.kind !== 'unreachable') return
    toast.error(unreachableText, { id: unreachableText, duration: Number.POSITIVE_INFINITY })
  }, [api, getData, getFields])
  const onFailed = useCallback(() => void explain(), [explain])
  const { isSaving } = useFormChanges({ onSaved: close, onFailed })
  useEffect(() => {
    if (!isSaving) return
    // A pending call may read the version that this save writes, and report it as a conflict.
    lastCall.current++
    toast.dismiss(unreachableText)
    setFailure(null)
  }, [isSaving])

  const comparisons = useStore($comparisonRequests)
  const handledComparisons = useRef(comparisons)
  useEffect(() => {
    if (handledComparisons.current !== comparisons) void explain()
    handledComparisons.current = comparisons
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
