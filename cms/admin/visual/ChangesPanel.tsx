'use client'
import { toast } from '@payloadcms/ui'
import { useState } from 'react'
import type { ChosenReply, KeyStatus } from '../../editing/contract.ts'
import { asWords } from '../house/rules.ts'
import { call, chosen, placeOfKey, said, wordsOf } from './calls.ts'

type Props = {
  drafts: KeyStatus[]
  publishes: boolean
  onChanged: () => void
  onSelect: (key: KeyStatus) => void
}

/** What is in draft on the page, before and after, to publish or to discard. */
export function ChangesPanel({ drafts, publishes, onChanged, onSelect }: Props) {
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
      toast.error(wordsOf(error))
    }
    setDiscarding(false)
    setBusy(false)
  }
  if (!drafts.length) return <p className="house-quiet">Everything on this page is published.</p>
  return (
    <div className="changes">
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
              <p className="house-quiet">{key.by}</p>
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
          <p className="house-quiet">A publisher publishes these.</p>
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
