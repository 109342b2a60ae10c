import { useEffect, useState } from 'react'
import { areaName } from '../../venue/names.ts'
import type { SheetArea, SheetBooking, SheetReply } from '../evening/contract.ts'
import { isOpen } from '../evening/rules.ts'
import { closesTable } from '../times/availability.ts'
import { nameOf } from './texts.ts'

type Props = {
  sheet: SheetReply
  /** The booking that gets a table with the next press. */
  booking: SheetBooking | null
  isBusy: boolean
  onGive: (tables: number[]) => void
  onPick: (booking: number) => void
}

/** The tables by area, each with who sits there or comes next, and how many people arrive when. */
export function TableBoard({ sheet, booking, isBusy, onGive, onPick }: Props) {
  const areas = sheet.areas.filter(({ tables }) => tables.length > 0)
  const [area, setArea] = useState(areas[0]?.area ?? null)
  const [joined, setJoined] = useState<number[] | null>(null)
  const wanted = booking?.area
  const pickedId = booking?.id
  // biome-ignore lint/correctness/useExhaustiveDependencies: another booking begins anew
  useEffect(() => {
    if (wanted) setArea(wanted)
    setJoined(null)
  }, [wanted, pickedId])
  const shown = areas.find((each) => each.area === area) ?? areas[0]
  if (!shown) return <p className="admin-quiet">There are no tables yet.</p>
  const isClosed = (id: number) =>
    sheet.closures.some((each) => closesTable(each, { id, area: shown.area }))
  const press = (id: number, first: SheetBooking | undefined) => {
    if (!booking) {
      if (first) onPick(first.id)
      return
    }
    if (joined === null) onGive([id])
    else setJoined(joined.includes(id) ? joined.filter((each) => each !== id) : [...joined, id])
  }
  return (
    <section
      aria-label="Tables"
      className="evening__board"
      data-picks={booking !== null || undefined}
    >
      <fieldset className="evening__areas">
        <legend className="sr">Area</legend>
        {areas.map((each) => (
          <label key={each.area}>
            <input
              type="radio"
              name="evening-area"
              className="sr"
              checked={each.area === shown.area}
              onChange={() => setArea(each.area)}
            />
            <span>{areaName(each.area)}</span>
          </label>
        ))}
      </fieldset>
      {booking ? (
        <div className="evening__moving" role="status">
          <span>
            {nameOf(booking)}, {booking.party}: press a table.
          </span>
          <button
            type="button"
            className="ui-button"
            data-kind="plain"
            aria-pressed={joined !== null}
            onClick={() => setJoined(joined === null ? [...booking.tables] : null)}
          >
            Join tables
          </button>
          {joined?.length ? (
            <button
              type="button"
              className="ui-button"
              data-kind="strong"
              disabled={isBusy}
              onClick={() => onGive(joined)}
            >
              Here
            </button>
          ) : null}
        </div>
      ) : null}
      <ul className="evening__tables">
        {shown.tables.map(({ id, name, min, max }) => {
          const own = sheet.bookings.filter(
            ({ tables, status }) => tables.includes(id) && isOpen(status),
          )
          const [first, second] = own.toSorted(bySeated)
          return (
            <li key={id}>
              <button
                type="button"
                aria-pressed={booking ? (joined ?? booking.tables).includes(id) : undefined}
                disabled={isBusy || (!booking && !first)}
                data-state={first?.status === 'seated' ? 'seated' : first ? 'expected' : 'free'}
                data-small={(booking && booking.party > max) || undefined}
                onClick={() => press(id, first)}
              >
                <b>{name}</b>
                <small>{min === max ? max : `${min}–${max}`}</small>
                <span>
                  {isClosed(id) ? (first ? 'Blocked, ' : 'Blocked') : ''}
                  {first ? bookingText(first) : isClosed(id) ? '' : 'Free'}
                </span>
                {second ? <span>{bookingText(second)}</span> : null}
              </button>
            </li>
          )
        })}
      </ul>
      <Covers area={shown} />
    </section>
  )
}

const bySeated = (one: SheetBooking, other: SheetBooking) =>
  Number(other.status === 'seated') - Number(one.status === 'seated') ||
  one.at.localeCompare(other.at)

const bookingText = (each: SheetBooking): string =>
  each.status === 'seated'
    ? `${nameOf(each)}, until ${each.ends}`
    : `${each.time} ${nameOf(each)}, ${each.party}`

/** How many people arrive at each time, against how many may. */
function Covers({ area: { times } }: { area: SheetArea }) {
  const some = times.filter(({ covers }) => covers > 0)
  if (!some.length) return <p className="admin-quiet">Nobody arrives here that day.</p>
  return (
    <table className="evening__covers">
      <caption>Who arrives when</caption>
      <tbody>
        {some.map(({ time, covers, capacity }) => (
          <tr key={time} data-full={(capacity !== null && covers >= capacity) || undefined}>
            <th scope="row">{time}</th>
            <td>
              <meter
                min={0}
                max={capacity ?? Math.max(covers, 20)}
                value={covers}
                aria-label={`At ${time}`}
              />
            </td>
            <td>{capacity === null ? covers : `${covers} of ${capacity}`}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
