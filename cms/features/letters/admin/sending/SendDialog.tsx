'use client'
import { useLiveReply } from '../../../../platform/admin/calls/use-live-reply.ts'
import { ConfirmDialog } from '../../../../platform/admin/shell/ConfirmDialog.tsx'
import type { AudienceReply } from '../../contract.ts'
import { replaceNamePlaceholders, withFallbackNames } from '../../mail/personalise.ts'
import { describeRecipients, formatReaderCount } from '../texts.ts'
import { useAudience, useDraft } from '../use-letter.ts'

type Props = { isBusy: boolean; problem: string | null; onConfirm: () => void; onClose: () => void }

/** Asks for confirmation before a letter is sent, with the current number of readers. */
export function SendDialog({ isBusy, problem, onConfirm, onClose }: Props) {
  const { subject } = useDraft()
  const { reply, problem: countProblem } = useLiveReply<AudienceReply>(
    'letter/audience',
    useAudience(),
  )
  return (
    <ConfirmDialog
      title="Send it now?"
      confirmLabel={reply ? `Send to ${formatReaderCount(reply.count)}` : 'Counting …'}
      kind="strong"
      isBusy={isBusy}
      isReady={reply !== null && reply.count > 0}
      problem={problem ?? countProblem}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <p className="letter-subject">{withFallbackNames(replaceNamePlaceholders(subject))}</p>
      {reply?.count === 0 ? (
        <p>Nobody would get it. Choose other readers.</p>
      ) : (
        <p>
          It goes to {reply ? describeRecipients(reply) : 'its readers'}, at once. What is out can’t
          be taken back.
        </p>
      )}
    </ConfirmDialog>
  )
}
