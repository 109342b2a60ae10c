import { useEffect, useRef, useState } from 'react'
import type {
  DevicesReply,
  OwnDevice,
  OwnSession,
} from '../../../cms/features/members/profile/contract.ts'
import { useBusy } from '../../ui/form/use-busy.ts'
import { endSession, findDevices, forgetDevice } from '../calls.ts'
import { ActionButton } from './ActionButton.tsx'
import { formatDay } from './format-day.ts'
import { runAction } from './run-action.ts'
import { SignOutEverywhere } from './SignOutEverywhere.tsx'
import type { TextsOf } from './texts.ts'

type Props = { initial: DevicesReply; timeZone: string; texts: TextsOf<'devices'> }

const signedOutPath = '/common-room/sign-in?done=signed_out'
const methodKeys = { code: 'by_code', link: 'by_link', passkey: 'by_passkey' } as const

/** A member's sessions and trusted devices. */
export function Devices({ initial, timeZone, texts }: Props) {
  const [reply, setReply] = useState(initial)
  const { failed } = texts
  useEffect(() => {
    // `initial` does not say which device is the current one. This request sends the device cookie, so its reply does.
    findDevices(setReply).then(setReply, () => {})
  }, [])
  const [isBusy, run] = useBusy()
  // Removing a row removes the focused button, so the focus moves to the title of the list.
  const sessionsTitle = useRef<HTMLHeadingElement>(null)
  const devicesTitle = useRef<HTMLHeadingElement>(null)
  const end = ({ id, current }: OwnSession) =>
    run(async () => {
      const remaining = await runAction(() => endSession(id), { done: texts.ended, failed })
      if (remaining && current) return location.assign(signedOutPath)
      if (!remaining) return
      setReply(remaining)
      sessionsTitle.current?.focus()
    })
  const forget = ({ id }: OwnDevice) =>
    run(async () => {
      const remaining = await runAction(() => forgetDevice(id), { done: texts.forgotten, failed })
      if (!remaining) return
      setReply(remaining)
      devicesTitle.current?.focus()
    })
  return (
    <>
      <h3 ref={sessionsTitle} className="poster h3" tabIndex={-1}>
        {texts.sessions_title}
      </h3>
      <ul className="member-list">
        {reply.sessions.map((session) => (
          <li key={session.id}>
            <div>
              <b>{session.device}</b>
              <span>{texts[methodKeys[session.method]]}</span>
              {session.current && <mark>{texts.current}</mark>}
              <small className="figures">
                {texts.seen_label} {formatDay(session.last_seen_at, timeZone)}
              </small>
            </div>
            <ActionButton isBusy={isBusy} onClick={() => void end(session)}>
              {texts.end}
              <span className="sr"> {session.device}</span>
            </ActionButton>
          </li>
        ))}
      </ul>
      <SignOutEverywhere {...{ timeZone, texts }} onDone={() => location.assign(signedOutPath)} />
      <h3 ref={devicesTitle} className="poster h3" tabIndex={-1}>
        {texts.devices_title}
      </h3>
      <p className="copy">{texts.devices_body}</p>
      {reply.devices.length === 0 && <p className="note">{texts.none}</p>}
      <ul className="member-list">
        {reply.devices.map((device) => (
          <li key={device.id}>
            <div>
              <b>{device.device}</b>
              {device.current && <mark>{texts.current}</mark>}
              <small className="figures">
                {texts.until_label} {formatDay(device.expires_at, timeZone)}
              </small>
            </div>
            <ActionButton isBusy={isBusy} onClick={() => void forget(device)}>
              {texts.forget}
              <span className="sr"> {device.device}</span>
            </ActionButton>
          </li>
        ))}
      </ul>
    </>
  )
}
