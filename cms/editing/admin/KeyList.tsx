'use client'
import { useEffect, useRef, useState } from 'react'
import { asWords } from '../../../collections/fields/labels.ts'
import type { KeyStatus } from '../contract.ts'
import { placeOfKey, said } from './calls.ts'
import { KeyDetails } from './KeyDetails.tsx'

const states: Record<KeyStatus['state'], string> = {
  fallback: 'As built',
  published: 'Published',
  draft: 'Draft',
  changed: 'Draft over published',
}

type Props = {
  keys: KeyStatus[] | null
  selected: string | null
  /** The selected key has no place on the page that could be clicked. */
  missing: boolean
  /** Whether the person may bring older words back. */
  restores: boolean
  onSelect: (key: KeyStatus) => void
  onChanged: () => void
}

const matches = (key: KeyStatus, wanted: string) =>
  `${key.section} ${key.content_key} ${said(key.content_data)}`
    .toLowerCase()
    .replaceAll('_', ' ')
    .includes(wanted.toLowerCase().trim())

/** Every text and picture of a page by section, with its state. */
export function KeyList({ keys, selected, missing, restores, onSelect, onChanged }: Props) {
  const [wanted, setWanted] = useState('')
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!selected) return
    const entry = list.current?.querySelector(`[data-place="${CSS.escape(selected)}"]`)
    entry?.scrollIntoView({ block: 'nearest' })
  }, [selected])
  if (!keys) return <p className="admin-quiet">Reading the texts …</p>
  const found = keys.filter((key) => matches(key, wanted))
  const sections = Map.groupBy(found, (key) => `${key.page}/${key.section}`)
  return (
    <div className="key-list" ref={list}>
      <label className="admin-search">
        <span className="sr">Search the texts of this page</span>
        <input
          type="search"
          placeholder="Search words and keys"
          value={wanted}
          onChange={(event) => setWanted(event.target.value)}
        />
      </label>
      <p className="admin-quiet" role="status">
        {wanted
          ? `${found.length} of ${keys.length} texts`
          : 'Choose a text to find it on the page. Click it there, or press Enter, to write.'}
      </p>
      {[...sections].map(([id, entries]) => (
        <section key={id}>
          <h2>
            {asWords(entries[0]?.section ?? '')}
            {entries[0]?.page === 'global' ? <small> on every page</small> : null}
          </h2>
          <ul>
            {entries.map((key) => {
              const place = placeOfKey(key)
              const here = place === selected
              return (
                <li key={place} data-place={place} data-state={key.state}>
                  <button
                    type="button"
                    aria-current={here ? 'true' : undefined}
                    onClick={() => onSelect(key)}
                  >
                    <span className="key-list__name">{asWords(key.content_key)}</span>
                    <span className="key-list__state">{states[key.state]}</span>
                    <span className="key-list__words">{said(key.content_data) || '–'}</span>
                  </button>
                  {here ? (
                    <KeyDetails
                      status={key}
                      missing={missing}
                      restores={restores}
                      onChanged={onChanged}
                    />
                  ) : null}
                </li>
              )
            })}
          </ul>
        </section>
      ))}
    </div>
  )
}
