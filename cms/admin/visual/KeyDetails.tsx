'use client'
import { toast } from '@payloadcms/ui'
import { useState } from 'react'
import type { KeyHistoryReply, KeyStatus, SaveReply, Version } from '../../editing/contract.ts'
import { useHouse } from '../house/HouseContext.tsx'
import { spokenMoment } from '../house/rules.ts'
import { call, said, wordsOf } from './calls.ts'

type Props = { status: KeyStatus; missing: boolean; onChanged: () => void }

/** The selected text: who wrote it, what it said before, and where to write what no page shows. */
export function KeyDetails({ status, missing, onChanged }: Props) {
  const { timeZone, today } = useHouse()
  const [versions, setVersions] = useState<Version[] | null>(null)
  const [busy, setBusy] = useState(false)
  const { page, section, content_key, revision } = status
  const run = async (work: () => Promise<void>) => {
    setBusy(true)
    await work().catch((error) => toast.error(wordsOf(error)))
    setBusy(false)
  }
  const look = () =>
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
        <p className="house-quiet">
          {status.by ?? 'The program'}, {spokenMoment(status.at, timeZone, today)}
        </p>
      ) : null}
      {status.scheduled ? (
        <p className="house-quiet">
          To be {status.scheduled.action === 'publish' ? 'published' : 'taken down'}{' '}
          {spokenMoment(status.scheduled.at, timeZone, today)}
        </p>
      ) : null}
      {missing && 'text' in status.content_data ? (
        <Unseen
          key={revision}
          status={status}
          busy={busy}
          onSave={(text) =>
            run(async () => {
              const content_data = { ...status.content_data, text }
              const asked = { page, section, content_key, revision }
              await call<SaveReply>('save', { ...asked, content_type: 'text', content_data })
              toast.success('Your changes have been saved as draft.')
              onChanged()
            })
          }
        />
      ) : null}
      {revision === null ? null : versions ? (
        <ol className="key-details__versions">
          {versions.map((each) => (
            <li key={each.version}>
              <span>
                {spokenMoment(each.at, timeZone, today)}, {each.by ?? 'the program'}
                {each.live ? ' · live' : each.latest ? ' · newest' : ''}
              </span>
              <q>{said(each.content_data)}</q>
              {each.latest ? null : (
                <button type="button" disabled={busy} onClick={() => restore(each.version)}>
                  Restore as a draft
                </button>
              )}
            </li>
          ))}
        </ol>
      ) : (
        <button type="button" disabled={busy} onClick={look}>
          What it said before
        </button>
      )}
    </div>
  )
}

type UnseenProps = {
  status: KeyStatus
  busy: boolean
  onSave: (text: string) => void
}

// Titles for search engines, labels for screen readers: nobody can click them on the page.
function Unseen({ status, busy, onSave }: UnseenProps) {
  const before = said(status.content_data)
  const [text, setText] = useState(before)
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (text !== before) onSave(text)
      }}
    >
      <label>
        <span>Not to be seen on the page at the moment. Write it here:</span>
        <textarea rows={4} value={text} onChange={(event) => setText(event.target.value)} />
      </label>
      <button type="submit" disabled={busy || text === before}>
        Save draft
      </button>
    </form>
  )
}
