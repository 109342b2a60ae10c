import { useFormModified } from '@payloadcms/ui'
import { useEffect } from 'react'
import { useFormChanges } from '../../admin/forms/use-form-changes.ts'

export const isServerReachable = async (): Promise<boolean> =>
  (await fetch('/healthz').catch(() => null))?.ok ?? false

/** Updates the open letter's progress after it was saved or could not be. Used once on a page. */
export function useSaveFeedback(refreshProgress: () => Promise<void>): void {
  const isModified = useFormModified()
  useFormChanges({ onSaved: refreshProgress, onFailed: refreshProgress })
  // Runs at the first edit. Payload also checks for others' changes then, but drops the result if typing goes on.
  useEffect(() => {
    if (isModified) void refreshProgress()
  }, [isModified, refreshProgress])
}
