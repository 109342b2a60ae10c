import { useStore } from '@nanostores/react'
import { useState } from 'react'
import type { KeyStatus, Version } from '../../cms/editing/contract.ts'
import { showToast } from '../lib/toasts.ts'
import { Button } from '../ui/Button.tsx'
import { Made } from './Changes.tsx'
import { calls, showFailure } from './calls.ts'
import { idOf, labelOf } from './key-names.ts'
import { finishPending, startPending } from './pending.ts'
import { unpublish } from './publishing.ts'
import { ScheduleForm } from './ScheduleForm.tsx'
import { acceptReply } from './saving.ts'
import { showData } from './show.ts'
import { $open, $place, $reply, canPublish, say } from './state.ts'
import { timeOf } from './times.ts'
import { cancelTyping } from './typing.ts'
import { recordOperation } from './undo.ts'
import { useAsked } from './use-asked.ts'

async function restore(key: KeyStatus, version: Version): Promise<void> {
  const id = idOf(key)
  const { page, section, content_key, content_data: before, revision } = key
  if ($open.get()?.id === id) cancelTyping({ keepFocus: true })
  startPending()
  try {
    const reply = await calls.restore({
      page,
      section,
      content_key,
      revision,
      version: version.version,
    })
    acceptReply(reply)
    showData(id, reply.content_data)
    recordOperation({ ...reply, before, after: reply.content_data, from: revision })
    showToast({
      title: 'Content Saved',
      description: 'Your changes have been saved as draft.',
    })
    say('Saved as draft')
  } catch (error) {
    showFailure(error)
  } finally {
    finishPending()
  }
}

/** The versions of one key, newest first; any of them can be made a draft again. */
export function KeyHistory({ entry }: { entry: KeyStatus }) {
  const timeZone = useStore($reply)?.timeZone ?? 'UTC'
  const user = useStore($place)?.user
  const { reply, failed, again } = useAsked(idOf(entry), () => calls.keyHistory(entry))
  const [planned, setPlanned] = useState(false)
  if (failed) return <Button onClick={again}>Try again</Button>
  if (!reply) return <p role="status">Looking it up …</p>
  const { versions } = reply
  const isLive = versions.some(({ live }) => live)
  return (
    <>
      {versions.length === 0 && <p>Nobody has changed it yet: it reads as it was delivered.</p>}
      <ol className="ed-list">
        {versions.map((version, index) => {
          const when = timeOf(version.at, timeZone)
          const before = versions[index + 1]?.content_data
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
