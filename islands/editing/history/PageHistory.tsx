import { useStore } from '@nanostores/react'
import { formatMoment } from '../../lib/format-time.ts'
import { Button } from '../../ui/Button.tsx'
import { calls } from '../calls.ts'
import { Unread } from '../sheets/LoadFailed.tsx'
import { useAsked } from '../sheets/use-query.ts'
import { longLabelOf } from '../state/content-keys.ts'
import { $reply } from '../state/editing-state.ts'

const named = 4

/** The moments at which the live page changed; each can be looked at. */
export function PageHistory({ page, onMoment }: { page: string; onMoment: (at: string) => void }) {
  const timeZone = useStore($reply)?.timeZone ?? 'UTC'
  const { reply, failed, again } = useAsked(page, () => calls.pageHistory(page))
  if (failed) return <Unread again={again} />
  if (!reply) return <p role="status">Looking it up …</p>
  if (!reply.moments.length) {
    return <p>Nothing has been published yet: the page reads as it was delivered.</p>
  }
  const first = reply.moments.at(-1)
  return (
    <ol className="ed-list">
      {reply.moments.map(({ at, by, keys }) => (
        <li key={at} className="ed-card">
          <p>
            <b>
              <time dateTime={at}>{formatMoment(at, timeZone)}</time>
            </b>{' '}
            {by ?? 'the house'}
          </p>
          <p className="ed-quiet">
            {keys
              .slice(0, named)
              .map((key) => longLabelOf(key, page))
              .join(', ')}
            {keys.length > named && ` and ${keys.length - named} more`}
          </p>
          <Button
            aria-label={`Look at the page of ${formatMoment(at, timeZone)}`}
            onClick={() => onMoment(at)}
          >
            Look at it
          </Button>
        </li>
      ))}
      {first && (
        <li className="ed-card">
          <p>
            <b>Before the first change</b>
          </p>
          <Button
            aria-label="Look at the page before the first change"
            onClick={() => onMoment(new Date(Date.parse(first.at) - 1000).toISOString())}
          >
            Look at it
          </Button>
        </li>
      )}
    </ol>
  )
}
