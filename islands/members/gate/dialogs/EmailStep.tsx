import type { ReactNode } from 'react'
import { Button } from '../../../../cms/platform/ui/Button.tsx'
import { emailInput, Field } from '../../../ui/form/Field.tsx'
import { cancel } from './GateDialog.tsx'
import { StepForm } from './StepForm.tsx'
import type { useCodeSteps } from './use-code-steps.ts'
import { usePasskeyAutofill } from './use-passkey-autofill.ts'

type Props = {
  steps: ReturnType<typeof useCodeSteps>
  lead: string
  button: string
  onSubmit: () => void
  /** Further actions after an error. */
  children?: ReactNode
  /** Another way to sign in. */
  alternative?: ReactNode
  /** Whether the field's autofill lists the device's passkeys. */
  hasAutofill?: boolean
}

/** The email step of the dialogs that send a code. */
export function EmailStep({
  steps,
  lead,
  children,
  alternative,
  hasAutofill = true,
  ...form
}: Props) {
  const { email, setEmail, error, setError, input } = steps
  usePasskeyAutofill(setError, { isEnabled: hasAutofill })
  return (
    <StepForm
      name="email"
      {...{ steps, lead, ...form }}
      field={
        <Field
          ref={input}
          id="room-email"
          label="Email"
          {...emailInput}
          autoComplete="username webauthn"
          enterKeyHint="send"
          value={email}
          onChange={(event) => setEmail(event.currentTarget.value)}
          isInvalid={error !== null}
          errorId="room-error"
        />
      }
      extra={children}
    >
      {alternative}
      <Button name="cancel" onClick={cancel}>
        Cancel
      </Button>
    </StepForm>
  )
}
