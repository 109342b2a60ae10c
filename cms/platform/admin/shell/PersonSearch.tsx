'use client'
import { useEffect, useState } from 'react'
import { callApi, errorMessage } from '../calls/call.ts'

export type FoundPerson = { id: number; name: string | null; email: string }

type Props = {
  id: string
  label: string
  /** Whom to search. Suspended members are not found. */
  collection: 'members' | 'subscribers'
  isInvalid?: boolean
  onChoose: (person: FoundPerson) => void
}

const debounceMs = 300
const maxResults = 6

/** Lets staff search people by name or email address, and choose one of them. */
export function PersonSearch({ id, label, collection, isInvalid, onChoose }: Props) {
  const [typed, setTyped] = useState('')
  const { found, problem } = useFoundPeople(collection, typed.trim())
  return (
    <div className="person-search">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        type="search"
        autoComplete="off"
        placeholder="Name or address"
        value={typed}
        aria-invalid={isInvalid || undefined}
        onChange={({ target }) => setTyped(target.value)}
        // Prevents Enter from submitting the surrounding form.
        onKeyDown={(event) => {
          if (event.key === 'Enter') event.preventDefault()
        }}
      />
      <p className="sr" role="status">
        {found ? `${found.length} found` : ''}
      </p>
      {problem ? <p className="record-problem">{problem}</p> : null}
      {found?.length === 0 ? <p className="admin-quiet">Nobody has this name or address.</p> : null}
      {found?.length ? (
        <ul>
          {found.map((person) => (
            <li key={person.id}>
              <button
                type="button"
                onClick={() => {
                  setTyped('')
                  onChoose(person)
                }}
              >
                <b>{person.name ?? person.email}</b> {person.name ? person.email : ''}
              </button>
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  )
}

/** The people whose name or email address contains all the words; null if `words` has fewer than two characters. */
function useFoundPeople(collection: Props['collection'], words: string) {
  const [found, setFound] = useState<FoundPerson[] | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  useEffect(() => {
    setProblem(null)
    if (words.length < 2) {
      setFound(null)
      return
    }
    const controller = new AbortController()
    const timer = setTimeout(() => {
      findPeople(collection, words, controller.signal)
        .then(setFound)
        .catch((error) => {
          if (!controller.signal.aborted) setProblem(errorMessage(error))
        })
    }, debounceMs)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [collection, words])
  return { found, problem }
}

async function findPeople(
  collection: Props['collection'],
  words: string,
  signal: AbortSignal,
): Promise<FoundPerson[]> {
  const query = new URLSearchParams({
    'where[and][0][or][0][name][like]': words,
    'where[and][0][or][1][email][like]': words,
    limit: String(maxResults),
    depth: '0',
    sort: 'name',
  })
  if (collection === 'members') query.set('where[and][1][suspended_at][exists]', 'false')
  for (const field of ['name', 'email']) query.set(`select[${field}]`, 'true')
  const { docs } = await callApi<{ docs: FoundPerson[] }>(`${collection}?${query}`, { signal })
  return docs.map(({ id, name, email }) => ({ id, name: name ?? null, email }))
}
