import { useStore } from '@nanostores/react'
import { isCode } from '../../../cms/features/members/rules.ts'
import { ApiError } from '../../../cms/platform/ui/api.ts'
import { Button } from '../../../cms/platform/ui/Button.tsx'
import { proveByCode, proveByPasskey, sendProofCode } from '../calls.ts'
import { CodeStep } from '../gate/dialogs/CodeStep.tsx'
import { FocusedStep } from '../gate/dialogs/FocusedStep.tsx'
import { GateDialog } from '../gate/dialogs/GateDialog.tsx'
import { StepForm } from '../gate/dialogs/StepForm.tsx'
import { useCodeSteps } from '../gate/dialogs/use-code-steps.ts'
import { toPasskeyError } from '../gate/flow.ts'
import { linkProblems, passkeyTexts, proofTexts as texts } from '../gate/texts.ts'
import { presentPasskey } from '../passkeys/client.ts'
import { device } from '../passkeys/device.ts'
import { $session } from '../session/store.ts'
import { $proofRequest } from './proof.ts'

/** Asks a member for a proof before an action that requires one. */
export function ProofDialog() {
  const request = useStore($proofRequest)
  return request && <OpenDialog settle={request.settle} />
}

function OpenDialog({ settle }: { settle: (isProved: boolean) => void }) {
  const steps = useCodeSteps('confirm')
  const { code, pending } = steps
  const { user } = useStore($session)
  const address = user?.email ?? ''
  const hasPasskey = device.handle() !== null
  const cancel = () => settle(false)

  const attempt = (action: () => Promise<void>) =>
    steps.run(() =>
      action().catch((error: unknown) =>
        steps.setError(error instanceof ApiError ? error.message : toPasskeyError(error).message),
      ),
    )
  const byPasskey = () =>
    attempt(async () => {
      const { userHandle } = await presentPasskey()
      await proveByPasskey(userHandle)
      settle(true)
    })
  const send = () =>
    attempt(async () => {
      await sendProofCode()
      steps.goToCode(address)
    })
  const sendOrResume = () => steps.resume(address) || send()
  const verify = () =>
    attempt(async () => {
      if (!isCode(code)) return steps.setError(linkProblems.short_code)
      await proveByCode(code)
      steps.deleteCode()
      settle(true)
    })

  return (
    <GateDialog title={texts.title} focus={pending ? 'input' : '.form-submit'} onClose={cancel}>
      {pending ? (
        <CodeStep
          {...{ steps, sent: pending }}
          button={texts.verify}
          onSubmit={verify}
          onResend={send}
          onCancel={cancel}
        />
      ) : (
        <FocusedStep>
          <StepForm
            name={hasPasskey ? 'passkey' : 'send'}
            {...{ steps }}
            lead={hasPasskey ? texts.lead.passkey : texts.lead.code(address)}
            field={null}
            button={hasPasskey ? passkeyTexts.use : texts.send}
            onSubmit={hasPasskey ? byPasskey : sendOrResume}
          >
            {hasPasskey && (
              <Button name="email-instead" onClick={sendOrResume}>
                {texts.instead}
              </Button>
            )}
            <Button name="cancel" onClick={cancel}>
              Cancel
            </Button>
          </StepForm>
        </FocusedStep>
      )}
    </GateDialog>
  )
}

document.addEventListener('astro:after-swap', () => $proofRequest.get()?.settle(false))
