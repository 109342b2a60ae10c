import { useStore } from '@nanostores/react'
import { useForm, useFormModified, useFormProcessing, useFormSubmitted } from '@payloadcms/ui'
import { atom } from 'nanostores'
import { useEffect, useRef } from 'react'

/** Whether the open form is being autosaved. */
export const $isAutosaving = atom(false)

/**
 * The state of the open form. Payload reports a form as unmodified after a failed save; this hook marks
 * it as modified again.
 * @param onSaved called after a save succeeded
 * @param onFailed called after a save failed, or if the form was modified again while it was saved
 */
export function useFormChanges({
  onSaved,
  onFailed,
}: {
  onSaved?: () => unknown
  onFailed?: () => unknown
}) {
  const { setModified } = useForm()
  const isModified = useFormModified()
  const isSaving = [useFormProcessing(), useStore($isAutosaving)].some(Boolean)
  // Payload sets `submitted` when a save fails and resets it when a save succeeds.
  const isFailed = useFormSubmitted()
  const wasSaving = useRef(false)
  useEffect(() => {
    const isDone = wasSaving.current && !isSaving
    wasSaving.current = isSaving
    if (!isDone) return
    if (!isModified && !isFailed) {
      onSaved?.()
      return
    }
    if (!isModified) setModified(true)
    onFailed?.()
  }, [isSaving, isModified, isFailed, setModified, onSaved, onFailed])
  return { isSaving, isModified }
}
