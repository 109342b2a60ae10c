import { useCallback, useEffect, useRef, useState } from 'react'
import { readCode } from '../../../cms/features/check-in/code.ts'
import { Camera } from './Camera.tsx'
import { Counts } from './Counts.tsx'
import type { DoorModel, DoorState } from './door.ts'
import { FindGuest } from './FindGuest.tsx'
import { keyboardScanner } from './keyboard.ts'
import { Result } from './Result.tsx'
import { useScreenOn } from './use-screen-on.ts'
import { Waiting } from './Waiting.tsx'
import { WalkIns } from './WalkIns.tsx'
import { clockTime, storageTexts, type Venue } from './words.ts'

type Props = {
  door: DoorModel
  state: DoorState
  venue: Venue
  /** Whether the page opens without a network. */
  isReady: boolean
  onOtherDoor: () => void
}
type Part = 'camera' | 'name' | 'walk_in'
const parts: [Part, string][] = [
  ['camera', 'Camera'],
  ['name', 'Name'],
  ['walk_in', 'No booking'],
]

/** How long a yes stays on the screen if nothing else happens; longer if the number may have to be corrected. */
const yesMs = { one: 4_000, party: 8_000 } as const

/** The open door: scan, find, count. */
export function OpenDoor({ door, state, venue, isReady, onOtherDoor }: Props) {
  const [part, setPart] = useState<Part>('camera')
  const { shift, shown, isCut, waiting, listAt } = state
  const isParty = shown?.of !== undefined && (state.last?.party ?? 0) > 1
  const onCode = useCallback((code: string) => void door.scanCode(code), [door])
  useKeyboardScanner(onCode)
  useScreenOn(true)

  useEffect(() => {
    if (shown?.tone !== 'yes') return
    const ms = isParty ? yesMs.party : yesMs.one
    const timer = setTimeout(() => door.closeResult(), ms)
    return () => clearTimeout(timer)
  }, [shown, isParty, door])

  const end = () => {
    const left = waiting.length
      ? `${waiting.length} scans are not sent yet. They stay on this phone and are sent in the next shift.\n\n`
      : ''
    if (confirm(`${left}End the shift of this phone? What it knows is deleted.`)) void door.end()
  }

  return (
    <>
      <div inert={shown !== null} className="door-open">
        <header className="door-head">
          <h1 className="door-title">{shift?.title}</h1>
          <p data-private>{shift?.name}</p>
        </header>
        <Notices state={state} venue={venue} />
        <Counts state={state} venue={venue} />
        <fieldset className="door-tabs" aria-label="Direction">
          {(['in', 'out'] as const).map((each) => (
            <button
              key={each}
              type="button"
              className="door-button"
              aria-pressed={state.direction === each}
              onClick={() => door.setDirection(each)}
            >
              {each === 'in' ? 'Coming in' : 'Leaving'}
            </button>
          ))}
        </fieldset>
        <fieldset className="door-tabs" aria-label="How">
          {parts.map(([each, label]) => (
            <button
              key={each}
              type="button"
              className="door-button"
              aria-pressed={part === each}
              onClick={() => setPart(each)}
            >
              {label}
            </button>
          ))}
        </fieldset>
        {part === 'camera' ? <Camera onCode={onCode} onOther={() => setPart('name')} /> : null}
        {part === 'name' ? <FindGuest door={door} state={state} /> : null}
        {part === 'walk_in' ? <WalkIns door={door} state={state} /> : null}
        <LastScan door={door} state={state} />
        <Waiting state={state} venue={venue} onRetry={door.retry} onRead={door.closeNews} />
        <footer className="door-foot">
          <p className="door-quiet">
            {listAt ? `List of ${clockTime(listAt, venue.timeZone)}. ` : ''}
            {isReady && !state.storage
              ? 'Ready without a network.'
              : isCut
                ? ''
                : 'Not ready without a network yet.'}
          </p>
          <div className="door-row">
            <button type="button" className="door-button" onClick={onOtherDoor}>
              Other door
            </button>
            <button type="button" className="door-button" onClick={end}>
              End the shift
            </button>
          </div>
        </footer>
      </div>
      {shown ? (
        <Result shown={shown} onNext={door.closeResult}>
          <ResultButtons door={door} state={state} />
        </Result>
      ) : null}
    </>
  )
}

