import { useStore } from '@nanostores/react'
import { type FormEvent, useState } from 'react'
import { ApiError } from '../../lib/api.ts'
import { emailInput, Field } from '../../ui/form/Field.tsx'
import { Submit } from '../../ui/form/Submit.tsx'
import { useBusy } from '../../ui/form/use-busy.ts'
import { requestLettersLink } from '../calls.ts'
import { $push, lettersToken } from './store.ts'
import type { TextsOf } from './texts.ts'

type Props = { texts: TextsOf<'letters'> }

/** Where this person's letters go. Who is not known to get any can have a link to this page mailed. */
export function Letters({ texts }: Props) {
  const view = useStore($push, { ssr: 'initial' })
  if (view.phase !== 'known') return null
  const { email, is_member } = view.server
  const token = lettersToken()
  const words = token ? texts.dead_link : is_member ? texts.none : texts.ask
  return (
    <section className="nudges-letters" aria-labelledby="letters">
      <h3 id="letters" className="poster h3">
        {texts.title}
      </h3>
      {email ? (
        <>
          <p className="copy">
            {texts.address} <b>{email.address}</b>.
          </p>
          <p className="member-actions">
            <a className="go" href={email.leave}>
              {texts.leave}
            </a>
          </p>
        </>
      ) : (
        <>
          <p className="copy">{words}</p>
          {(token || !is_member) && <LinkForm texts={texts} />}
          <p className="member-actions">
            <a className="go" href="/subscribe">
              {texts.subscribe}
            </a>
          </p>
        </>
      )}
    </section>
  )
}

function LinkForm({ texts }: Props) {
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
    <form className="form" method="post" noValidate onSubmit={send}>
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
