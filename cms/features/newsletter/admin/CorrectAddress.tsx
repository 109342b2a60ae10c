'use client'
import { toast, useDocumentInfo, useFormFields } from '@payloadcms/ui'
import { useRouter } from 'next/navigation'
import { type KeyboardEvent, useState } from 'react'
import { callApi, errorMessage } from '../../../platform/admin/calls/call.ts'
import { Problem } from '../../../platform/admin/shell/Problem.tsx'

/** The form on a subscriber's page that corrects a mistyped address. */
export function CorrectAddress() {
  const { id, savedDocumentData, initialData } = useDocumentInfo()
  const state = useFormFields(([fields]) => fields?.state?.value as string | undefined)
  const [email, setEmail] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const router = useRouter()
  if (!id || state === 'unsubscribed' || state === 'complained') return null
  const send = async () => {
    if (isBusy) return
    setBusy(true)
    setProblem(null)
    try {
      const seen = (savedDocumentData ?? initialData)?.updatedAt
      await callApi('newsletter/address', { body: { id: Number(id), email, seen } })
      toast.success(`A mail asks ${email} to confirm. Letters come when that is done.`)
      // Leaves the form, because it has the old address and version.
      router.push('/cms/collections/subscribers')
    } catch (error) {
      setProblem(errorMessage(error))
      setBusy(false)
    }
  }
  // Without this handler, Enter would save Payload's form around the field.
  const sendOnEnter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return
    event.preventDefault()
    void send()
  }
  return (
    <details className="subscriber-part admin-inputs">
      <summary>The address is wrong</summary>
      <label htmlFor="correct-address">The right one</label>
      <input
        id="correct-address"
        type="email"
        autoComplete="off"
        value={email}
        aria-describedby="correct-address-hint"
        onChange={({ target }) => setEmail(target.value)}
        onKeyDown={sendOnEnter}
      />
      <p id="correct-address-hint" className="admin-quiet">
        A mail asks there whether it is theirs; until they confirm it no letters come. Nothing more
        goes to the old address, and lists with it leave it out. What else you changed in this form,
        save first.
      </p>
      <Problem>{problem}</Problem>
      <button
        type="button"
        className="btn btn--style-secondary btn--size-small"
        aria-disabled={isBusy || undefined}
        onClick={send}
      >
        Correct it
      </button>
    </details>
  )
}
