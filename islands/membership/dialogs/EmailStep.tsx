import type { FormEvent, ReactNode } from 'react'
import { Button } from '../../ui/Button.tsx'
import { Fault } from './Fault.tsx'
import { cancel } from './RoomDialog.tsx'
import type { useSteps } from './use-steps.ts'

type Props = {
  steps: ReturnType<typeof useSteps>
  lead: string
  button: string
  onSubmit: () => void
  /** What else can be done, where something is wrong. */
  children?: ReactNode
  /** Another way in, where there is one. */
  instead?: ReactNode
}

/** The first step of both dialogs that mail a code. The device's passkeys are among the suggestions. */
export function EmailStep({ steps, lead, button, onSubmit, children, instead }: Props) {
  const { email, setEmail, fault, isBusy, field } = steps
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
