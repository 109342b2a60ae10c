import { useState } from 'react'
import { ApiError } from '../../../cms/platform/ui/api.ts'
import { useBusy } from '../../ui/form/use-busy.ts'
import { sendTest } from '../calls.ts'
import type { TextsOf } from './texts.ts'

type Props = { texts: TextsOf<'test'>; failed: string }

/** The button that sends a test nudge to this device. */
export function TestNudge({ texts, failed }: Props) {
  const [isBusy, run] = useBusy()
  const [outcome, setOutcome] = useState('')
  const send = () =>
    run(async () => {
      setOutcome('')
      try {
        await sendTest()
        setOutcome(texts.sent)
      } catch (error) {
        const isTooOften = error instanceof ApiError && error.status === 429
        setOutcome(isTooOften ? texts.too_often : failed)
      }
    })
  return (
    <div className="nudges-test">
      <h3 className="poster h3">{texts.title}</h3>
      <p className="copy">{texts.body}</p>
      <p className="member-actions">
        <button
          type="button"
          className="go"
          aria-disabled={isBusy || undefined}
          onClick={() => void send()}
        >
          {texts.button}
        </button>
      </p>
      <p role="status" className="note">
        {outcome}
      </p>
    </div>
  )
}
