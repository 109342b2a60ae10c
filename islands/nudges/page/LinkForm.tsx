import { type FormEvent, useState } from 'react'
import { ApiError } from '../../../cms/platform/ui/api.ts'
import { emailInput, Field } from '../../ui/form/Field.tsx'
import { Submit } from '../../ui/form/Submit.tsx'
import { useBusy } from '../../ui/form/use-busy.ts'
import { requestLettersLink } from '../calls.ts'
import type { TextsOf } from './texts.ts'

type Props = { texts: TextsOf<'letters'> }

/** The form that mails a subscriber a link to `/notifications/<token>`. */
export function LinkForm({ texts }: Props) {
  const [isBusy, run] = useBusy()
  const [outcome, setOutcome] = useState<{ problem?: string; sent?: boolean }>({})
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const address = String(new FormData(event.currentTarget).get('email') ?? '')
    void run(async () => {
      setOutcome({})
      try {
        await requestLettersLink(address)
        setOutcome({ sent: true })
      } catch (error) {
        const isRefused = error instanceof ApiError && error.status >= 400 && error.status < 500
        setOutcome({ problem: isRefused ? error.message : texts.failed })
      }
    })
  }
  return (
    <form name="letters-link" className="form" method="post" noValidate onSubmit={send}>
      <Field
        {...emailInput}
        id="letters-email"
        name="email"
        label={texts.email_label}
        required
        error={outcome.problem ?? null}
      />
      <p role="status" className="note">
        {outcome.sent && texts.sent}
      </p>
      <Submit isBusy={isBusy}>{isBusy ? texts.sending : texts.button}</Submit>
    </form>
  )
}
