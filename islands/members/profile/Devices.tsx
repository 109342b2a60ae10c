import { useEffect, useRef, useState } from 'react'
import type { DevicesReply, OwnDevice, OwnSession } from '../../../cms/members/profile/contract.ts'
import { attempt, endSession, findDevices, forgetDevice, signOutEverywhere } from './run-action.ts'
import { dayOf } from './format-day.ts'
import { useBusy } from '../../ui/form/use-busy.ts'
import type { WordsOf } from './texts.ts'

type Props = { initial: DevicesReply; timeZone: string; words: WordsOf<'devices'> }

/** The page that says so, and leads back in. */
const signedOutAt = '/common-room/sign-in?done=signed_out'
const methodKey = { code: 'by_code', link: 'by_link', passkey: 'by_passkey' } as const

/** Where a member is signed in, and which devices the gate knows as theirs. */
export function Devices({ initial, timeZone, words }: Props) {
  const [reply, setReply] = useState(initial)
  const { failed } = words
  useEffect(() => {
    // Which device this is, only its own cookie says.
    findDevices().then(setReply, () => {})
  }, [])
  const [isBusy, busily] = useBusy()
  // What is left when a row goes with the button that was pressed.
  const signedInTitle = useRef<HTMLHeadingElement>(null)
  const trustedTitle = useRef<HTMLHeadingElement>(null)
  const end = ({ id, current }: OwnSession) =>
    busily(async () => {
      const left = await attempt(() => endSession(id), { done: words.ended, failed })
      if (left && current) return location.assign(signedOutAt)
      if (!left) return
      setReply(left)
      signedInTitle.current?.focus()
    })
  const forget = ({ id }: OwnDevice) =>
    busily(async () => {
      const left = await attempt(() => forgetDevice(id), { done: words.forgotten, failed })
      if (!left) return
      setReply(left)
      trustedTitle.current?.focus()
    })
  const endAll = () =>
    busily(async () => {
      const ended = await attempt(signOutEverywhere, { failed })
      if (ended) location.assign(signedOutAt)
    })
  const button = {
    type: 'button',
    className: 'go',
    'aria-disabled': isBusy || undefined,
  } as const
  return (
    <>
      <h3 ref={signedInTitle} className="poster h3" tabIndex={-1}>
        {words.sessions_title}
      </h3>
      <ul className="member-list">
        {reply.sessions.map((session) => (
          <li key={session.id}>
            <div>
              <b>{session.device}</b>
              <span>{words[methodKey[session.method]]}</span>
              {session.current && <mark>{words.current}</mark>}
              <small className="figures">
                {words.seen_label} {dayOf(session.last_seen_at, timeZone)}
              </small>
            </div>
            <button {...button} onClick={() => void end(session)}>
              {words.end}
              <span className="sr"> {session.device}</span>
            </button>
          </li>
        ))}
      </ul>
      <p className="member-does">
        <button {...button} onClick={() => void endAll()}>
          {words.everywhere}
        </button>
      </p>
      <h3 ref={trustedTitle} className="poster h3" tabIndex={-1}>
        {words.devices_title}
      </h3>
      <p className="copy">{words.devices_body}</p>
      {reply.devices.length === 0 && <p className="note">{words.none}</p>}
      <ul className="member-list">
        {reply.devices.map((device) => (
          <li key={device.id}>
            <div>
              <b>{device.device}</b>
              {device.current && <mark>{words.current}</mark>}
              <small className="figures">
                {words.until_label} {dayOf(device.expires_at, timeZone)}
              </small>
            </div>
            <button {...button} onClick={() => void forget(device)}>
              {words.forget}
              <span className="sr"> {device.device}</span>
            </button>
          </li>
        ))}
      </ul>
    </>
  )
}
