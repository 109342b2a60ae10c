import { useEffect, useState } from 'react'
import type { DevicesReply, OwnDevice, OwnSession } from '../../cms/profile/contract.ts'
import { attempt, endSession, findDevices, forgetDevice, signOutEverywhere } from './calls.ts'
import { dayOf } from './days.ts'
import type { WordsOf } from './words.ts'

type Props = { initial: DevicesReply; timeZone: string; words: WordsOf<'devices'> }

const methodKey = { code: 'by_code', link: 'by_link', passkey: 'by_passkey' } as const

/** Where a member is signed in, and which devices open the room without a code. */
export function Devices({ initial, timeZone, words }: Props) {
  const [reply, setReply] = useState(initial)
  const { failed } = words
  useEffect(() => {
    // Which device this is, only its own cookie says.
    findDevices().then(setReply, () => {})
  }, [])
  const end = async ({ id, current }: OwnSession) => {
    const left = await attempt(() => endSession(id), { done: words.ended, failed })
    if (left && current) location.reload()
    else if (left) setReply(left)
  }
  const forget = async ({ id }: OwnDevice) => {
    const left = await attempt(() => forgetDevice(id), { done: words.forgotten, failed })
    if (left) setReply(left)
  }
  const endAll = async () => {
    const ended = await attempt(signOutEverywhere, { failed })
    if (ended) location.reload()
  }
  return (
    <>
      <h3 className="poster h3">{words.sessions_title}</h3>
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
            <button type="button" className="go" onClick={() => void end(session)}>
              {words.end}
              <span className="sr"> {session.device}</span>
            </button>
          </li>
        ))}
      </ul>
      <p className="member-does">
        <button type="button" className="go" onClick={() => void endAll()}>
          {words.everywhere}
        </button>
      </p>
      <h3 className="poster h3">{words.devices_title}</h3>
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
            <button type="button" className="go" onClick={() => void forget(device)}>
              {words.forget}
              <span className="sr"> {device.device}</span>
            </button>
          </li>
        ))}
      </ul>
    </>
  )
}
