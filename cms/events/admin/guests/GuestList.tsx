'use client'
import { useState } from 'react'
import { Button } from '../../../../islands/ui/Button.tsx'
import { Problem } from '../../../admin/shell/Problem.tsx'
import { SearchField } from '../../../admin/shell/SearchField.tsx'
import { GuestDialog } from './GuestDialog.tsx'
import type { ListedGuest } from './listed-guest.ts'
import { statusTexts } from './texts.ts'
import { useGuestAction } from './use-guest-action.ts'

type Props = { dateId: number; guests: readonly ListedGuest[]; isPublisher: boolean }

const searchable = (text: string) =>
  text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().trim()

/**
 * The guests of a date. Staff search guests by name or email and check them in with one click. A dialog
 * has the other actions.
 */
export function GuestList({ dateId, guests, isPublisher }: Props) {
  const [search, setSearch] = useState('')
  const [openedId, setOpenedId] = useState<number | null>(null)
  const { problem, run } = useGuestAction()
  const found = guests.filter(({ name, email }) =>
    searchable(`${name} ${email ?? ''}`).includes(searchable(search)),
  )
  const current = guests.find(({ id }) => id === openedId)
  const checkIn = (rsvpId: number, inside: number) =>
    run('event-guests/check-in', { date: dateId, rsvp: rsvpId, inside }, '')
  return (
    <>
      <SearchField
        label="Find a guest"
        placeholder="Find a guest"
        value={search}
        onChange={setSearch}
      />
      <Problem>{problem}</Problem>
      <ul className="event-guests">
        {found.map((guest) => {
          const { id, name, party, inside, status, facts, position } = guest
          const isWaiting = status === 'waitlisted' || status === 'offered'
          const canCheckIn = ['going', 'attended', 'no_show'].includes(status)
          return (
            <li key={id} data-state={inside ? 'in' : 'out'}>
              <div>
                <b>{name}</b> <span className="event-guests-party">{party}</span>
                <p className="admin-quiet">
                  {[
                    isWaiting && position ? `Waiting as no. ${position}` : statusTexts[status],
                    inside ? `${inside} inside` : '',
                    ...facts,
                  ]
                    .filter(Boolean)
                    .join(' · ')}
                </p>
              </div>
              <div className="event-guests-ways">
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
          {...{ dateId, isPublisher }}
          guest={current}
          onClose={() => setOpenedId(null)}
        />
      ) : null}
    </>
  )
}
