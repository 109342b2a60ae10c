import { useStore } from '@nanostores/react'
import { useForm, useFormModified, useFormProcessing, useFormSubmitted } from '@payloadcms/ui'
import { atom } from 'nanostores'
import { useEffect, useRef } from 'react'

/** Whether the open form is being saved by itself. */
export const $isAutosaving = atom(false)

/**
 * The state of the open form. Payload takes a refused save for saved: here the form stays modified.
 * @param onSaved called after a save succeeded
 * @param onRefused called after a save failed
 */
export function useFormChanges({
  onSaved,
  onRefused,
}: {
  onSaved?: () => unknown
  onRefused?: () => unknown
}) {
  const { setModified } = useForm()
  const isModified = useFormModified()
  const isSaving = [useFormProcessing(), useStore($isAutosaving)].some(Boolean)
  const isRefused = useFormSubmitted()
  const wasSaving = useRef(false)
  useEffect(() => {
    const isDone = wasSaving.current && !isSaving
    wasSaving.current = isSaving
    if (!isDone) return
    if (!isModified && !isRefused) {
      onSaved?.()
      return
    }
    if (!isModified) setModified(true)
    onRefused?.()
  }, [isSaving, isModified, isRefused, setModified, onSaved, onRefused])
  return { isSaving, isModified }
}
