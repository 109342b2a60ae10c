'use client'
import { useStore } from '@nanostores/react'
import { useForm, useFormProcessing } from '@payloadcms/ui'
import { useRouter } from 'next/navigation'
import { useEffect, useRef } from 'react'
import { Button } from '../../ui/Button.tsx'
import { $isAutosaving } from './use-form-changes.ts'
import { useOpenRecord } from './use-open-record.ts'
import { showBothVersions } from './use-save-failure.ts'

type Props = {
  /** The record's state in the form. */
  state: string
  /** The record as the server knows it. */
  progress: { state: string; updatedAt: string } | null
  /** What is edited, as part of a sentence: `letter`. */
  noun: string
}

/**
 * Handles changes of the open record by somebody else. If the form has unsaved changes, a warning offers to show the
 * other version or both versions. Otherwise the page is refreshed.
 */
export function ConcurrentChange({ state, progress, noun }: Props) {
  const { updatedAt, isModified } = useOpenRecord()
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

  // The newer version may come from the save that is in progress.
  if (!progress || isSaving || !isModified || !(hasStateChanged || hasNewerVersion)) return null
  const showTheirs = () => {
    setSubmitted(false)
    setModified(false)
    router.refresh()
  }
  return (
    <div className="admin-warning concurrent-change" role="alert">
      <p>
        {hasStateChanged
          ? 'Somebody did this while you were writing. What you wrote since can’t be saved: copy what you need of it.'
          : `Somebody else saved this ${noun} while you were writing. What you wrote is still here, and not saved.`}
      </p>
      {hasStateChanged ? (
        <Button onClick={showTheirs}>Show it as it is now</Button>
      ) : (
        <Button onClick={showBothVersions}>Look at both versions</Button>
      )}
    </div>
  )
}
