'use client'
import { toast } from '@payloadcms/ui'
import { useAction } from '../../../../platform/admin/calls/use-action.ts'
import { useReply } from '../../../../platform/admin/calls/use-reply.ts'
import { useAdminContext } from '../../../../platform/admin/shell/AdminContext.tsx'
import { formatMoment } from '../../../../platform/admin/shell/format.ts'
import { keyName, sectionName } from '../../text-names.ts'
import type { PageHistoryReply } from '../contract.ts'
import { call } from './calls.ts'

type Props = {
  page: string
  /** The page is shown as it was at this time (ISO 8601). If null, the current page is shown in edit mode. */
  at: string | null
  onChoose: (at: string | null) => void
  canRestore: boolean
  onChanged: () => void
}

/**
 * Lists the times at which the published page changed. A click on a time shows the page as it was at that time.
 * With `canRestore`, the chosen time has a button that saves the content of that time as drafts.
 */
export function HistoryPanel({ page, at, onChoose, canRestore, onChanged }: Props) {
  const { timeZone, today } = useAdminContext()
  const query = new URLSearchParams({ page })
  const { reply, problem } = useReply<PageHistoryReply>(`editing/history?${query}`)
  const { run } = useAction()
  const restore = (to: string) =>
    run(async () => {
      await call('restore-page', { page, at: to })
      toast.success('Brought back as drafts. Look at them under Changes.')
      onChanged()
    })
  if (problem) return <p className="admin-warning">{problem}</p>
  if (!reply) return <p className="admin-quiet">Reading the history …</p>
  const { changes } = reply
  if (!changes.length) return <p className="admin-quiet">Nothing was published here yet.</p>
  return (
    <ol className="page-history">
      {changes.map((change) => (
        <li key={change.at}>
          <button
            type="button"
            aria-pressed={at === change.at}
            onClick={() => onChoose(at === change.at ? null : change.at)}
          >
            <b>{formatMoment(change.at, timeZone, today)}</b>
            <span>{change.by ?? 'The program'}</span>
            <small>
              {change.keys
                .slice(0, 4)
                .map((key) => `${sectionName(key.section)} › ${keyName(key.content_key)}`)
                .join(', ')}
              {change.keys.length > 4 ? ` and ${change.keys.length - 4} more` : ''}
            </small>
          </button>
          {at === change.at ? (
            <p>
              The page is shown as it was then; what reads differently today is marked.{' '}
              {canRestore ? (
                <button type="button" onClick={() => restore(change.at)}>
                  Bring this back as drafts
                </button>
              ) : null}
            </p>
          ) : null}
        </li>
      ))}
    </ol>
  )
}
