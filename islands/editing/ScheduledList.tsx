import { useStore } from '@nanostores/react'
import type { KeyStatus } from '../../cms/editing/contract.ts'
import { Button } from '../ui/Button.tsx'
import { longLabelOf } from './key-names.ts'
import { cancelScheduled } from './publishing.ts'
import { $place, $reply, canPublish } from './state.ts'
import { timeOf } from './times.ts'

type Props = { drafts: readonly KeyStatus[]; page: string; onDone: () => void }

/** What will be published or taken off by itself; each plan can be cancelled. */
export function ScheduledList({ drafts, page, onDone }: Props) {
  const reply = useStore($reply)
  const user = useStore($place)?.user
  const timeZone = reply?.timeZone ?? 'UTC'
  const plans = new Map<string, { action: string; at: string; ids: number[]; keys: KeyStatus[] }>()
  const seen = new Set<string>()
  for (const key of [...(reply?.keys ?? []), ...drafts]) {
    const name = `${key.page}/${key.section}/${key.content_key}`
    if (!key.scheduled || seen.has(name)) continue
    seen.add(name)
    const { id, action, at } = key.scheduled
    const together = `${action} ${at}`
    const plan = plans.get(together) ?? { action, at, ids: [], keys: [] }
    plan.ids.push(id)
    plan.keys.push(key)
    plans.set(together, plan)
  }
  if (!plans.size) return null
  return (
    <section aria-labelledby="ed-scheduled">
      <h3 id="ed-scheduled">Scheduled</h3>
      <ul className="ed-list">
        {[...plans].map(([together, { action, at, ids, keys }]) => (
          <li key={together} className="ed-card">
            <p>
              <b>{action === 'publish' ? 'Publish' : 'Unpublish'}</b> on{' '}
              <time dateTime={at}>{timeOf(at, timeZone)}</time> ({timeZone}):{' '}
              {keys.map((key) => longLabelOf(key, page)).join(', ')}
            </p>
            {user && canPublish(user) && (
              <Button
                aria-label={`Cancel what is scheduled for ${timeOf(at, timeZone)}`}
                onClick={() => void cancelScheduled(ids).then(onDone)}
              >
                Cancel
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
