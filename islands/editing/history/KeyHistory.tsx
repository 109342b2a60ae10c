import { useStore } from '@nanostores/react'
import { useState } from 'react'
import type { KeyStatus, Version } from '../../../cms/editing/contract.ts'
import { formatMoment } from '../../lib/format-time.ts'
import { Button } from '../../ui/Button.tsx'
import { calls } from '../calls.ts'
import { unpublish } from '../publishing/publishing-actions.ts'
import { ScheduleForm } from '../publishing/ScheduleForm.tsx'
import { saveChange } from '../saving/save-change.ts'
import { Made } from '../sheets/Changes.tsx'
import { Unread } from '../sheets/LoadFailed.tsx'
import { useAsked } from '../sheets/use-query.ts'
import { idOf, labelOf } from '../state/content-keys.ts'
import { $open, $place, $reply, canPublish, findKey } from '../state/editing-state.ts'
import { cancelTyping } from '../text/open-key.ts'

async function restore(
  entry: KeyStatus,
  { version, content_data: data }: Pick<Version, 'version' | 'content_data'>,
): Promise<void> {
  if ($open.get()?.id === idOf(entry)) cancelTyping({ keepFocus: true })
  const { page, section, content_key } = entry
  // As it stands now: the history may have been open for a while.
  const { content_data: start, revision } = findKey(entry) ?? entry
  const key = { page, section, content_key }
  await saveChange(
    { key, start, revision, data },
    { ask: (from) => calls.restore({ ...key, revision: from, version }) },
  )
}

/** The versions of one key, newest first; any of them can be made a draft again. */
export function KeyHistory({ entry }: { entry: KeyStatus }) {
  const timeZone = useStore($reply)?.timeZone ?? 'UTC'
  const user = useStore($place)?.user
  const { reply, failed, again } = useAsked(idOf(entry), () => calls.keyHistory(entry))
  const [planned, setPlanned] = useState(false)
  if (failed) return <Unread again={again} />
  if (!reply) return <p role="status">Looking it up …</p>
  const { versions, built } = reply
  const isLive = versions.some(({ live }) => live)
  return (
    <>
      <ol className="ed-list">
        {versions.map((version, index) => {
          const when = formatMoment(version.at, timeZone)
          const before = versions[index + 1]?.content_data ?? built
          return (
            <li key={version.version} className="ed-card">
              <p>
                <b>{version.by ?? 'The house'}</b>, <time dateTime={version.at}>{when}</time>{' '}
                <span className="ed-tag">{version.live ? 'live' : version.status}</span>
              </p>
              <Made of={version.content_data} from={before ?? null} />
              {!version.latest && user && canPublish(user) && (
                <Button
                  aria-label={`Restore the version of ${when}`}
                  onClick={() => void restore(entry, version).then(again)}
                >
                  Restore
                </Button>
              )}
            </li>
          )
        })}
        {built && (
          <li className="ed-card">
            <p>
              <b>As it was delivered</b>
              {versions.length === 0 && ', and still is: nobody has changed it yet'}
            </p>
            <Made of={built} from={null} />
            {versions.length > 0 && user && canPublish(user) && (
              <Button
                aria-label="Restore what it was delivered with"
                onClick={() => void restore(entry, { version: 0, content_data: built }).then(again)}
              >
                Restore
              </Button>
            )}
          </li>
        )}
      </ol>
      {isLive && entry.revision && user && canPublish(user) && (
        <details
          className="ed-details"
          onToggle={({ currentTarget }) => setPlanned(currentTarget.open)}
        >
          <summary>Take {labelOf(entry)} off the page</summary>
          {planned && (
            <>
              <Button kind="danger" onClick={() => void unpublish([entry]).then(again)}>
                Take it off now
              </Button>
              <ScheduleForm action="unpublish" items={[entry]} onDone={again} />
            </>
          )}
        </details>
      )}
    </>
  )
}
