import { useFormModified } from '@payloadcms/ui'
import { useEffect } from 'react'
import { useFormChanges } from './use-form-changes.ts'

/** Refreshes the open record's progress after each save, successful or not. Must be used only once on a page. */
export function useSaveFeedback(refreshProgress: () => Promise<void>): void {
  const isModified = useFormModified()
  useFormChanges({ onSaved: refreshProgress, onFailed: refreshProgress })
  // Looks for changes by others at the first edit. Payload also does this, but drops the result if the user
  // continues to type.
  useEffect(() => {
    if (isModified) void refreshProgress()
  }, [isModified, refreshProgress])
}
