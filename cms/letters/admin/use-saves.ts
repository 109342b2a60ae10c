import { toast, useForm, useFormProcessing, useFormSubmitted, useModal } from '@payloadcms/ui'
import { useEffect, useRef } from 'react'

/** What is said where a save came to nothing because nobody answered. */
export const unreached =
  'The server can’t be reached. Nothing was saved; your words are still here.'

/** Whether the program answers. */
export const isReached = async (): Promise<boolean> =>
  (await fetch('/healthz').catch(() => null))?.ok ?? false

const stale = 'document-stale-data'

/**
 * What Payload’s form leaves to be done once the letter that is open was saved, or could not be; used
 * once on a page.
 * @param askStanding looks again how the letter stands
 */
export function useSaves(askStanding: () => Promise<void>): void {
  const { setModified } = useForm()
  const isSaving = useFormProcessing()
  const hasFailed = useFormSubmitted()
  const { isModalOpen, closeModal } = useModal()
  const isStale = isModalOpen(stale)
  const wasSaving = useRef(false)
  useEffect(() => {
    const isDone = wasSaving.current && !isSaving
    wasSaving.current = isSaving
    if (isSaving) toast.dismiss(unreached)
    if (!isDone) return
    if (hasFailed) {
      // Of what was refused Payload thinks that it is saved.
      setModified(true)
      void tellUnreached()
    }
    void askStanding()
  }, [isSaving, hasFailed, setModified, askStanding])
  // The desk says the same, beside words that can be read and copied.
  useEffect(() => {
    if (!isStale) return
    closeModal(stale)
    void askStanding()
  }, [isStale, closeModal, askStanding])
}

// Payload says it in the browser’s words, and for a moment.
async function tellUnreached(): Promise<void> {
  if (await isReached()) return
  toast.dismiss()
  toast.error(unreached, { id: unreached, duration: Number.POSITIVE_INFINITY })
}
