import { type FormEvent, useCallback, useEffect, useState } from 'react'
import type { DoorChoice, DoorsReply } from '../../../cms/features/check-in/contract.ts'
import type { VenueArea } from '../../../cms/features/venue/rules.ts'
import { ApiError } from '../../../cms/platform/ui/api.ts'
import type { DoorModel, DoorState } from './door.ts'
import { Waiting } from './Waiting.tsx'
import { clockTime, storageTexts, type Venue } from './words.ts'

type Props = {
  door: DoorModel
  state: DoorState
  venue: Venue
  isStaff: boolean
  /** If a shift has begun: another door is chosen. Null if it has not. */
  onDone: (() => void) | null
}

const titleOf = ({ title, starts_at }: DoorChoice, timeZone: string) =>
  starts_at ? `${title}, ${clockTime(Date.parse(starts_at), timeZone)}` : title

/** The event whose start is nearest: an event of the afternoon may be over. Without events, the first door. */
const nearestOf = (doors: readonly DoorChoice[], now = Date.now()): DoorChoice | undefined => {
  const distance = ({ starts_at: at }: DoorChoice) => (at ? Math.abs(Date.parse(at) - now) : null)
  const events = doors.filter((each) => distance(each) !== null)
  return (
    events.toSorted((one, other) => Number(distance(one)) - Number(distance(other)))[0] ?? doors[0]
  )
}

/** Names the phone and chooses its door: the beginning of a shift. */
export function StartForm({ door, state, venue, isStaff, onDone }: Props) {
  const [doors, setDoors] = useState<DoorsReply | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const [isSignedOut, setSignedOut] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [chosen, setChosen] = useState('')
  const [area, setArea] = useState('')
  const choice = doors?.doors.find((each) => each.door === chosen) ?? nearestOf(doors?.doors ?? [])

  const find = useCallback(async () => {
    setFailure(null)
    try {
      setDoors(await door.findDoors())
    } catch (error) {
      const { status, message } = error instanceof ApiError ? error : new ApiError(0, '', '')
      setSignedOut(status === 401 || status === 403)
      setFailure(
        status === 0
          ? 'No network. A shift begins with one; after that the door works without.'
          : isStaff && (status === 401 || status === 403)
            ? 'Sign in, then open the door.'
            : message,
      )
    }
  }, [door, isStaff])
  useEffect(() => void find(), [find])

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const name = String(new FormData(event.currentTarget).get('name') ?? '').trim()
    if (!choice || !(name || onDone) || isBusy) return
    setBusy(true)
    setFailure(null)
    try {
      const given = (area || choice.areas[0] || null) as VenueArea | null
      const chosenDoor = {
        ...{ door: choice.door, title: choice.title },
        area: choice.areas.length > 1 ? given : null,
      }
      if (onDone) {
        await door.changeDoor(chosenDoor)
        onDone()
        return
      }
      await door.enrol({ ...chosenDoor, name, mayOverride: doors?.may_override ?? false })
    } catch (error) {
      setFailure(error instanceof ApiError ? error.message : 'The list could not be read.')
    }
    setBusy(false)
  }

  return (
    <>
      {state.problem ? (
        <p className="door-notice" role="status">
          {state.problem}
        </p>
      ) : null}
      {state.storage ? (
        <p className="door-notice" data-tone="ask" role="status">
          {storageTexts[state.storage]} The door works only while there is a network.
        </p>
      ) : null}
      {failure ? (
        <div className="door-notice" role="alert">
          <p>{failure}</p>
          {isSignedOut && isStaff ? (
            <a className="door-button" href="/cms/login?redirect=/check-in/door">
              Sign in
            </a>
          ) : (
            <button type="button" className="door-button" onClick={() => void find()}>
              Try again
            </button>
          )}
        </div>
      ) : null}
      {doors && !doors.doors.length ? (
        <p className="door-notice" role="status">
          There is no door tonight.
        </p>
      ) : null}
      {choice && doors ? (
        <form className="door-form" onSubmit={(event) => void submit(event)} data-private>
          {onDone ? null : (
            <p className="door-field">
              <label htmlFor="door-name">Whose phone, and where</label>
              <input
                id="door-name"
                name="name"
                required
                maxLength={40}
                autoComplete="off"
                placeholder="Anna, front door"
              />
            </p>
          )}
          <p className="door-field">
            <label htmlFor="door-choice">Door</label>
            <select
              id="door-choice"
              value={choice.door}
              onChange={({ target }) => {
                setChosen(target.value)
                setArea('')
              }}
            >
              {doors.doors.map((each) => (
                <option key={each.door} value={each.door}>
                  {titleOf(each, venue.timeZone)}
                </option>
              ))}
            </select>
          </p>
          {choice.areas.length > 1 ? (
            <p className="door-field">
              <label htmlFor="door-area">This door leads to</label>
              <select
                id="door-area"
                value={area || choice.areas[0]}
                onChange={({ target }) => setArea(target.value)}
              >
                {choice.areas.map((each) => (
                  <option key={each} value={each}>
                    {venue.areaNames[each] ?? each}
                  </option>
                ))}
              </select>
            </p>
          ) : null}
          <button type="submit" className="door-button" data-kind="strong" aria-disabled={isBusy}>
            {isBusy ? 'Reading the list …' : 'Open the door'}
          </button>
          {onDone ? (
            <button type="button" className="door-button" onClick={onDone}>
              Keep this door
            </button>
          ) : null}
          <p className="door-quiet">
            The phone keeps tonight’s list until 6 am, so that it works without a network. Signing
            out deletes it.
          </p>
        </form>
      ) : null}
      <Waiting state={state} venue={venue} />
    </>
  )
}
