import type { ReactNode } from 'react'
import { FormError } from '../../../ui/form/FormError.tsx'
import { Submit } from '../../../ui/form/Submit.tsx'
import type { useCodeSteps } from './use-code-steps.ts'

type Props = {
  /** The name of the step. Analytics records the form under the dialog's name and this name. */
  name: string
  steps: Pick<ReturnType<typeof useCodeSteps>, 'dialog' | 'error' | 'isBusy'>
  lead: ReactNode
  field: ReactNode
  button: string
  onSubmit: () => void
  /** Content above the main button. */
  extra?: ReactNode
  /** The buttons below the main button. */
  children: ReactNode
}

/** The layout of a step: lead, field, error, main button, other buttons. */
export function StepForm({ name, steps, lead, field, button, onSubmit, extra, children }: Props) {
  return (
    <form
      name={`${steps.dialog}-${name}`}
      className="form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit()
      }}
    >
      <p className="room-lead">{lead}</p>
      {field}
      <FormError id="room-error">{steps.error}</FormError>
      {extra}
      <Submit isBusy={steps.isBusy}>{button}</Submit>
      <div className="room-ways">{children}</div>
    </form>
  )
}
