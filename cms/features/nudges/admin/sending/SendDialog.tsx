'use client'
import { useState } from 'react'
import { useLiveReply } from '../../../../platform/admin/calls/use-live-reply.ts'
import { ConfirmDialog } from '../../../../platform/admin/shell/ConfirmDialog.tsx'
import type { CountReply } from '../../contract.ts'
import { formatDeviceCount } from '../../format-counts.ts'
import { DeadLinkWarning } from '../DeadLinkWarning.tsx'
import { describeValidity, describeWay } from '../texts.ts'
import { useCountRequest, useFields } from '../use-nudge.ts'
import { describeRecipients, describeWindows } from './audience-texts.ts'

type Props = {
  isBusy: boolean
  problem: string | null
  /** @param inSlot whether each person gets it in a time slot that they prefer */
  onConfirm: (inSlot: boolean) => void
  onClose: () => void
}

/** Asks the publisher to confirm that a nudge is sent, now or in time slots. Shows the current number of devices. */
export function SendDialog({ isBusy, problem, onConfirm, onClose }: Props) {
  const { text, audience, ttl_minutes } = useFields()
  const [inSlot, setInSlot] = useState(false)
  const { reply, problem: countProblem } = useLiveReply<CountReply>(
    'nudge-list/count',
    useCountRequest(inSlot),
  )
  return (
    <ConfirmDialog
      title="Send it?"
      confirmLabel={
        reply
          ? reply.devices
            ? `Send to ${formatDeviceCount(reply.devices)}`
            : 'Send'
          : 'Counting …'
      }
      kind="strong"
      isBusy={isBusy}
      isReady={reply !== null}
      problem={problem ?? countProblem}
      onConfirm={() => onConfirm(inSlot)}
      onClose={onClose}
    >
      <p className="nudge-text">{text}</p>
      <DeadLinkWarning />
      <fieldset className="choices-field">
        <legend className="field-label">When</legend>
        <Way label="Now" isChosen={!inSlot} onChoose={() => setInSlot(false)} />
        <Way
          label="In each person’s time slot"
          isChosen={inSlot}
          onChoose={() => setInSlot(true)}
        />
      </fieldset>
      {reply ? (
        <p>
          It goes to {reply.devices ? `${describeRecipients(reply)}, and to ` : ''}
          {describeWindows(audience)}: {describeWay(inSlot)}. It is valid for{' '}
          {describeValidity(ttl_minutes)}
          {inSlot ? ' from then' : ''}. What is out can’t be taken back.
        </p>
      ) : null}
    </ConfirmDialog>
  )
}

type WayProps = { label: string; isChosen: boolean; onChoose: () => void }

const Way = ({ label, isChosen, onChoose }: WayProps) => (
  <label>
    <input type="radio" name="nudge-way" checked={isChosen} onChange={onChoose} />
    {label}
  </label>
)
