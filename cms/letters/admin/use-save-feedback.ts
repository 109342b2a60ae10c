import {
  toast,
  useForm,
  useFormModified,
  useFormProcessing,
  useFormSubmitted,
  useModal,
} from '@payloadcms/ui'
import { useEffect, useRef } from 'react'

/** Shown when a save failed because the server is away. */
export const unreachableText =
  'The server can’t be reached. Nothing was saved; your words are still here.'

export const isServerReachable = async (): Promise<boolean> =>
  (await fetch('/healthz').catch(() => null))?.ok ?? false

const stale = 'document-stale-data'

/**
 * After the open letter was edited or saved, or could not be saved: updates its progress and corrects
 * Payload's form and messages. Used once on a page.
 */
export function useSaveFeedback(refreshProgress: () => Promise<void>): void {
  const { setModified } = useForm()
  const isModified = useFormModified()
  const isSaving = useFormProcessing()
  const hasFailed = useFormSubmitted()
  const { isModalOpen, closeModal } = useModal()
  const isStale = isModalOpen(stale)
  const wasSaving = useRef(false)
  useEffect(() => {
    const isDone = wasSaving.current && !isSaving
    wasSaving.current = isSaving
    if (isSaving) toast.dismiss(unreachableText)
    if (!isDone) return
    if (hasFailed) {
      // Payload's form takes a refused save for saved.
      setModified(true)
      void reportUnreachable()
    }
    void refreshProgress()
  }, [isSaving, hasFailed, setModified, refreshProgress])
  // At the first edit. Payload checks for others' changes then, too, but drops the result if typing goes on.
  useEffect(() => {
    if (isModified) void refreshProgress()
  }, [isModified, refreshProgress])
  // `ConcurrentChange` replaces Payload's dialog: there the text can still be read and copied.
  useEffect(() => {
    if (!isStale) return
    closeModal(stale)
    void refreshProgress()
  }, [isStale, closeModal, refreshProgress])
}

// Replaces Payload's message, which is the browser's and disappears.
async function reportUnreachable(): Promise<void> {
  if (await isServerReachable()) return
  toast.dismiss()
  toast.error(unreachableText, { id: unreachableText, duration: Number.POSITIVE_INFINITY })
}
