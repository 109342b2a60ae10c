'use client'
import { useStore } from '@nanostores/react'
import { useRouter } from 'next/navigation'
import { useEffect, useRef, useState } from 'react'
import { Button } from '../../../islands/ui/Button.tsx'
import { canDo, type LetterAction } from '../../letters/rules.ts'
import { useHouse } from '../house/HouseContext.tsx'
import { Deeds } from './Deeds.tsx'
import { PreviewDialog } from './PreviewDialog.tsx'
import { $readers, $standing } from './store.ts'
import { useAct } from './use-act.ts'
import { useClocks } from './use-clocks.ts'
import { useLetter } from './use-letter.ts'
import { useStanding } from './use-standing.ts'
import { audienceSaid, standingSaid } from './words.ts'

/** Beside a letter: how it stands, a look at it, and what a publisher does with it. */
export function Desk() {
  const { id, state, isModified, publishes, lastError } = useLetter()
  const askStanding = useStanding(id)
  const standing = useStore($standing)
  const readers = useStore($readers)
  const clocks = useClocks()
  const { hasMailServer } = useHouse()
  const acting = useAct(askStanding)
  const router = useRouter()
  const [isLooking, setLooking] = useState(false)

  // What happened to it by itself, or by somebody else, is read anew, unless words would be lost by it.
  const known = standing?.state ?? state
  const hasMoved = known !== state
  const refreshed = useRef<string | null>(null)
  useEffect(() => {
    if (!standing || !hasMoved || isModified || refreshed.current === standing.updatedAt) return
    refreshed.current = standing.updatedAt
    router.refresh()
  }, [standing, hasMoved, isModified, router])

  const can = (action: LetterAction) => publishes && canDo(action, known)
  return (
    <div className="letter-desk">
      <h2 data-state={known}>{stateNames[known]}</h2>
      {standing && known !== 'draft' ? <p>{standingSaid(standing, clocks)}</p> : null}
      {known === 'draft' && readers ? <p>{audienceSaid(readers)}</p> : null}
      {hasMoved && isModified ? (
        <div className="house-warning" role="alert">
          <p>
            Somebody did this while you were writing. What you wrote since can’t be saved: copy what
            you need of it.
          </p>
          <Button onClick={() => router.refresh()}>Show it as it is now</Button>
        </div>
      ) : null}
      {hasMailServer ? null : (
        <p className="house-warning">
          No mail server is set: a letter stays in the mailbox here, and nobody gets it.
        </p>
      )}
      {lastError ? <p className="house-warning">{lastError}</p> : null}
      <Button onClick={() => setLooking(true)}>Look at it, send a test</Button>
      {isLooking ? <PreviewDialog onClose={() => setLooking(false)} /> : null}
      {!publishes && (known === 'draft' || known === 'scheduled') ? (
        <p className="house-quiet">A publisher schedules and sends it.</p>
      ) : null}
      {publishes && id === null ? (
        <p className="house-quiet">Save it, then it can be scheduled or sent.</p>
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
