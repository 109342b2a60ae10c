'use client'
import { useEffect, useRef, useState } from 'react'
import { SearchField } from '../../../../platform/admin/shell/SearchField.tsx'
import { keyName, sectionName } from '../../text-names.ts'
import type { KeyStatus } from '../contract.ts'
import { plainText } from '../ui/content-data.ts'
import { idOf } from '../ui/content-keys.ts'
import { KeyDetails } from './KeyDetails.tsx'

const stateLabels: Record<KeyStatus['state'], string> = {
  fallback: 'As built',
  published: 'Published',
  draft: 'Draft',
  changed: 'Draft over published',
}

type Props = {
  keys: KeyStatus[] | null
  selected: string | null
  /** Whether the selected key has no visible element on the page. */
  isMissing: boolean
  /** Whether the person may restore older versions. */
  canRestore: boolean
  onSelect: (key: KeyStatus) => void
  onChanged: () => void
}

const matches = (key: KeyStatus, query: string) =>
  `${sectionName(key.section)} ${keyName(key.content_key)} ${key.section} ${key.content_key} ${plainText(key.content_data)}`
    .toLowerCase()
    .replaceAll('_', ' ')
    .includes(query.toLowerCase().trim())

/** Lists the texts and pictures of a page by section, with a search field. */
export function KeyList({ keys, selected, isMissing, canRestore, onSelect, onChanged }: Props) {
  const [query, setQuery] = useState('')
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!selected) return
    const entry = list.current?.querySelector(`[data-place="${CSS.escape(selected)}"]`)
    entry?.scrollIntoView({ block: 'nearest' })
  }, [selected])
  if (!keys) return <p className="admin-quiet">Reading the texts …</p>
  const found = keys.filter((key) => matches(key, query))
  const sections = Map.groupBy(found, (key) => `${key.page}/${key.section}`)
  return (
    <div className="key-list" ref={list}>
      <SearchField
        label="Search the texts of this page"
        placeholder="Search words and keys"
        value={query}
        onChange={setQuery}
      />
      <p className="admin-quiet" role="status">
        {query
          ? `${found.length} of ${keys.length} texts`
          : 'Choose a text to find it on the page. Click it there, or press Enter, to write.'}
      </p>
      {[...sections].map(([id, entries]) => (
        <section key={id}>
          <h2>
            {sectionName(entries[0]?.section ?? '')}
            {entries[0]?.page === 'global' ? <small> on every page</small> : null}
          </h2>
          <ul>
            {entries.map((key) => {
              const entryId = idOf(key)
              const isSelected = entryId === selected
              return (
                <li key={entryId} data-place={entryId} data-state={key.state}>
                  <button
                    type="button"
                    aria-current={isSelected ? 'true' : undefined}
                    onClick={() => onSelect(key)}
                  >
                    <span className="key-list__name">{keyName(key.content_key)}</span>
                    <span className="key-list__state">{stateLabels[key.state]}</span>
                    <span className="key-list__words">{plainText(key.content_data) || '–'}</span>
                  </button>
                  {isSelected ? (
                    <KeyDetails
                      status={key}
                      isMissing={isMissing}
                      canRestore={canRestore}
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
