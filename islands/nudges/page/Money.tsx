import { useStore } from '@nanostores/react'
import { type FormEvent, useEffect, useState } from 'react'
import { type NewsWays, newsKinds, newsWays } from '../../../cms/features/credit/news/rules.ts'
import { callApi } from '../../../cms/platform/ui/api.ts'
import { runAction } from '../../members/profile/run-action.ts'
import { Submit } from '../../ui/form/Submit.tsx'
import { useBusy } from '../../ui/form/use-busy.ts'
import { NotKnown } from './NotKnown.tsx'
import { $push } from './store.ts'
import type { TextsOf } from './texts.ts'

type Props = { waiting: TextsOf<'waiting'>; texts: TextsOf<'money'> }

/** The form in which a member chooses how they are told about their credit. */
export function Money({ waiting, texts }: Props) {
  const view = useStore($push, { ssr: 'initial' })
  const isMember = view.phase === 'known' && view.server.is_member
  const [ways, setWays] = useState<NewsWays | 'unknown' | null>(null)
  useEffect(() => {
    if (!isMember) return
    callApi<NewsWays>('/api/credit/news').then(setWays, () => setWays('unknown'))
  }, [isMember])
  if (view.phase !== 'known') return <NotKnown phase={view.phase} texts={waiting} />
  if (!isMember) {
    return (
      <>
        <p className="copy">{texts.signed_out}</p>
        <p className="member-actions">
          <a className="go" href="/common-room">
            {texts.sign_in}
          </a>
        </p>
      </>
    )
  }
  if (ways === null || ways === 'unknown') {
    return <NotKnown phase={ways === null ? 'checking' : 'unknown'} texts={waiting} />
  }
  return <MoneyForm ways={ways} texts={texts} />
}

function MoneyForm({ ways, texts }: { ways: NewsWays; texts: TextsOf<'money'> }) {
  const [isBusy, run] = useBusy()
  const save = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const body = Object.fromEntries(new FormData(event.currentTarget))
    void run(async () => {
      await runAction(() => callApi('/api/credit/news', { body }), {
        done: texts.saved,
        failed: texts.failed,
      })
    })
  }
  return (
    <form className="form" method="post" noValidate onSubmit={save}>
      {newsKinds.map((kind) => (
        <p key={kind} className="form-field">
          <label className="note" htmlFor={`money-${kind}`}>
            {texts[kind]}
          </label>
          <select id={`money-${kind}`} name={kind} defaultValue={ways[kind]}>
            {newsWays.map((way) => (
              <option key={way} value={way}>
                {texts[way]}
              </option>
            ))}
          </select>
        </p>
      ))}
      <p className="note">{texts.receipt}</p>
      <Submit isBusy={isBusy}>{isBusy ? texts.saving : texts.button}</Submit>
    </form>
  )
}
