'use client'
import { toast } from '@payloadcms/ui'
import { useState } from 'react'
import { useAction } from '../../../../platform/admin/calls/use-action.ts'
import { useAdminContext } from '../../../../platform/admin/shell/AdminContext.tsx'
import { formatMoment } from '../../../../platform/admin/shell/format.ts'
import type { KeyHistoryReply, KeyStatus, SaveReply, Version } from '../contract.ts'
import { plainText } from '../ui/content-data.ts'
import { call } from './calls.ts'

type Props = { status: KeyStatus; isMissing: boolean; canRestore: boolean; onChanged: () => void }

/** Shows the author, the scheduled change and the versions of the selected key. */
export function KeyDetails({ status, isMissing, canRestore, onChanged }: Props) {
  const { timeZone, today } = useAdminContext()
  const [versions, setVersions] = useState<Version[] | null>(null)
  const { isBusy, run } = useAction()
  const { page, section, content_key, revision } = status
  const showVersions = () =>
    run(async () => {
      const query = new URLSearchParams({ page, section, content_key })
      setVersions((await call<KeyHistoryReply>(`history?${query}`)).versions)
    })
  const restore = (version: number) =>
    run(async () => {
      await call<SaveReply>('restore', { page, section, content_key, version, revision })
      toast.success('Restored as a draft.')
      setVersions(null)
      onChanged()
    })
  return (
    <div className="key-details">
      {status.at ? (
        <p className="admin-quiet">
          {status.by ?? 'The program'}, {formatMoment(status.at, timeZone, today)}
        </p>
      ) : null}
      {status.scheduled ? (
        <p className="admin-quiet">
          To be {status.scheduled.action === 'publish' ? 'published' : 'taken down'}{' '}
          {formatMoment(status.scheduled.at, timeZone, today)}
        </p>
      ) : null}
      {isMissing ? (
        <p className="admin-quiet">It is not to be seen on the page at the moment.</p>
      ) : null}
      {revision === null ? null : versions ? (
        <ol className="key-details__versions">
          {versions.map((each) => (
            <li key={each.version}>
              <span>
                {formatMoment(each.at, timeZone, today)}, {each.by ?? 'the program'}
                {each.live ? ' · live' : each.latest ? ' · newest' : ''}
              </span>
              <q>{plainText(each.content_data)}</q>
              {each.latest || !canRestore ? null : (
                <button type="button" disabled={isBusy} onClick={() => restore(each.version)}>
                  Restore as a draft
                </button>
              )}
            </li>
          ))}
        </ol>
      ) : (
        <button type="button" disabled={isBusy} onClick={showVersions}>
          What it said before
        </button>
      )}
    </div>
  )
}
