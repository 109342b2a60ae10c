'use client'
import { toast } from '@payloadcms/ui'
import { useRouter } from 'next/navigation'
import { useId, useState } from 'react'
import { callApi, errorMessage } from '../../../platform/admin/calls/call.ts'
import { ConfirmDialog } from '../../../platform/admin/shell/ConfirmDialog.tsx'
import { Button } from '../../../platform/ui/Button.tsx'
import { randomId } from '../../../platform/ui/random-id.ts'
import { maxNoteLength } from '../rules.ts'

type Props = {
  payout: number
  /** The amount and the note of the payout. */
  description: string
}

/** The button and dialog with which staff request that an approved payout is reversed. */
export function PayoutReversal({ payout, description }: Props) {
  const router = useRouter()
  // A repeated request, for example after a double click, sends the same key.
  const [key, setKey] = useState(randomId)
  const [isOpen, setOpen] = useState(false)
  const [reason, setReason] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const field = useId()
  const close = () => {
    setOpen(false)
    setProblem(null)
  }
  const requestReversal = async () => {
    setBusy(true)
    setProblem(null)
    try {
      await callApi('common-good/payouts/reversals', { body: { key, payout, reason } })
      toast.success('Asked. Somebody else approves it.')
      setKey(randomId())
      setReason('')
      close()
      router.refresh()
    } catch (error) {
      setProblem(errorMessage(error))
    }
    setBusy(false)
  }
  return (
    <div className="payout-ways">
      <Button onClick={() => setOpen(true)}>
        Take back …<span className="sr"> {description}</span>
      </Button>
      {isOpen ? (
        <ConfirmDialog
          title="Take this payout back"
          confirmLabel="Ask for it"
          kind="danger"
          isBusy={isBusy}
          isReady={reason.trim() !== ''}
          problem={problem}
          onConfirm={() => void requestReversal()}
          onClose={close}
        >
          <p>{description}</p>
          <p>
            Once somebody else approves it, its money is the cause’s again. Both stay on
            /common-good, and nobody can change or delete them.
          </p>
          <div className="lists-field">
            <label htmlFor={field}>Reason</label>
            <input
              id={field}
              value={reason}
              required
              maxLength={maxNoteLength}
              autoComplete="off"
              aria-describedby={`${field}-hint`}
              onChange={(event) => setReason(event.target.value)}
            />
            <p id={`${field}-hint`} className="admin-quiet">
              Everybody reads this. Write no names.
            </p>
          </div>
        </ConfirmDialog>
      ) : null}
    </div>
  )
}
