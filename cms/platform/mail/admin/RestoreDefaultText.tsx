'use client'
import { toast, useDocumentInfo } from '@payloadcms/ui'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { callApi, errorMessage } from '../../admin/calls/call.ts'
import { Problem } from '../../admin/shell/Problem.tsx'
import { mailPartNames } from '../texts.ts'

/** The button that restores the default texts of a mail at once. The staff's texts stay in the version history. */
export function RestoreDefaultText({ mail }: { mail: string }) {
  const { id } = useDocumentInfo()
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const router = useRouter()
  if (!id) return null
  const restoreDefaults = async () => {
    if (isBusy) return
    setBusy(true)
    setProblem(null)
    try {
      // A part that is null uses the default text.
      const body = Object.fromEntries(mailPartNames.map((part) => [part, null]))
      await callApi(`mail_texts/${id}`, { method: 'PATCH', body })
      toast.success('It has the delivered words again. Yours are among the versions.')
      // Leaves the form, because it still contains the earlier texts.
      router.push(`/cms/mail/templates/${mail}`)
    } catch (error) {
      setProblem(errorMessage(error))
      setBusy(false)
    }
  }
  return (
    <>
      <button
        type="button"
        className="btn btn--style-secondary btn--size-small"
        aria-disabled={isBusy || undefined}
        onClick={restoreDefaults}
      >
        Back to the delivered wording
      </button>
      <Problem>{problem}</Problem>
    </>
  )
}
