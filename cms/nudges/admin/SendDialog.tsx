'use client'
import { ConfirmDialog } from '../../admin/shell/ConfirmDialog.tsx'
import { useLiveReply } from '../../admin/shell/use-live-reply.ts'
import type { CountReply } from '../contract.ts'
import { describeRecipients, describeValidity, describeWindows, devicesOf } from './texts.ts'
import { useCountRequest, useFields } from './use-nudge.ts'

type Props = { isBusy: boolean; problem: string | null; onConfirm: () => void; onClose: () => void }

/** Confirms that a nudge is sent, with the current number of devices. */
export function SendDialog({ isBusy, problem, onConfirm, onClose }: Props) {
  const { text, audience, ttl_minutes } = useFields()
  const { reply, problem: countProblem } = useLiveReply<CountReply>(
    'nudge-list/count',
    useCountRequest(),
  )
  return (
    <ConfirmDialog
      title="Send it now?"
      confirmLabel={
        reply ? (reply.devices ? `Send to ${devicesOf(reply.devices)}` : 'Send') : 'Counting …'
      }
      kind="strong"
      isBusy={isBusy}
      isReady={reply !== null}
      problem={problem ?? countProblem}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <p className="nudge-text">{text}</p>
      {reply ? (
        <p>
          It goes to {reply.devices ? `${describeRecipients(reply)}, and to ` : ''}
          {describeWindows(audience)}, at once. It is valid for {describeValidity(ttl_minutes)}.
          What is out can’t be taken back.
        </p>
      ) : null}
    </ConfirmDialog>
  )
}
