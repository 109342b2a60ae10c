'use client'
import { type FormEvent, useId, useState } from 'react'
import { useCall } from '../../../platform/admin/calls/use-call.ts'
import { AdminDialog } from '../../../platform/admin/shell/AdminDialog.tsx'
import { Problem } from '../../../platform/admin/shell/Problem.tsx'
import { Button } from '../../../platform/ui/Button.tsx'
import { limits } from '../rules.ts'
import type { ListCalls, ListedGuest } from './listed-guest.ts'
import { publishersOnly, statusTexts } from './texts.ts'

type Props = { calls: ListCalls; guest: ListedGuest; isPublisher: boolean; onClose: () => void }

/**
 * The dialog about one guest. Staff set how many people are inside. Publishers can also change the party, the
 * note and the waitlist, and cancel the reservation.
 */
export function GuestDialog({ calls, guest, isPublisher, onClose }: Props) {
  const id = useId()
  const { id: rsvpId, name, email, status, version } = guest
  const [party, setParty] = useState(String(guest.party))
  const [note, setNote] = useState(guest.note ?? '')
  const [reason, setReason] = useState('')
  const [position, setPosition] = useState(String(guest.position ?? 1))
  const { isBusy, problem, call } = useCall()
  const act = async (action: string, body: object, done: string) => {
    const request = { ...calls.about, rsvp: rsvpId, ...body }
    if (await call(`${calls.path}/${action}`, request, { done })) onClose()
  }
  const submit = (work: () => Promise<void>) => (event: FormEvent) => {
    event.preventDefault()
    void work()
  }
  const canCheckIn = ['going', 'attended', 'no_show'].includes(status)
  return (
    <AdminDialog
      title={name}
      look="dialog"
      onClose={onClose}
      footer={<Button onClick={onClose}>Close</Button>}
    >
      <p>
        {statusTexts[status]}, party of {guest.party}
        {email ? `, ${email}` : ''}
      </p>
      <Problem>{problem}</Problem>
      {canCheckIn ? (
        <fieldset className="guests-ways">
          <legend>How many are inside?</legend>
          {Array.from({ length: guest.party + 1 }, (_, inside) => inside).map((inside) => (
            <Button
              key={inside}
              kind={inside === guest.inside ? 'strong' : 'plain'}
              aria-pressed={inside === guest.inside}
              unavailable={isBusy}
              onClick={() => void act('check-in', { inside }, 'Saved.')}
            >
              {inside}
            </Button>
          ))}
        </fieldset>
      ) : null}
      {isPublisher && status !== 'cancelled' ? (
        <>
          {status === 'waitlisted' ? (
            <form
              className="lists-form"
              onSubmit={submit(() => act('offer', { reason }, 'Offered. They get a mail.'))}
            >
              <div className="lists-field">
                <label htmlFor={`${id}-reason`}>Why offer or move? The reason is kept.</label>
                <input
                  id={`${id}-reason`}
                  value={reason}
                  required
                  maxLength={limits.note}
                  onChange={(event) => setReason(event.target.value)}
                />
              </div>
              <div className="lists-field">
                <label htmlFor={`${id}-position`}>Place in the queue</label>
                <input
                  id={`${id}-position`}
                  type="number"
                  min={1}
                  value={position}
                  onChange={(event) => setPosition(event.target.value)}
                />
              </div>
              <div className="guests-ways">
                <Button type="submit" kind="strong">
                  Offer places now
                </Button>
                <Button
                  onClick={() => void act('move', { reason, position: Number(position) }, 'Moved.')}
                >
                  Move there
                </Button>
              </div>
            </form>
          ) : null}
          <form
            className="lists-form"
            onSubmit={submit(() => act('party', { party: Number(party), version }, 'Changed.'))}
          >
            <div className="lists-field">
              <label htmlFor={`${id}-party`}>How many come?</label>
              <input
                id={`${id}-party`}
                type="number"
                min={1}
                max={limits.party}
                value={party}
                required
                onChange={(event) => setParty(event.target.value)}
              />
            </div>
            <p>
              <Button type="submit">Change</Button>
            </p>
          </form>
          <form
            className="lists-form"
            onSubmit={submit(() => act('note', { note, version }, 'Kept.'))}
          >
            <div className="lists-field">
              <label htmlFor={`${id}-note`}>Note, for organisers and staff</label>
              <input
                id={`${id}-note`}
                value={note}
                maxLength={limits.note}
                onChange={(event) => setNote(event.target.value)}
              />
            </div>
            <p>
              <Button type="submit">Keep the note</Button>
            </p>
          </form>
          <p>
            <Button
              kind="danger"
              unavailable={isBusy}
              onClick={() => void act('cancel', {}, 'Cancelled. They get a mail.')}
            >
              Cancel this reservation
            </Button>
          </p>
        </>
      ) : null}
      {isPublisher ? null : <p className="admin-quiet">{publishersOnly}</p>}
    </AdminDialog>
  )
}
