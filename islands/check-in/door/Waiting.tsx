import type { DoorState, News } from './door.ts'
import { clockTime, type Venue } from './words.ts'

type Props = { state: DoorState; venue: Venue; onRetry?: () => void; onRead?: () => void }

/** Scans that the server does not have yet, and what it said about those it got later. */
export function Waiting({ state, venue, onRetry, onRead }: Props) {
  const { waiting, news, book } = state
  const nameOf = (reservation: number | null) => {
    if (reservation === null) return 'Without a booking'
    return book?.guests.get(reservation)?.name ?? `Reservation ${reservation}`
  }
  return (
    <>
      {news.length ? (
        <section aria-labelledby="door-news">
          <h2 id="door-news">Look at these</h2>
          <ul className="door-list" data-private>
            {news.map((each) => (
              <li key={each.client_id}>
                <span>
                  <b>{nameOf(each.reservation)}</b>, {clockTime(each.at, venue.timeZone)}
                  <small>{newsText(each, venue.timeZone)}</small>
                </span>
              </li>
            ))}
          </ul>
          {onRead ? (
            <button type="button" className="door-button" onClick={onRead}>
              Seen
            </button>
          ) : null}
        </section>
      ) : null}
      {waiting.length ? (
        <section aria-labelledby="door-waiting">
          <h2 id="door-waiting">
            {waiting.length === 1 ? 'One scan waits' : `${waiting.length} scans wait`} for the
            network
          </h2>
          <p className="door-quiet">
            {waiting.length === 1
              ? 'It is stored on this phone and is sent by itself. It counts once.'
              : 'They are stored on this phone and are sent by themselves. Each counts once.'}
          </p>
          <ul className="door-list" data-private>
            {waiting
              .slice(-20)
              .toReversed()
              .map((each) => (
                <li key={each.client_id}>
                  <span>
                    <b>{nameOf(each.reservation)}</b>
                    <small>
                      {clockTime(each.at, venue.timeZone)},{' '}
                      {each.what.type === 'undo'
                        ? 'taken back'
                        : `${each.counted} ${each.direction}`}
                    </small>
                  </span>
                </li>
              ))}
          </ul>
          {onRetry ? (
            <button type="button" className="door-button" onClick={onRetry}>
              Send now
            </button>
          ) : null}
        </section>
      ) : null}
    </>
  )
}

function newsText({ state, reason, since, where, by }: News, timeZone: string): string {
  if (state === 'later') {
    const at = since === null ? '' : ` at ${clockTime(since, timeZone)}`
    return `Was let in${at} already, all or some of them${where ? `, ${where}` : ''}${by ? ` by ${by}` : ''}. Both scans are listed.`
  }
  const why = reasons[reason ?? ''] ?? 'the code was not valid'
  return state === 'listed'
    ? `Inside, and counted, but ${why}. It is in the report.`
    : `Not counted: ${why}.`
}

const reasons: Record<string, string> = {
  cancelled: 'the reservation was cancelled',
  waitlisted: 'they were on the waitlist',
  unconfirmed: 'the reservation was not confirmed',
  suspended: 'the member is suspended',
  membership_ended: 'the membership has ended',
  code_too_old: 'the code was too old',
  already: 'they were inside already',
  full: 'it was full',
  wrong_day: 'it was for another day',
  wrong_area: 'it was for another door',
  too_old: 'it was sent too late',
  no_reservation: 'they had no reservation',
  unknown: 'the reservation is gone',
  not_recorded: 'the reservation could not be changed',
  unreadable: 'the scan could not be read',
  too_late: 'it was too late to take it back',
}
