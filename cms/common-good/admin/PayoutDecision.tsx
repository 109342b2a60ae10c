'use client'
import { toast } from '@payloadcms/ui'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { Button } from '../../../islands/ui/Button.tsx'
import { ConfirmDialog } from '../../admin/shell/ConfirmDialog.tsx'
import { call, errorMessage } from '../../admin/shell/call.ts'

type Props = { payout: number; what: string; isOwn: boolean }
const texts = {
  approve: { title: 'Approve this payout', label: 'Approve', done: 'Approved and booked.' },
  refuse: { title: 'Refuse this payout', label: 'Refuse', done: 'Refused.' },
}

/** Approves a payout of somebody else, or refuses one. */
export function PayoutDecision({ payout, what, isOwn }: Props) {
  const router = useRouter()
  const [open, setOpen] = useState<keyof typeof texts | null>(null)
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const close = () => {
    setOpen(null)
    setProblem(null)
  }
  const decide = async (how: keyof typeof texts) => {
    setBusy(true)
    try {
      await call(`common-good/payouts/${how}`, { body: { payout } })
      toast.success(texts[how].done)
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
        <Button kind="strong" onClick={() => setOpen('approve')}>
          Approve<span className="sr"> {what}</span>
        </Button>
      )}
      <Button onClick={() => setOpen('refuse')}>
        {isOwn ? 'Withdraw' : 'Refuse'}
        <span className="sr"> {what}</span>
      </Button>
      {open ? (
        <ConfirmDialog
          title={texts[open].title}
          confirmLabel={texts[open].label}
          kind={open === 'approve' ? 'strong' : 'danger'}
          isBusy={isBusy}
          problem={problem}
          onConfirm={() => void decide(open)}
          onClose={close}
        >
          <p>{what}</p>
          {open === 'approve' ? (
            <p>Its money moves, and everybody sees it with its receipt.</p>
          ) : null}
        </ConfirmDialog>
      ) : null}
    </div>
  )
}
