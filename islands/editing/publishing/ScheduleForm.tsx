import { useStore } from '@nanostores/react'
import { useState } from 'react'
import type { ContentKey, ScheduledAction } from '../../../cms/editing/contract.ts'
import { toDateTimeInput } from '../../lib/format-time.ts'
import { Button } from '../../ui/Button.tsx'
import { $timeZone } from '../state/editing-state.ts'
import { schedule } from './publishing-actions.ts'

type Props = {
  action: ScheduledAction
  items: (ContentKey & { revision: number | null })[]
  onDone: () => void
  onCancel?: () => void
}

const hourMs = 60 * 60_000

/** Schedules an action for a time in the venue's time zone. */
export function ScheduleForm({ action, items, onDone, onCancel }: Props) {
  const timeZone = useStore($timeZone)
  const [at, setAt] = useState(() => toDateTimeInput(new Date(Date.now() + hourMs), timeZone))
  const [busy, setBusy] = useState(false)
  const submit = async () => {
    setBusy(true)
    const done = await schedule(action, at, items)
    setBusy(false)
    if (done) onDone()
  }
  return (
    <form
      className="ed-schedule"
      onSubmit={(event) => {
        event.preventDefault()
        if (!busy) void submit()
      }}
    >
      <label className="ed-choice">
        {action === 'publish' ? 'Publish' : 'Unpublish'} {items.length} at, {timeZone} time
        <input
          type="datetime-local"
          required
          value={at}
          min={toDateTimeInput(new Date(), timeZone)}
          onChange={({ target }) => setAt(target.value)}
        />
      </label>
      <Button type="submit" kind="strong" unavailable={busy || !items.length}>
        Schedule
      </Button>
      {onCancel && <Button onClick={onCancel}>Not now</Button>}
    </form>
  )
}
