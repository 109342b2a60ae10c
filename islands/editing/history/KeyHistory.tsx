import { useStore } from '@nanostores/react'
import type { ContentData, KeyStatus } from '../../../cms/features/content/editing/contract.ts'
import { ChangesOrText } from '../../../cms/features/content/editing/ui/Changes.tsx'
import { idOf } from '../../../cms/features/content/editing/ui/content-keys.ts'
import { Button } from '../../../cms/platform/ui/Button.tsx'
import { formatMoment } from '../../../cms/platform/ui/format-time.ts'
import { calls } from '../calls.ts'
import { saveChange } from '../saving/save-change.ts'
import { Moment } from '../sheets/Moment.tsx'
import { Loaded, useQuery } from '../sheets/use-query.tsx'
import { $openText, $pageContext, $timeZone, canPublish, findKey } from '../state/editing-state.ts'
import { cancelEditing } from '../text/open-key.ts'
import { TakeOffButton } from './TakeOffButton.tsx'

async function restore(entry: KeyStatus, version: number, data: ContentData): Promise<void> {
  if ($openText.get()?.id === idOf(entry)) cancelEditing({ keepFocus: true })
  const { page, section, content_key } = entry
  // The status may have changed since the history was opened.
  const { content_data: start, revision } = findKey(entry) ?? entry
  const key = { page, section, content_key }
  await saveChange(
    { key, start, revision, data },
    { send: (from) => calls.restore({ ...key, revision: from, version }) },
  )
}

/** The versions of one key, newest first. Publishers can restore an earlier version as a draft. */
export function KeyHistory({ entry }: { entry: KeyStatus }) {
  const timeZone = useStore($timeZone)
  const user = useStore($pageContext)?.user
  const query = useQuery(idOf(entry), () => calls.keyHistory(entry))
  const isPublisher = !!user && canPublish(user)
  const restoreButton = (label: string, version: number, data: ContentData) =>
    isPublisher && (
      <Button
        aria-label={label}
        onClick={() => void restore(entry, version, data).then(query.reload)}
      >
        Restore
      </Button>
    )
  return (
    <Loaded query={query}>
      {({ versions, built }) => (
        <>
          <ol className="ed-list">
            {versions.map((each, index) => (
              <li key={each.version} className="ed-card">
                <p>
                  <b>{each.by ?? 'The house'}</b>, <Moment at={each.at} />{' '}
                  <span className="ed-tag">
                    {each.live ? 'live' : each.removed ? 'taken off' : each.status}
                  </span>
                </p>
                <ChangesOrText
                  data={each.content_data}
                  base={versions[index + 1]?.content_data ?? built ?? null}
                />
                {(!each.latest || each.removed) &&
                  restoreButton(
                    `Restore the version of ${formatMoment(each.at, timeZone)}`,
                    each.version,
                    each.content_data,
                  )}
              </li>
            ))}
            {built && (
              <li className="ed-card">
                <p>
                  <b>As it was delivered</b>
                  {versions.length === 0 && ', and still is: nobody has changed it yet'}
                </p>
                <ChangesOrText data={built} base={null} />
                {versions.length > 0 &&
                  restoreButton('Restore what it was delivered with', 0, built)}
              </li>
            )}
          </ol>
          <p>
            <TakeOffButton id={idOf(entry)} />
          </p>
        </>
      )}
    </Loaded>
  )
}
