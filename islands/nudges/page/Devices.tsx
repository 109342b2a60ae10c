import { useStore } from '@nanostores/react'
import { useRef } from 'react'
import { formatDay } from '../../members/profile/format-day.ts'
import { runAction } from '../../members/profile/run-action.ts'
import { useBusy } from '../../ui/form/use-busy.ts'
import { removeDevice } from '../calls.ts'
import { forgetThisDevice } from '../push/device.ts'
import { NotKnown } from './NotKnown.tsx'
import { $push, refreshPush } from './store.ts'
import type { TextsOf } from './texts.ts'

type Props = { timeZone: string; waiting: TextsOf<'waiting'>; texts: TextsOf<'devices'> }

/** The devices of a member that get nudges. */
export function Devices({ timeZone, waiting, texts }: Props) {
  const view = useStore($push, { ssr: 'initial' })
  const [isBusy, run] = useBusy()
  const list = useRef<HTMLUListElement>(null)
  if (view.phase !== 'known') return <NotKnown phase={view.phase} texts={waiting} />
  const { is_member, devices } = view.server
  if (!is_member) {
    return (
      <>
        <p className="lead">{texts.signed_out}</p>
        <p className="member-actions">
          <a className="go" href="/common-room">
            {texts.sign_in}
          </a>
        </p>
      </>
    )
  }
  const remove = (id: number, isThis: boolean) =>
    run(async () => {
      const { removed: done, failed } = texts
      if (!(await runAction(() => removeDevice(id), { done, failed }))) return
      if (isThis) await forgetThisDevice().catch(() => {})
      await refreshPush()
      // The pressed button is removed with its row, so the list gets the focus.
      list.current?.focus()
    })
  return (
    <>
      {devices.length === 0 && <p className="lead">{texts.none}</p>}
      <ul ref={list} className="member-list" tabIndex={-1}>
        {devices.map(({ id, name, created_at, seen_at, is_this }) => (
          <li key={id}>
            <div>
              <b>{name}</b>
              {is_this && <mark>{texts.this_one}</mark>}
              <small className="figures">
                {texts.since} {formatDay(created_at, timeZone)}, {texts.seen}{' '}
                {formatDay(seen_at, timeZone)}
              </small>
            </div>
            <button
              type="button"
              className="go"
              aria-disabled={isBusy || undefined}
              onClick={() => void remove(id, is_this)}
            >
              {texts.remove}
              <span className="sr"> {name}</span>
            </button>
          </li>
        ))}
      </ul>
    </>
  )
}
