'use client'
import { useState } from 'react'
import { useCall } from '../../../platform/admin/calls/use-call.ts'
import { Problem } from '../../../platform/admin/shell/Problem.tsx'
import { SearchField } from '../../../platform/admin/shell/SearchField.tsx'
import { Button } from '../../../platform/ui/Button.tsx'
import { searchable } from '../../../platform/ui/searchable.ts'
import { GuestDialog } from './GuestDialog.tsx'
import type { ListCalls, ListedGuest } from './listed-guest.ts'
import { statusTexts } from './texts.ts'

type Props = {
  calls: ListCalls
  guests: readonly ListedGuest[]
  isPublisher: boolean
  /** Whether the list has its own search; false if the page has one. */
  hasSearch?: boolean
}

/**
 * A list of guests. Staff search guests by name or email and check them in with one click. A dialog
 * has the other actions.
 */
export function GuestList({ calls, guests, isPublisher, hasSearch = true }: Props) {
  const [search, setSearch] = useState('')
  const [openedId, setOpenedId] = useState<number | null>(null)
  const { problem, call } = useCall()
  const found = guests.filter(({ name, email }) =>
    searchable(`${name} ${email ?? ''}`).includes(searchable(search)),
  )
  const current = guests.find(({ id }) => id === openedId)
  const checkIn = (rsvpId: number, inside: number) =>
    call(`${calls.path}/check-in`, { ...calls.about, rsvp: rsvpId, inside })
  return (
    <>
      {hasSearch ? (
        <SearchField
          label="Find a guest"
          placeholder="Find a guest"
          value={search}
          onChange={setSearch}
        />
      ) : null}
      <Problem>{problem}</Problem>
      <ul className="guests">
        {found.map((guest) => {
          const { id, name, party, inside, status, facts, position } = guest
          const isWaiting = status === 'waitlisted' || status === 'offered'
          const canCheckIn = ['going', 'attended', 'no_show'].includes(status)
          return (
            <li key={id} data-state={inside ? 'in' : 'out'}>
              <div>
                <b>{name}</b> <span className="guests-party">{party}</span>
                <p className="admin-quiet">
                  {[
                    isWaiting && position ? `Waiting as no. ${position}` : statusTexts[status],
                    inside && inside < party ? `${inside} of ${party}` : '',
                    ...facts,
                  ]
                    .filter(Boolean)
                    .join(' · ')}
                </p>
              </div>
              <div className="guests-ways">
                {canCheckIn && inside < party ? (
                  <Button kind="strong" onClick={() => void checkIn(id, party)}>
                    Check in<span className="sr"> {name}</span>
                  </Button>
                ) : null}
                {inside > 0 ? (
                  <Button onClick={() => void checkIn(id, 0)}>
                    Undo<span className="sr"> {name}</span>
                  </Button>
                ) : null}
                <Button onClick={() => setOpenedId(id)}>
                  More<span className="sr"> about {name}</span>
                </Button>
              </div>
            </li>
          )
        })}
      </ul>
      {found.length ? null : <p className="admin-quiet">Nobody.</p>}
      {current ? (
        <GuestDialog
          key={`${current.id} ${current.version}`}
          {...{ calls, isPublisher }}
          guest={current}
          onClose={() => setOpenedId(null)}
        />
      ) : null}
    </>
  )
}
