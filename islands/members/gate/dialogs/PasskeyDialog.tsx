import { useEffect, useState } from 'react'
import { passkeyErrors } from '../../../../cms/features/members/passkeys/rules.ts'
import { Button } from '../../../../cms/platform/ui/Button.tsx'
import { FormError } from '../../../ui/form/FormError.tsx'
import { Submit } from '../../../ui/form/Submit.tsx'
import { useBusy } from '../../../ui/form/use-busy.ts'
import { device } from '../../passkeys/device.ts'
import { dispatch, requestPasskey } from '../flow.ts'
import type { PasskeyProblem } from '../state.ts'
import { passkeyTexts as texts } from '../texts.ts'
import { GateDialog } from './GateDialog.tsx'

type Props = {
  problem: PasskeyProblem | null
  /** Whether the membership check is running for the passkey that was just used. */
  isChecking: boolean
  /** Whether the passkey is for linking a membership. */
  isLinking: boolean
}

/** Asks for a passkey of this device. Source: spec section 2. */
export function PasskeyDialog({ problem, isChecking, isLinking }: Props) {
  const [isPrompting, run] = useBusy()
  const [error, setError] = useState<string | null>(null)
  useEffect(() => {
    setError(problem?.message ?? null)
  }, [problem])
  const isBusy = isPrompting || isChecking
  const request = (how: Parameters<typeof requestPasskey>[0]) => {
    if (isChecking) return
    void run(() => {
      setError(null)
      return requestPasskey(how, (code) => setError(passkeyErrors[code]))
    })
  }
  const alternative = problem?.code === 'platform_unavailable' ? 'any' : 'make'
  const hasAlternative = problem !== null || device.handle() === null
  return (
    <GateDialog title={texts.title} focus=".form-submit">
      <p className="room-lead">{isLinking ? texts.leadLinking : texts.lead}</p>
      <FormError>{error}</FormError>
      <Submit name="use-passkey" type="button" isBusy={isBusy} onClick={() => request('usual')}>
        {texts.use}
      </Submit>
      <div className="room-ways">
        <Button name="email-instead" onClick={() => dispatch({ type: 'email_instead' })}>
          {texts.email}
        </Button>
        {hasAlternative && (
          <Button
            name={`${alternative}-passkey`}
            kind="quiet"
            unavailable={isBusy}
            onClick={() => request(alternative)}
          >
            {texts[alternative]}
          </Button>
        )}
      </div>
    </GateDialog>
  )
}
