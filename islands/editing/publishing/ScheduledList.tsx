import { useStore } from '@nanostores/react'
import type { ScheduledEntry } from '../../../cms/editing/contract.ts'
import { formatMoment } from '../../lib/format-time.ts'
import { Button } from '../../ui/Button.tsx'
import { calls } from '../calls.ts'
import { Unread } from '../sheets/LoadFailed.tsx'
import { useAsked } from '../sheets/use-query.ts'
import { longLabelOf } from '../state/content-keys.ts'
import { $place, $reply, canPublish } from '../state/editing-state.ts'
import { cancelScheduled } from './publishing-actions.ts'

type Props = {
  /** One page's plans, or null for those of the whole site. */
  page: string | null
  /** Rises with each change that may have made or ended a plan. */
  round: number
  onDone: () => void
}

/** What was scheduled together, in the order of its first time. */
function batchesOf(changes: readonly ScheduledEntry[]): ScheduledEntry[][] {
  const batches = new Map<string, ScheduledEntry[]>()
  for (const change of changes) {
    batches.set(change.batch, [...(batches.get(change.batch) ?? []), change])
  }
  return [...batches.values()]
}

/** What will be published or taken off by itself, and what was given up; each plan can be cancelled. */
export function ScheduledList({ page, round, onDone }: Props) {
  const here = useStore($place)
  const timeZone = useStore($reply)?.timeZone ?? 'UTC'
  const { reply, failed, again } = useAsked(`${page} ${round}`, () => calls.schedules(page))
  if (failed) return <Unread again={again} />
  const batches = batchesOf(reply?.changes ?? [])
  if (!batches.length || !here) return null
  const cancel = async (batch: string) => {
    await cancelScheduled(batch)
    again()
    onDone()
  }
  return (
    <section aria-labelledby="ed-scheduled">
      <h3 id="ed-scheduled">Scheduled</h3>
      <ul className="ed-list">
        {batches.map((changes) => {
          const [{ batch, action, at, state, failure }] = changes as [ScheduledEntry]
          const when = formatMoment(at, timeZone)
          return (
            <li key={batch} className="ed-card">
              <p>
                <b>{action === 'publish' ? 'Publish' : 'Unpublish'}</b> on{' '}
                <time dateTime={at}>{when}</time> ({timeZone}):{' '}
                {changes.map((key) => longLabelOf(key, here.page)).join(', ')}
              </p>
              {state === 'failed' && (
                <p className="ed-hint" data-tone="fault">
                  It was tried and given up. {failure}
                </p>
              )}
              {state === 'waiting' && canPublish(here.user) && (
                <Button
                  aria-label={`Cancel what is scheduled for ${when}`}
                  onClick={() => void cancel(batch)}
                >
                  Cancel
                </Button>
              )}
            </li>
          )
        })}
      </ul>
    </section>
  )
}
