'use client'
import type { AudienceReply } from '../contract.ts'
import { forEverybody, withNameMarks } from '../personal.ts'
import { Confirm } from './Confirm.tsx'
import { useAsked } from './use-asked.ts'
import { useAudience, useWritten } from './use-letter.ts'
import { goesTo, readersOf } from './words.ts'

type Props = { busy: boolean; fault: string | null; onYes: () => void; onClose: () => void }

/** Asks once more before a letter goes out, with its readers counted now. */
export function SendConfirm({ busy, fault, onYes, onClose }: Props) {
  const { subject } = useWritten()
  const { reply, fault: uncounted } = useAsked<AudienceReply>('letter/audience', useAudience())
  return (
    <Confirm
      title="Send it now?"
      yes={reply ? `Send to ${readersOf(reply.count)}` : 'Counting …'}
      kind="strong"
      busy={busy}
      isReady={reply !== null && reply.count > 0}
      fault={fault ?? uncounted}
      onYes={onYes}
      onClose={onClose}
    >
      <p className="letter-subject">{forEverybody(withNameMarks(subject))}</p>
      {reply?.count === 0 ? (
        <p>Nobody would get it. Choose other readers.</p>
      ) : (
        <p>
          It goes to {reply ? goesTo(reply) : 'its readers'}, at once. What is out can’t be taken
          back.
        </p>
      )}
    </Confirm>
  )
}
