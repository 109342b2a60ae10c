'use client'
import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { Button } from '../../../islands/ui/Button.tsx'
import { useAdminContext } from '../../admin/shell/AdminContext.tsx'
import { strayPlaceholder, straySaid } from '../placeholders.ts'
import { canDo, type LetterAction } from '../rules.ts'
import { Deeds } from './Deeds.tsx'
import { Meanwhile } from './Meanwhile.tsx'
import { PreviewDialog } from './PreviewDialog.tsx'
import { $readers, $standing } from './store.ts'
import { useAct } from './use-act.ts'
import { useClocks } from './use-clocks.ts'
import { useLetter, useWritten } from './use-letter.ts'
import { useSaves } from './use-saves.ts'
import { useStanding } from './use-standing.ts'
import { audienceSaid, standingSaid, stayed } from './words.ts'

/** Beside a letter: how it stands, a look at it, and what a publisher does with it. */
export function Desk() {
  const { id, state, publishes, lastError } = useLetter()
  const askStanding = useStanding(id)
  const standing = useStore($standing)
  const readers = useStore($readers)
  const clocks = useClocks()
  const { hasMailServer } = useAdminContext()
  const acting = useAct(askStanding)
  const [isLooking, setLooking] = useState(false)
  useSaves(askStanding)
  const stray = strayPlaceholder(useWritten())

  const known = standing?.state ?? state
  const can = (action: LetterAction) => publishes && canDo(action, known)
  return (
    <div className="letter-desk">
      <h2 data-state={known}>
        {known === 'sent' && standing && stayed(standing) ? 'Not sent' : stateNames[known]}
      </h2>
      {standing && known !== 'draft' ? <p>{standingSaid(standing, clocks)}</p> : null}
      {known === 'draft' && readers ? <p>{audienceSaid(readers)}</p> : null}
      <Meanwhile standing={standing} />
      {hasMailServer ? null : (
        <p className="admin-warning">
          No mail server is set: a letter stays in the mailbox here, and nobody gets it.
        </p>
      )}
      {known === 'draft' && stray ? (
        <p className="admin-warning" role="status">
          {straySaid(stray)}
        </p>
      ) : null}
      {lastError ? <p className="admin-warning">{lastError}</p> : null}
      <Button onClick={() => setLooking(true)}>Look at it, send a test</Button>
      {isLooking ? <PreviewDialog onClose={() => setLooking(false)} /> : null}
      {!publishes && (known === 'draft' || known === 'scheduled') ? (
        <p className="admin-quiet">A publisher schedules and sends it.</p>
      ) : null}
      {publishes && id === null ? (
        <p className="admin-quiet">Save it, then it can be scheduled or sent.</p>
      ) : null}
      {publishes && id !== null ? <Deeds can={can} acting={acting} standing={standing} /> : null}
    </div>
  )
}

const stateNames = {
  draft: 'Draft',
  scheduled: 'Scheduled',
  sending: 'Going out',
  paused: 'Paused',
  sent: 'Sent',
  cancelled: 'Cancelled',
}
