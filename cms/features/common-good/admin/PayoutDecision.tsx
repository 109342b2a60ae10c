'use client'
import { toast } from '@payloadcms/ui'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { callApi, errorMessage } from '../../../platform/admin/calls/call.ts'
import { ConfirmDialog } from '../../../platform/admin/shell/ConfirmDialog.tsx'
import { Button } from '../../../platform/ui/Button.tsx'

const decisions = {
  payout: {
    path: 'common-good/payouts',
    approve: { title: 'Approve this payout', label: 'Approve', done: 'Approved and booked.' },
    refuse: { title: 'Refuse this payout', label: 'Refuse', done: 'Refused.' },
    about: 'Its money moves, and everybody sees it with its receipt.',
  },
  reversal: {
    path: 'common-good/payouts/reversals',
    approve: { title: 'Take this payout back', label: 'Take back', done: 'Taken back and booked.' },
    refuse: { title: 'Leave this payout', label: 'Leave it', done: 'It stays paid.' },
    about: 'Its money goes back to the cause, and everybody sees that, with the reason.',
  },
  request: {
    path: 'common-good/requests',
    approve: { title: 'Approve this', label: 'Approve', done: 'Approved and booked.' },
    refuse: { title: 'Refuse this', label: 'Refuse', done: 'Refused.' },
    about: 'Its money leaves the Common Good.',
  },
}

type Props = {
  /** What the decision is about: a payout, the request to reverse one, or another request to take money out. */
  of: keyof typeof decisions
  id: number
  /** The amount, and what it is for. */
  description: string
  /** Whether the signed-in staff member made the request. */
  isOwn: boolean
}
type Decision = 'approve' | 'refuse'

/**
 * Buttons to approve or refuse something that needs a second person. A staff member who made the request gets only a button to
 * withdraw it.
 */
export function PayoutDecision({ of, id, description, isOwn }: Props) {
  const labels = decisions[of]
  const router = useRouter()
  const [openDialog, setOpenDialog] = useState<Decision | null>(null)
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const close = () => {
    setOpenDialog(null)
    setProblem(null)
  }
  const decide = async (decision: Decision) => {
    setBusy(true)
    try {
      await callApi(`${labels.path}/${decision}`, { body: { [of]: id } })
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
          {openDialog === 'approve' ? <p>{labels.about}</p> : null}
        </ConfirmDialog>
      ) : null}
    </div>
  )
}
