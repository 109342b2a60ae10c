'use client'
import { useEffect, useState } from 'react'
import { useAdminContext } from '../../../../platform/admin/shell/AdminContext.tsx'
import { useClocks } from '../../../../platform/admin/shell/use-clocks.ts'
import { Button } from '../../../../platform/ui/Button.tsx'
import { describePlan } from '../texts.ts'

type Props = {
  /** Initial value, `YYYY-MM-DDTHH:MM` on the venue's clock. */
  initialTime: string
  label: string
  isBusy: boolean
  /** `plain` if another button is the main one. */
  kind?: 'strong' | 'plain'
  onSchedule: (at: string) => void
}

/** The field for the time at which a letter is sent, with a description of the typed time and a button. */
export function ScheduleFields({ initialTime, label, isBusy, kind = 'strong', onSchedule }: Props) {
  const { timeZone } = useAdminContext()
  const clocks = useClocks()
  const [at, setAt] = useState(initialTime)
  const [wasTried, setTried] = useState(false)
  useEffect(() => setAt(initialTime), [initialTime])
  const planned = describePlan(at, clocks)
  // The unchanged, stored time needs no description, because `LetterPanel` already describes it.
  const description =
    at === initialTime && initialTime
      ? ''
      : (planned?.words ?? (wasTried ? 'Write a day and a time.' : ''))
  const isProblem = planned?.isProblem ?? wasTried
  const plan = () => {
    setTried(true)
    if (planned && !planned.isProblem) onSchedule(at)
  }
  return (
    <fieldset className="letter-when">
      <legend className="sr">When it goes out</legend>
      <label htmlFor="letter-at">Goes out, on the venue’s clock ({timeZone})</label>
      <input
        id="letter-at"
        type="datetime-local"
        value={at}
        aria-describedby="letter-at-description"
        aria-invalid={isProblem || undefined}
        onChange={({ target }) => setAt(target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          event.preventDefault()
          plan()
        }}
      />
      <p id="letter-at-description" className={isProblem ? 'record-problem' : 'admin-quiet'}>
        {description}
      </p>
      <Button kind={kind} unavailable={isBusy} onClick={plan}>
        {isBusy ? 'One moment …' : label}
      </Button>
    </fieldset>
  )
}
