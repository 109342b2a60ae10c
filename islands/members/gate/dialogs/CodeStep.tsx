import { type FormEvent, useEffect, useState } from 'react'
import { codeEveryMs, codeLength } from '../../../../cms/members/rules.ts'
import { Button } from '../../../ui/Button.tsx'
import type { Sent } from '../sent-codes.ts'
import { CodeField } from './CodeField.tsx'
import { Fault } from './Fault.tsx'
import { cancel } from './GateDialog.tsx'
import type { useSteps } from './use-code-steps.ts'

type Props = {
  steps: ReturnType<typeof useSteps>
  asked: Sent
  button: string
  onSubmit: () => void
  onResend: () => void
}

/** The second step of both dialogs that mail a code. */
export function CodeStep({ steps, asked, button, onSubmit, onResend }: Props) {
  const { code, setCode, fault, isBusy, field } = steps
  const waitSeconds = useWait(asked.atMs)
  const giveUp = () => {
    steps.back()
    cancel()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSubmit()
  }
  return (
    <form className="room-form" noValidate onSubmit={submit}>
      <p className="room-lead">
        A {codeLength}-digit code is on its way to <b>{asked.to}</b>. It works for ten minutes, in
        this browser.
      </p>
      <CodeField ref={field} value={code} onChange={setCode} isFaulty={fault !== null} />
      <Fault id="room-fault">{fault}</Fault>
      <Button kind="strong" type="submit" unavailable={isBusy} data-busy={isBusy}>
        {button}
      </Button>
      <div className="room-ways">
        <Button onClick={steps.back}>Back</Button>
        <Button onClick={giveUp}>Cancel</Button>
        <Button kind="quiet" unavailable={waitSeconds > 0 || isBusy} onClick={onResend}>
          {waitSeconds > 0 ? `New code in ${waitSeconds} s` : 'Send a new code'}
        </Button>
      </div>
    </form>
  )
}

/** How long nobody is sent another code, in seconds. */
function useWait(sentAtMs: number): number {
  const [nowMs, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [])
  const waitedMs = Math.max(0, nowMs - sentAtMs)
  return Math.max(0, Math.ceil((codeEveryMs - waitedMs) / 1000))
}
