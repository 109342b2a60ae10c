'use client'
import { toast } from '@payloadcms/ui'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { Button } from '../../../islands/ui/Button.tsx'
import { ConfirmDialog } from '../../admin/shell/ConfirmDialog.tsx'
import { callApi, errorMessage } from '../../admin/shell/call.ts'

type Props = {
  payout: number
  /** The id of the request to reverse the payout. Without it, the decision is about the payout itself. */
  reversal?: number
  /** The amount and the note of the payout. */
  description: string
  /** Whether the signed-in staff member made the request. */
  isOwn: boolean
}
const texts = {
  approve: { title: 'Approve this payout', label: 'Approve', done: 'Approved and booked.' },
  refuse: { title: 'Refuse this payout', label: 'Refuse', done: 'Refused.' },
}
const reversalTexts = {
  approve: { title: 'Take this payout back', label: 'Take back', done: 'Taken back and booked.' },
  refuse: { title: 'Leave this payout', label: 'Leave it', done: 'It stays paid.' },
}

/**
 * Buttons to approve or refuse a payout or its reversal. A staff member who made the request gets only a button to
 * withdraw it.
 */
export function PayoutDecision({ payout, reversal, description, isOwn }: Props) {
  const isReversal = reversal !== undefined
  const labels = isReversal ? reversalTexts : texts
  const router = useRouter()
  const [openDialog, setOpenDialog] = useState<keyof typeof texts | null>(null)
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const close = () => {
    setOpenDialog(null)
    setProblem(null)
  }
  const decide = async (decision: keyof typeof texts) => {
    setBusy(true)
    try {
      if (isReversal)
        await callApi(`common-good/payouts/reversals/${decision}`, { body: { reversal } })
      else await callApi(`common-good/payouts/${decision}`, { body: { payout } })
      toast.success(labels[decision].done)
      close()
      router.refresh()
    } catch (error) {
      setProblem(errorMessage(error))
    }
    setBusy(false)
  }
  return (
    <div className="payout-ways">
      {isOwn ? (
        <span className="admin-quiet">Yours: somebody else approves it.</span>
      ) : (
        <Button kind="strong" onClick={() => setOpenDialog('approve')}>
          {labels.approve.label}
          <span className="sr"> {description}</span>
        </Button>
      )}
      <Button onClick={() => setOpenDialog('refuse')}>
        {isOwn ? 'Withdraw' : labels.refuse.label}
        <span className="sr"> {description}</span>
      </Button>
      {openDialog ? (
        <ConfirmDialog
          title={labels[openDialog].title}
          confirmLabel={labels[openDialog].label}
          kind={openDialog === 'approve' ? 'strong' : 'danger'}
          isBusy={isBusy}
          problem={problem}
          onConfirm={() => void decide(openDialog)}
          onClose={close}
        >
          <p>{description}</p>
          {openDialog === 'approve' ? (
            <p>
              {isReversal
                ? 'Its money goes back to the cause, and everybody sees that, with the reason.'
                : 'Its money moves, and everybody sees it with its receipt.'}
            </p>
          ) : null}
        </ConfirmDialog>
      ) : null}
    </div>
  )
}