function Notices({ state, venue }: { state: DoorState; venue: Venue }) {
  const { isCut, storage, clock, listAt, waiting } = state
  return (
    <>
      {isCut ? (
        <p className="door-notice" data-tone="ask" role="status">
          No network. This phone decides with its list
          {listAt ? ` of ${clockTime(listAt, venue.timeZone)}` : ''}
          {waiting.length ? `, ${waiting.length} to send` : ''}.
        </p>
      ) : null}
      {storage ? (
        <p className="door-notice" data-tone="no" role="alert">
          {storageTexts[storage]} Without a network, nobody can be let in here.
        </p>
      ) : null}
      {clock ? (
        <p className="door-notice" data-tone="ask" role="status">
          {clock}
        </p>
      ) : null}
    </>
  )
}

/** Seconds until a scan can’t be taken back any more; null after that. */
function useSecondsLeft(until: number | undefined, now: () => number): number | null {
  const [seconds, setSeconds] = useState<number | null>(null)
  useEffect(() => {
    const count = () => {
      const left = until === undefined ? 0 : Math.ceil((until - now()) / 1000)
      setSeconds(left > 0 ? left : null)
    }
    count()
    const timer = setInterval(count, 250)
    return () => clearInterval(timer)
  }, [until, now])
  return until === undefined ? null : seconds
}

function LastScan({ door, state: { last } }: { door: DoorModel; state: DoorState }) {
  const seconds = useSecondsLeft(last?.until, door.now)
  return (
    <div className="door-last" data-private>
      <p>{last ? last.text : 'Nobody was scanned yet.'}</p>
      {seconds === null ? null : (
        <button type="button" className="door-button" onClick={() => void door.undo()}>
          Undo ({seconds})
        </button>
      )}
    </div>
  )
}

/** What can be done about the shown result: take it back, correct the number, or let them in above the limit. */
function ResultButtons({ door, state }: { door: DoorModel; state: DoorState }) {
  const { last, shown, refused, shift } = state
  const isOfLast = shown?.of !== undefined && shown.of === last?.clientId
  const seconds = useSecondsLeft(isOfLast ? last?.until : undefined, door.now)
  if (refused && shift?.mayOverride) {
    return (
      <button type="button" className="door-button" onClick={() => void door.override()}>
        Let them in anyway
      </button>
    )
  }
  if (!last || seconds === null) return null
  const isParty = last.party > 1 && last.what.type !== 'walk_in' && last.reservation !== null
  return (
    <>
      {isParty ? (
        <fieldset className="door-numbers">
          <legend>{last.direction === 'in' ? 'How many came in' : 'How many left'}</legend>
          {Array.from({ length: Math.min(8, last.most) }, (_, index) => index + 1).map((each) => (
            <button
              key={each}
              type="button"
              className="door-button"
              aria-pressed={each === last.counted}
              onClick={() => void door.recount(each)}
            >
              {each}
            </button>
          ))}
        </fieldset>
      ) : null}
      <button type="button" className="door-button" onClick={() => void door.undo()}>
        Undo ({seconds})
      </button>
    </>
  )
}

/** Codes of a scanner that types like a keyboard, wherever the focus is. */
function useKeyboardScanner(onCode: (code: string) => void): void {
  const press = useRef(keyboardScanner((text) => readCode(text).type !== 'unknown'))
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return
      const code = press.current(event.key, event.timeStamp)
      if (!code) return
      // Otherwise Enter would press the button that has the focus.
      event.preventDefault()
      event.stopPropagation()
      if (event.target instanceof HTMLInputElement) removeTyped(event.target, code)
      onCode(code)
    }
    document.addEventListener('keydown', onKey, { capture: true })
    return () => document.removeEventListener('keydown', onKey, { capture: true })
  }, [onCode])
}

/** Takes a code out of the field in which the scanner typed it. */
function removeTyped(field: HTMLInputElement, code: string): void {
  const setValue = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set
  setValue?.call(field, field.value.replace(code, ''))
  field.dispatchEvent(new Event('input', { bubbles: true }))
}
