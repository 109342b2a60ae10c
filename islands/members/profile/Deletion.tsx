import { useState } from 'react'
import { useBusy } from '../../ui/form/use-busy.ts'
import { useFocusOn } from '../../ui/form/use-focus.ts'
import { cancelDeletion, requestDeletion } from '../calls.ts'
import { ActionButton } from './ActionButton.tsx'
import { ConfirmDeletion } from './ConfirmDeletion.tsx'
import { formatDay } from './format-day.ts'
import { runAction } from './run-action.ts'
import type { TextsOf } from './texts.ts'
import { withProofDialogs } from './with-proof-dialogs.ts'

type Props = { deleteAt: string | null; timeZone: string; texts: TextsOf<'data'> }

/** Requests the deletion of the account. The member can cancel it for seven days. */
export function Deletion({ deleteAt: initial, timeZone, texts }: Props) {
  const [deleteAt, setDeleteAt] = useState(initial)
  const [isConfirming, setConfirming] = useState(false)
  const [isBusy, run] = useBusy()
  const view = deleteAt ? 'scheduled' : isConfirming ? 'confirming' : 'none'
  const container = useFocusOn<HTMLDivElement>(view)
  const { failed } = texts
  const request = () =>
    run(async () => {
      const reply = await runAction(() => withProofDialogs(requestDeletion), { failed })
      setConfirming(false)
      if (reply) setDeleteAt(reply.delete_at)
    })
  const cancel = () =>
    run(async () => {
      const reply = await runAction(cancelDeletion, { done: texts.undone, failed })
      if (reply) setDeleteAt(reply.delete_at)
    })
  return (
    <div ref={container}>
      {deleteAt ? (
        <div role="status">
          <p className="lead">
            {texts.deleting} <b className="figures">{formatDay(deleteAt, timeZone)}</b>.
          </p>
          <p className="member-actions">
            <ActionButton {...{ isBusy }} data-focus onClick={() => void cancel()}>
              {texts.undo}
            </ActionButton>
          </p>
        </div>
      ) : isConfirming ? (
        <ConfirmDeletion
          {...{ texts, isBusy }}
          onConfirm={request}
          onClose={() => setConfirming(false)}
        />
      ) : (
        <p className="member-actions">
          <ActionButton {...{ isBusy }} data-focus onClick={() => setConfirming(true)}>
            {texts.delete_button}
          </ActionButton>
        </p>
      )}
    </div>
  )
}
