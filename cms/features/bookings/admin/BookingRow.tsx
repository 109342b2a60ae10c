import { useEffect, useRef, useState } from 'react'
import { areaName } from '../../venue/names.ts'
import type { SheetBooking } from '../evening/contract.ts'
import { canDo, type SheetAction } from '../evening/rules.ts'
import { marksOf, nameOf, statusTexts } from './texts.ts'

type Props = {
  booking: SheetBooking
  tables: readonly string[]
  showsTime: boolean
  isPicked: boolean
  isBusy: boolean
  onPick: () => void
  onAct: (action: SheetAction, more?: object) => void
}

const buttons: readonly { action: SheetAction; label: string; more?: object }[] = [
  { action: 'seat', label: 'Seat' },
  { action: 'finish', label: 'Has left' },
  { action: 'late', label: '15 min late', more: { minutes: 15 } },
  { action: 'no_show', label: 'Did not come' },
  { action: 'cancel', label: 'Cancel the booking' },
  { action: 'unseat', label: 'Not seated' },
  { action: 'unfinish', label: 'Still here' },
  { action: 'undo_no_show', label: 'Came after all' },
]

/** A booking of the list. Pressing it shows what can be done with it. */
export function BookingRow({ booking, tables, showsTime, isPicked, isBusy, onPick, onAct }: Props) {
  const { status, late_minutes: late } = booking
  const possible = buttons
    .filter(({ action }) => canDo(status, action))
    .filter(({ action }) => action !== 'seat' || tables.length > 0)
    .map((each) =>
      each.action === 'late' && late
        ? { ...each, label: 'In time', more: { minutes: 0 } }
        : each.action === 'finish' && status === 'waiting'
          ? { ...each, label: 'Has gone' }
          : each,
    )
  const row = useRef<HTMLLIElement>(null)
  const [asks, setAsks] = useState(false)
  useEffect(() => {
    setAsks(false)
    if (isPicked) row.current?.scrollIntoView({ block: 'nearest' })
  }, [isPicked])
  return (
    <li
      ref={row}
      className="evening__booking"
      data-status={status}
      data-picked={isPicked || undefined}
    >
      <button type="button" className="evening__pick" aria-expanded={isPicked} onClick={onPick}>
        <span className="evening__party">
          {booking.party}
          <span className="sr">{booking.party === 1 ? ' person, ' : ' people, '}</span>
        </span>
        <span className="evening__who">
          <b>{nameOf(booking)}</b>
          <span>
            {showsTime ? `${booking.time} · ` : ''}
            {tables.length ? tables.join(' + ') : 'No table'}, {areaName(booking.area)}
          </span>
          <span className="evening__marks">
            {marksOf(booking).map(({ text, kind }) => (
              <span key={text} data-kind={kind}>
                {text}
              </span>
            ))}
          </span>
        </span>
        <span className="evening__status">{statusTexts[status]}</span>
      </button>
      {isPicked ? (
        <div className="evening__actions">
          {possible.map(({ action, label, more }) => (
            <button
              key={action}
              type="button"
              className="ui-button"
              data-kind={action === 'seat' || action === 'finish' ? 'strong' : 'plain'}
              disabled={isBusy}
              aria-expanded={action === 'cancel' ? asks : undefined}
              onClick={() => (action === 'cancel' ? setAsks(!asks) : onAct(action, more))}
            >
              {label}
            </button>
          ))}
          {asks ? (
            <div className="evening__sure" role="status">
              <span>
                {tables.length ? 'This frees the table at once. ' : ''}There is no way back.
              </span>
              <button
                type="button"
                className="ui-button"
                data-kind="strong"
                disabled={isBusy}
                onClick={() => onAct('cancel')}
              >
                Yes, cancel it
              </button>
            </div>
          ) : null}
          {booking.phone ? (
            <a className="ui-button" data-kind="plain" href={`tel:${booking.phone}`}>
              {booking.phone}
            </a>
          ) : null}
          {booking.waiting_path ? (
            <a
              className="ui-button"
              data-kind="plain"
              href={booking.waiting_path}
              target="_blank"
              rel="noopener"
            >
              Their page<span className="sr"> with their place, in a new window</span>
            </a>
          ) : null}
          {canDo(status, 'move') && !booking.is_desk ? (
            <p className="admin-quiet">
              {status === 'waiting' ? 'Press their table.' : 'Press another table to move them.'}
            </p>
          ) : null}
        </div>
      ) : null}
    </li>
  )
}
