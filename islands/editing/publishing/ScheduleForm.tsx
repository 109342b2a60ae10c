import { useStore } from '@nanostores/react'
import { useState } from 'react'
import type {
  ContentKey,
  Replacement,
  ScheduledAction,
} from '../../../cms/features/content/editing/contract.ts'
import { Button } from '../../../cms/platform/ui/Button.tsx'
import { toDateTimeInput } from '../../../cms/platform/ui/format-time.ts'
import { $timeZone } from '../state/editing-state.ts'
import { schedule } from './publishing-actions.ts'

type Props = {
  action: ScheduledAction
  /** What the page shows after the items are unpublished. */
  instead?: Replacement | null
  items: (ContentKey & { revision: number | null })[]
  onDone: () => void
  onCancel?: () => void
}

const hourMs = 60 * 60_000

/** Schedules an action for a time in the venue's time zone. */
export function ScheduleForm({ action, instead, items, onDone, onCancel }: Props) {
  const timeZone = useStore($timeZone)
  const [at, setAt] = useState(() => toDateTimeInput(new Date(Date.now() + hourMs), timeZone))
  const [isBusy, setBusy] = useState(false)
  const submit = async () => {
    setBusy(true)
    const isDone = await schedule(action, at, items, instead ?? undefined)
    setBusy(false)
    if (isDone) onDone()
  }
  return (
    <form
      className="ed-schedule"
      onSubmit={(event) => {
        event.preventDefault()
        if (!isBusy && (action === 'publish' || instead)) void submit()
      }}
    >
      <label className="ed-choice">
        {action === 'publish' ? `Publish ${items.length}` : 'Take it off'} at, {timeZone} time
        <input
          type="datetime-local"
          required
          value={at}
          min={toDateTimeInput(new Date(), timeZone)}
          onChange={({ target }) => setAt(target.value)}
        />
      </label>
      <Button
        type="submit"
        kind="strong"
        unavailable={isBusy || !items.length || (action === 'unpublish' && !instead)}
      >
        Schedule
      </Button>
      {onCancel && <Button onClick={onCancel}>Not now</Button>}
    </form>
  )
}
