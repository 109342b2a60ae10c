'use client'
import { useForm, useFormProcessing } from '@payloadcms/ui'
import { useRouter } from 'next/navigation'
import { useEffect, useRef } from 'react'
import { Button } from '../../../islands/ui/Button.tsx'
import type { LetterStanding } from '../contract.ts'
import { useLetter } from './use-letter.ts'

/**
 * What somebody else did with the letter while it was open. Where nothing would be lost by it, the
 * page shows it at once; else it says so, and whose words stay is chosen here.
 */
export function Meanwhile({ standing }: { standing: LetterStanding | null }) {
  const { state, updatedAt, isModified } = useLetter()
  const { submit, setModified, setSubmitted } = useForm()
  const router = useRouter()
  const isSaving = useFormProcessing()
  const isRewritten = Boolean(updatedAt && standing && standing.updatedAt > updatedAt)
  const hasMoved = Boolean(standing && standing.state !== state)
  const shown = useRef<string | null>(null)
  useEffect(() => {
    if (!standing || isModified || !(hasMoved || isRewritten)) return
    if (shown.current === standing.updatedAt) return
    shown.current = standing.updatedAt
    router.refresh()
  }, [standing, hasMoved, isRewritten, isModified, router])

  // What is being saved just now may be what was heard of.
  if (!standing || isSaving || !isModified || !(hasMoved || isRewritten)) return null
  const keepOwn = () => submit({ overrides: { updatedAt: standing.updatedAt } })
  const showTheirs = () => {
    setSubmitted(false)
    setModified(false)
    router.refresh()
  }
  return (
    <div className="admin-warning letter-meanwhile" role="alert">
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
