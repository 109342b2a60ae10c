import { useStore } from '@nanostores/react'
import type { Replacement } from '../../../cms/features/content/editing/contract.ts'
import { textName } from '../../../cms/features/content/text-names.ts'
import { formatMoment } from '../../../cms/platform/ui/format-time.ts'
import { calls } from '../calls.ts'
import { ConfirmButton } from '../sheets/ConfirmButton.tsx'
import { Moment } from '../sheets/Moment.tsx'
import { Loaded, useQuery } from '../sheets/use-query.tsx'
import { $pageContext, $timeZone, canPublish } from '../state/editing-state.ts'
import { cancelScheduled } from './publishing-actions.ts'

const replacementTexts = {
  nothing: 'nothing',
  previous: 'what was there before',
  delivered: 'the text it was delivered with',
} satisfies Record<Replacement, string>

type Props = {
  /** Null for the whole site. */
  page: string | null
  /** The list is loaded again when this number changes. */
  round: number
  onDone: () => void
}

/** Scheduled changes, batch by batch, including failed changes. */
export function ScheduledList({ page, round, onDone }: Props) {
  const context = useStore($pageContext)
  const timeZone = useStore($timeZone)
  const query = useQuery(`${page} ${round}`, () => calls.schedules(page))
  if (!query.reply && !query.hasFailed) return null
  const cancel = async (batch: string) => {
    await cancelScheduled(batch)
    query.reload()
    onDone()
  }
  return (
    <Loaded query={query}>
      {({ changes }) => {
        if (!changes.length || !context) return null
        return (
          <section aria-labelledby="ed-scheduled">
            <h3 id="ed-scheduled">Scheduled</h3>
            <ul className="ed-list">
              {[...Map.groupBy(changes, ({ batch }) => batch)].map(([batch, entries]) => {
                const [{ action, instead, at, state, failure }] = entries as [(typeof entries)[0]]
                return (
                  <li key={batch} className="ed-card">
                    <p>
                      <b>{action === 'publish' ? 'Publish' : 'Take off'}</b> on <Moment at={at} /> (
                      {timeZone}): {entries.map(textName).join(', ')}
                      {action === 'unpublish' &&
                        `. Then: ${replacementTexts[instead ?? 'delivered']}`}
                    </p>
                    {state === 'failed' && (
                      <p className="ed-hint" data-tone="fault">
                        It was tried and given up. {failure}
                      </p>
                    )}
                    {state === 'waiting' && canPublish(context.user) && (
                      <div className="ed-panel-actions">
                        <ConfirmButton
                          aria-label={`Cancel what is scheduled for ${formatMoment(at, timeZone)}`}
                          question={
                            action === 'publish' ? 'Cancel it? The drafts stay.' : 'Cancel it?'
                          }
                          confirm={{
                            label: 'Cancel the schedule',
                            kind: 'danger',
                            run: () => void cancel(batch),
                          }}
                          cancelLabel="Keep"
                        >
                          Cancel …
                        </ConfirmButton>
                      </div>
                    )}
                  </li>
                )
              })}
            </ul>
          </section>
        )
      }}
    </Loaded>
  )
}
