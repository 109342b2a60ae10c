import { useStore } from '@nanostores/react'
import { useState } from 'react'
import type { KeyStatus } from '../../../cms/features/content/editing/contract.ts'
import type { StaffPerson } from '../../../cms/platform/staff/contract.ts'
import { Button } from '../../../cms/platform/ui/Button.tsx'
import { $pendingCount } from '../saving/pending-saves.ts'
import { canPublish } from '../state/editing-state.ts'
import { askReview, publish } from './publishing-actions.ts'
import { ScheduleForm } from './ScheduleForm.tsx'

type Props = { chosen: KeyStatus[]; user: StaffPerson; onDone: () => void }

/** Buttons that publish the chosen drafts, now or later; for editors, one that asks a publisher. */
export function ReviewActions({ chosen, user, onDone }: Props) {
  const pending = useStore($pendingCount)
  const [isBusy, setBusy] = useState(false)
  const [isScheduling, setScheduling] = useState(false)
  if (!canPublish(user)) {
    return (
      <>
        <Button
          kind="strong"
          unavailable={isBusy || !chosen.length}
          onClick={async () => {
            setBusy(true)
            await askReview(chosen)
            setBusy(false)
          }}
        >
          Ask for a review
        </Button>
        <p>A publisher must publish these. Your drafts are safe until then.</p>
      </>
    )
  }
  const progress =
    pending > 0 ? `Waiting for ${pending} ${pending === 1 ? 'save' : 'saves'} …` : 'Publishing …'
  const publishNow = async () => {
    setBusy(true)
    await publish(chosen)
    setBusy(false)
    onDone()
  }
  if (isScheduling) {
    return (
      <ScheduleForm
        action="publish"
        items={chosen}
        onDone={() => {
          setScheduling(false)
          onDone()
        }}
        onCancel={() => setScheduling(false)}
      />
    )
  }
  return (
    <>
      <Button
        kind="strong"
        unavailable={isBusy || !chosen.length}
        onClick={() => void publishNow()}
      >
        {isBusy ? progress : `Publish ${chosen.length}`}
      </Button>
      <Button
        unavailable={isBusy || !chosen.length}
        aria-expanded={false}
        onClick={() => setScheduling(true)}
      >
        Schedule …
      </Button>
      <p className="ed-spoken" role="status">
        {isBusy ? progress : ''}
      </p>
    </>
  )
}
