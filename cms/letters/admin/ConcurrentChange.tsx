'use client'
import { useForm, useFormProcessing } from '@payloadcms/ui'
import { useRouter } from 'next/navigation'
import { useEffect, useRef } from 'react'
import { Button } from '../../../islands/ui/Button.tsx'
import type { LetterProgress } from '../contract.ts'
import { useLetter } from './use-letter.ts'

/**
 * Handles changes of the letter by somebody else. Without unsaved changes the page is refreshed;
 * otherwise the user decides which version is kept.
 */
export function ConcurrentChange({ progress }: { progress: LetterProgress | null }) {
  const { state, updatedAt, isModified } = useLetter()
  const { submit, setModified, setSubmitted } = useForm()
  const router = useRouter()
  const isSaving = useFormProcessing()
  const isRewritten = Boolean(updatedAt && progress && progress.updatedAt > updatedAt)
  const hasMoved = Boolean(progress && progress.state !== state)
  const shown = useRef<string | null>(null)
  useEffect(() => {
    if (!progress || isModified || !(hasMoved || isRewritten)) return
    if (shown.current === progress.updatedAt) return
    shown.current = progress.updatedAt
    router.refresh()
  }, [progress, hasMoved, isRewritten, isModified, router])

  // The change may be the save that is in progress.
  if (!progress || isSaving || !isModified || !(hasMoved || isRewritten)) return null
  const keepOwn = () => submit({ overrides: { updatedAt: progress.updatedAt } })
  const showTheirs = () => {
    setSubmitted(false)
    setModified(false)
    router.refresh()
  }
  return (
    <div className="admin-warning letter-conflict" role="alert">
      <p>
        {hasMoved
          ? 'Somebody did this while you were writing. What you wrote since can’t be saved: copy what you need of it.'
          : 'Somebody else saved this letter while you were writing. What you wrote is still here, and not saved. Choose whose words stay.'}
      </p>
      {hasMoved ? null : <Button onClick={keepOwn}>Save mine over theirs</Button>}
      <Button onClick={showTheirs}>Show it as it is now</Button>
    </div>
  )
}
