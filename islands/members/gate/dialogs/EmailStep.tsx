import type { FormEvent, ReactNode } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { Fault } from './Fault.tsx'
import { cancel } from './GateDialog.tsx'
import type { useSteps } from './use-code-steps.ts'
import { useSuggestions } from './use-passkey-autofill.ts'

type Props = {
  steps: ReturnType<typeof useSteps>
  lead: string
  button: string
  onSubmit: () => void
  /** What else can be done, where something is wrong. */
  children?: ReactNode
  /** Another way in, where there is one. */
  instead?: ReactNode
  /** Whether the device's passkeys are among the suggestions of the field. */
  isSuggesting?: boolean
}

/** The first step of both dialogs that mail a code. */
export function EmailStep({
  steps,
  lead,
  button,
  onSubmit,
  children,
  instead,
  isSuggesting = true,
}: Props) {
  const { email, setEmail, fault, setFault, isBusy, field } = steps
  useSuggestions(setFault, { isOffered: isSuggesting })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSubmit()
  }
  return (
    <form className="room-form" noValidate onSubmit={submit}>
      <p className="room-lead">{lead}</p>
      <p className="room-field">
        <label htmlFor="room-email">Email</label>
        <input
          ref={field}
          id="room-email"
          type="email"
          autoComplete="username webauthn"
          autoCapitalize="off"
          spellCheck={false}
          enterKeyHint="send"
          value={email}
          onChange={(event) => setEmail(event.currentTarget.value)}
          aria-invalid={fault !== null || undefined}
          aria-describedby="room-fault"
        />
      </p>
      <Fault id="room-fault">{fault}</Fault>
      {children}
      <Button kind="strong" type="submit" unavailable={isBusy} data-busy={isBusy}>
        {button}
      </Button>
      <div className="room-ways">
        {instead}
        <Button onClick={cancel}>Cancel</Button>
      </div>
    </form>
  )
}
