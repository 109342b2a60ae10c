import { useEffect, useRef, useState } from 'react'
import { codeEveryMs, codeLength } from '../../../../cms/features/members/rules.ts'
import { Button } from '../../../../cms/platform/ui/Button.tsx'
import type { Sent } from '../sent-codes.ts'
import { CodeField } from './CodeField.tsx'
import { cancel } from './GateDialog.tsx'
import { StepForm } from './StepForm.tsx'
import type { useCodeSteps } from './use-code-steps.ts'

type Props = {
  steps: ReturnType<typeof useCodeSteps>
  sent: Sent
  button: string
  onSubmit: () => void
  onResend: () => void
  onCancel?: () => void
}

/** The code step of the dialogs that send a code. */
export function CodeStep({ steps, sent, onResend, onCancel = cancel, ...form }: Props) {
  const { code, setCode, error, isBusy, input } = steps
  const waitSeconds = useWait(sent.atMs)
  const previousCode = useRef(code)
  // A code is submitted when its last digit is entered. A code that was entered before the step was shown is not
  // submitted, because the server may have refused it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each code
  useEffect(() => {
    if (code.length === codeLength && code !== previousCode.current) form.onSubmit()
    previousCode.current = code
  }, [code])
  return (
    <StepForm
      name="code"
      {...{ steps, ...form }}
      lead={
        <>
          A {codeLength}-digit code is on its way to <b>{sent.to}</b>. It works for ten minutes, in
          this browser.
        </>
      }
      field={<CodeField ref={input} value={code} onChange={setCode} isInvalid={error !== null} />}
    >
      <Button name="back" onClick={steps.back}>
        Back
      </Button>
      <Button
        name="cancel"
        onClick={() => {
          steps.back()
          onCancel()
        }}
      >
        Cancel
      </Button>
      <Button
        name="resend-code"
        kind="quiet"
        unavailable={waitSeconds > 0 || isBusy}
        onClick={onResend}
      >
        {waitSeconds > 0 ? `New code in ${waitSeconds} s` : 'Send a new code'}
      </Button>
    </StepForm>
  )
}

/** Seconds until another code can be sent. */
function useWait(sentAtMs: number): number {
  const [nowMs, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [])
  const waitedMs = Math.max(0, nowMs - sentAtMs)
  return Math.max(0, Math.ceil((codeEveryMs - waitedMs) / 1000))
}
