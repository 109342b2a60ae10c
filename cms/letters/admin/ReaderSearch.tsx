'use client'
import { useEffect, useState } from 'react'
import { Button } from '../../../islands/ui/Button.tsx'
import { call, errorMessage } from '../../admin/shell/call.ts'

export type Chosen = { id: number; name: string | null; email: string }

type Props = { chosen: Chosen | null; onChoose: (reader: Chosen | null) => void }

const debounceMs = 300
const maxResults = 6

/** Lets staff choose a subscriber. The preview then shows the letter that this subscriber gets. */
export function ReaderSearch({ chosen, onChoose }: Props) {
  const [typed, setTyped] = useState('')
  const [found, setFound] = useState<Chosen[] | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  useEffect(() => {
    const words = typed.trim()
    setProblem(null)
    if (words.length < 2) {
      setFound(null)
      return
    }
    const controller = new AbortController()
    const timer = setTimeout(() => {
      findReaders(words, controller.signal)
        .then(setFound)
        .catch((error) => {
          if (!controller.signal.aborted) setProblem(errorMessage(error))
        })
    }, debounceMs)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [typed])
  if (chosen) {
    return (
      <div className="letter-as">
        <p>
          As <b>{chosen.name ?? chosen.email}</b>
          {chosen.name ? `, ${chosen.email}` : ''}
        </p>
        <Button onClick={() => onChoose(null)}>As somebody invented</Button>
      </div>
    )
  }
  return (
    <div className="letter-as">
      <label htmlFor="letter-as">As a subscriber</label>
      <input
        id="letter-as"
        type="search"
        autoComplete="off"
        placeholder="Name or address"
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
      <p className="sr" role="status">
        {found ? `${found.length} found` : ''}
      </p>
      {problem ? <p className="record-problem">{problem}</p> : null}
      {found?.length === 0 ? <p className="admin-quiet">Nobody is called so.</p> : null}
      {found?.length ? (
        <ul>
          {found.map((reader) => (
            <li key={reader.id}>
              <button
                type="button"
                onClick={() => {
                  setTyped('')
                  onChoose(reader)
                }}
              >
                <b>{reader.name ?? '–'}</b> {reader.email}
              </button>
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  )
}

async function findReaders(words: string, signal: AbortSignal): Promise<Chosen[]> {
  const query = new URLSearchParams({
    'where[or][0][name][like]': words,
    'where[or][1][email][like]': words,
    limit: String(maxResults),
    depth: '0',
    sort: 'name',
  })
  for (const field of ['name', 'email']) query.set(`select[${field}]`, 'true')
  const { docs } = await call<{ docs: Chosen[] }>(`subscribers?${query}`, { signal })
  return docs.map(({ id, name, email }) => ({ id, name: name ?? null, email }))
}
