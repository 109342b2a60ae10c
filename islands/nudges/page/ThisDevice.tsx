import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import { Submit } from '../../ui/form/Submit.tsx'
import { useBusy } from '../../ui/form/use-busy.ts'
import { turnOff, turnOn } from '../push/device.ts'
import { $push, type PushView, refreshPush } from './store.ts'
import { TestNudge } from './TestNudge.tsx'
import type { TextsOf } from './texts.ts'

type Props = { texts: TextsOf<'state'>; testTexts: TextsOf<'test'> }

/** Shows whether this browser gets nudges on this device, and turns them on or off. */
export function ThisDevice({ texts, testTexts }: Props) {
  const view = useStore($push, { ssr: 'initial' })
  const [isBusy, run] = useBusy()
  const [outcome, setOutcome] = useState<string | null>(null)
  useEffect(() => {
    void refreshPush()
    // The person may have changed the permission in the settings of the browser.
    const onFocus = () => void refreshPush()
    addEventListener('focus', onFocus)
    return () => removeEventListener('focus', onFocus)
  }, [])
  const start = () =>
    run(async () => {
      setOutcome(null)
      const result = await turnOn()
      await refreshPush()
      setOutcome(result === 'on' ? null : texts[result])
    })
  const stop = () =>
    run(async () => {
      setOutcome(null)
      const isDone = await turnOff().then(
        () => true,
        () => false,
      )
      await refreshPush()
      setOutcome(isDone ? texts.turned_off : texts.failed)
    })
  const tryAgain = () => run(refreshPush)
  const isOn = view.phase === 'known' && view.isOn
  const canTurnOn = view.phase === 'known' && view.support === 'ready' && !view.isOn
  const outdated = view.phase === 'known' && view.isOutdated ? texts.outdated : null
  const canTryAgain = view.phase === 'unknown' || outdated !== null
  // Only one note is shown. The outcome of the last action is newer than the server's last reply.
  const note = outcome ?? outdated
  return (
    <div className="nudges-device" data-state={stateOf(view)}>
      <div role="status">
        {stateOf(view) === 'install' && <p className="poster h3">{texts.iphone_title}</p>}
        <p className="lead">{texts[textKeys[stateOf(view)]]}</p>
        {note && <p className="note">{note}</p>}
      </div>
      {canTryAgain && (
        <p>
          <button
            type="button"
            className="go"
            aria-disabled={isBusy || undefined}
            onClick={() => void tryAgain()}
          >
            {texts.try_again}
          </button>
        </p>
      )}
      {canTurnOn && (
        <Submit type="button" isBusy={isBusy} onClick={() => void start()}>
          {isBusy ? texts.turning_on : texts.turn_on}
        </Submit>
      )}
      {isOn && (
        <>
          <TestNudge texts={testTexts} failed={texts.failed} />
          <p className="member-actions">
            <button
              type="button"
              className="go"
              aria-disabled={isBusy || undefined}
              onClick={() => void stop()}
            >
              {texts.turn_off}
            </button>
          </p>
        </>
      )}
    </div>
  )
}

const textKeys = {
  checking: 'checking',
  unknown: 'unknown',
  install: 'iphone',
  blocked: 'blocked',
  unsupported: 'unsupported',
  on: 'on',
  off: 'off',
} as const

function stateOf(view: PushView): keyof typeof textKeys {
  if (view.phase === 'checking') return 'checking'
  if (view.support !== 'ready') return view.support
  if (view.phase === 'unknown') return 'unknown'
  return view.isOn ? 'on' : 'off'
}
