'use client'
import { Link, toast } from '@payloadcms/ui'
import { useEffect, useState } from 'react'
import { asWords } from '../../../collections/fields/labels.ts'
import { errorMessage } from '../../admin/shell/call.ts'
import type { ChosenReply, DraftsReply, KeyStatus } from '../contract.ts'
import { call, chosen, placeOfKey, said } from './calls.ts'

type Props = {
  page: string
  drafts: KeyStatus[]
  publishes: boolean
  onChanged: () => void
  onSelect: (key: KeyStatus) => void
}

/** What is in draft on the page, before and after, to publish or to discard. */
export function ChangesPanel({ page, drafts, publishes, onChanged, onSelect }: Props) {
  const [left, setLeft] = useState<string[]>([])
  const [busy, setBusy] = useState(false)
  const [discarding, setDiscarding] = useState(false)
  const picked = drafts.filter((key) => !left.includes(placeOfKey(key)))
  const send = async (action: 'publish' | 'discard') => {
    setBusy(true)
    try {
      const { count } = await call<ChosenReply>(action, { items: picked.map(chosen) })
      const what = count === 1 ? '1 change' : `${count} changes`
      toast.success(action === 'publish' ? `Published ${what}.` : `Discarded ${what}.`)
      onChanged()
    } catch (error) {
      toast.error(errorMessage(error))
    }
    setDiscarding(false)
    setBusy(false)
  }
  const questions = useQuestionDrafts(page)
  if (!drafts.length && questions === 0) {
    return <p className="admin-quiet">Everything on this page is published.</p>
  }
  const asked = questions ? (
    <p className="changes__questions">
      <Link href={`/cms/faq/${page}`} prefetch={false}>
        {questions} {questions === 1 ? 'question' : 'questions'} in draft
      </Link>
    </p>
  ) : null
  if (!drafts.length) return asked
  return (
    <div className="changes">
      {asked}
      <ul>
        {drafts.map((key) => {
          const place = placeOfKey(key)
          const is = !left.includes(place)
          return (
            <li key={place}>
              <label>
                <input
                  type="checkbox"
                  checked={is}
                  onChange={() =>
                    setLeft(is ? [...left, place] : left.filter((each) => each !== place))
                  }
                />
                <b>
                  {asWords(key.section)} › {asWords(key.content_key)}
                </b>
              </label>
              <p className="admin-quiet">{key.by}</p>
              <del>{said(key.live) || '–'}</del>
              <ins>{said(key.content_data) || '–'}</ins>
              <button type="button" onClick={() => onSelect(key)}>
                Show
              </button>
            </li>
          )
        })}
      </ul>
      <div className="changes__actions">
        {publishes ? (
          <button
            type="button"
            className="is-main"
            disabled={busy || !picked.length}
            onClick={() => send('publish')}
          >
            Publish {picked.length}
          </button>
        ) : (
          <p className="admin-quiet">A publisher publishes these.</p>
        )}
        {discarding ? (
          <button type="button" disabled={busy} onClick={() => send('discard')}>
            Really discard {picked.length}?
          </button>
        ) : (
          <button
            type="button"
            disabled={busy || !picked.length}
            onClick={() => setDiscarding(true)}
          >
            Discard {picked.length}
          </button>
        )}
      </div>
    </div>
  )
}

/** How many questions of a page are in draft; null until that is known. */
function useQuestionDrafts(page: string): number | null {
  const [count, setCount] = useState<number | null>(null)
  useEffect(() => {
    call<DraftsReply>(`drafts?${new URLSearchParams({ page })}`)
      .then(({ questions }) => setCount(questions[page] ?? 0))
      .catch((error) => toast.error(errorMessage(error)))
  }, [page])
  return count
}
