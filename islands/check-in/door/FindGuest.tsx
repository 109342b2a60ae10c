import { useDeferredValue, useMemo, useState } from 'react'
import type { Guest } from '../../../cms/features/check-in/rules.ts'
import { searchable } from '../../../cms/platform/ui/searchable.ts'
import type { DoorModel, DoorState } from './door.ts'

const most = 20

const statusWords: Record<string, string> = {
  held: 'not confirmed',
  waitlisted: 'on the waitlist',
  offered: 'on the waitlist',
  cancelled: 'cancelled',
}

function stateOf({ status, inside, party, came }: Guest): string {
  const word = statusWords[status]
  if (word) return word
  if (inside) return `${inside} of ${party} inside`
  return came ? `${came} came, and left` : `party of ${party}`
}

/** Finds guests of the list by name, also without a network. */
export function FindGuest({ door, state }: { door: DoorModel; state: DoorState }) {
  const [typed, setTyped] = useState('')
  const wanted = searchable(useDeferredValue(typed))
  const { book, direction, waiting } = state
  const names = useMemo(
    () =>
      [...(book?.guests.values() ?? [])]
        .map((guest) => ({ id: guest.reservation ?? 0, text: searchable(guest.name ?? '') }))
        .sort((one, other) => one.text.localeCompare(other.text)),
    [book],
  )
  const found = wanted ? names.filter(({ text }) => text.includes(wanted)) : []
  // The guests change with each scan, and so does `waiting` or the shown result.
  const guests = found.slice(0, most).flatMap(({ id }) => book?.guests.get(id) ?? [])
  return (
    <section aria-label="Find by name" data-waiting={waiting.length}>
      <p className="door-field">
        <label htmlFor="door-find">Name</label>
        <input
          id="door-find"
          type="search"
          maxLength={60}
          autoComplete="off"
          enterKeyHint="search"
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
      </p>
      <p className="door-quiet" role="status">
        {wanted
          ? found.length > most
            ? `${found.length} found: type more of the name.`
            : found.length
              ? ''
              : 'Nobody with this name is on the list.'
          : `${names.length} on the list.`}
      </p>
      <ul className="door-list" data-private>
        {guests.map((guest) => (
          <li key={guest.reservation}>
            <span>
              <b>{guest.name ?? `Reservation ${guest.reservation}`}</b>
              <small>{stateOf(guest)}</small>
            </span>
            <button
              type="button"
              className="door-button"
              aria-label={`${direction === 'in' ? 'Let in' : 'Let out'} ${guest.name ?? guest.reservation}`}
              onClick={() => void door.scanGuest(guest.reservation ?? 0)}
            >
              {direction === 'in' ? 'Let in' : 'Let out'}
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
