'use client'
import { useStore } from '@nanostores/react'
import { useForm, useFormProcessing } from '@payloadcms/ui'
import { useRouter } from 'next/navigation'
import { useEffect, useRef } from 'react'
import { Button } from '../../../islands/ui/Button.tsx'
import { $isAutosaving } from '../../admin/forms/use-form-changes.ts'
import { showBothVersions } from '../../admin/forms/use-save-failure.ts'
import type { LetterProgress } from '../contract.ts'
import { useLetter } from './use-letter.ts'

/**
 * Handles changes of the letter by somebody else. Without unsaved changes the page is refreshed;
 * otherwise both versions are shown.
 */
export function ConcurrentChange({ progress }: { progress: LetterProgress | null }) {
  const { state, updatedAt, isModified } = useLetter()
  const { setModified, setSubmitted } = useForm()
  const router = useRouter()
  const isSaving = [useFormProcessing(), useStore($isAutosaving)].some(Boolean)
  const hasNewerVersion = Boolean(updatedAt && progress && progress.updatedAt > updatedAt)
  const hasStateChanged = Boolean(progress && progress.state !== state)
  const refreshedFor = useRef<string | null>(null)
  useEffect(() => {
    if (!progress || isSaving || isModified || !(hasStateChanged || hasNewerVersion)) return
    if (refreshedFor.current === progress.updatedAt) return
    refreshedFor.current = progress.updatedAt
    router.refresh()
  }, [progress, hasStateChanged, hasNewerVersion, isModified, isSaving, router])

  // The change may be the save that is in progress.
  if (!progress || isSaving || !isModified || !(hasStateChanged || hasNewerVersion)) return null
  const showTheirs = () => {
    setSubmitted(false)
    setModified(false)
    router.refresh()
  }
  return (
    <div className="admin-warning letter-conflict" role="alert">
      <p>
        {hasStateChanged
          ? 'Somebody did this while you were writing. What you wrote since can’t be saved: copy what you need of it.'
          : 'Somebody else saved this letter while you were writing. What you wrote is still here, and not saved.'}
      </p>
      {hasStateChanged ? (
        <Button onClick={showTheirs}>Show it as it is now</Button>
      ) : (
        <Button onClick={showBothVersions}>Look at both versions</Button>
      )}
    </div>
  )
}
