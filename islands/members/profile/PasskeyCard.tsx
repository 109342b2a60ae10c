import { type FormEvent, useState } from 'react'
import type { OwnPasskey } from '../../../cms/members/passkeys/contract.ts'
import { longestName } from '../../../cms/members/passkeys/rules.ts'
import { dayOf } from './format-day.ts'
import { useBusy } from '../../ui/form/use-busy.ts'
import { useFocusOn } from '../../ui/form/use-focus.ts'
import type { WordsOf } from './texts.ts'

type Props = {
  passkey: OwnPasskey
  timeZone: string
  words: WordsOf<'passkeys'>
  /** @returns whether it has the name now */
  rename: (id: number, name: string) => Promise<boolean>
  remove: () => Promise<void>
}

const kindKey = {
  synced: 'kind_synced',
  'can be synced': 'kind_syncable',
  'this device only': 'kind_device',
} as const satisfies Record<OwnPasskey['kind'], string>

/** One passkey: who keeps it, since when, and what can be done with it. */
export function PasskeyCard({ passkey, timeZone, words, rename, remove }: Props) {
  const [doing, setDoing] = useState<'nothing' | 'renaming' | 'removing'>('nothing')
  // Whose button has the focus when nothing is done any more.
  const [done, setDone] = useState<typeof doing>('nothing')
  const [isBusy, busily] = useBusy()
  const place = useFocusOn<HTMLLIElement>(doing)
  const { id, name, provider, kind, created_at: added, last_used_at: used } = passkey
  const stop = () => {
    setDone(doing)
    setDoing('nothing')
  }
  const cancel = () => !isBusy && stop()
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const wanted = String(new FormData(event.currentTarget).get('name') ?? '').trim()
    void busily(async () => {
      if (await rename(id, wanted)) stop()
    })
  }
  const yes = () => busily(() => remove().then(stop))
  const button = { className: 'go', 'aria-disabled': isBusy || undefined }
  return (
    <li ref={place}>
      <h3 className="poster h3">{name}</h3>
      <p className="note">
        {provider && provider !== name && <>{provider} · </>}
        {words[kindKey[kind]]}
      </p>
      <dl className="facts rows">
        <div>
          <dt className="note">{words.added_label}</dt>
          <dd>{dayOf(added, timeZone)}</dd>
        </div>
        <div>
          <dt className="note">{words.used_label}</dt>
          <dd>{used ? dayOf(used, timeZone) : words.never}</dd>
        </div>
      </dl>
      {doing === 'renaming' && (
        <form className="member-rename" onSubmit={submit}>
          <p className="newsletter-field">
            <label htmlFor={`passkey-${id}`}>{words.rename_label}</label>
            <input
              data-focus
              id={`passkey-${id}`}
              name="name"
              defaultValue={name}
              maxLength={longestName}
            />
          </p>
          <p className="member-does">
            <button type="submit" {...button}>
              {words.rename_save}
            </button>
            <button type="button" {...button} onClick={cancel}>
              {words.cancel}
            </button>
          </p>
        </form>
      )}
      {doing === 'removing' && (
        <div role="alert">
          <p>{words.remove_ask}</p>
          <p className="member-does">
            <button type="button" {...button} onClick={() => void yes()}>
              {words.remove_yes}
            </button>
            <button type="button" {...button} data-focus onClick={cancel}>
              {words.cancel}
            </button>
          </p>
        </div>
      )}
      {doing === 'nothing' && (
        <p className="member-does">
          <button
            type="button"
            className="go"
            data-focus={done !== 'removing' || undefined}
            onClick={() => setDoing('renaming')}
          >
            {words.rename}
            <span className="sr"> {name}</span>
          </button>
          <button
            type="button"
            className="go"
            data-focus={done === 'removing' || undefined}
            onClick={() => setDoing('removing')}
          >
            {words.remove}
            <span className="sr"> {name}</span>
          </button>
        </p>
      )}
    </li>
  )
}
