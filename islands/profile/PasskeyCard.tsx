import { type FormEvent, useState } from 'react'
import type { OwnPasskey } from '../../cms/passkeys/contract.ts'
import { longestName } from '../../cms/passkeys/rules.ts'
import { dayOf } from './days.ts'
import type { WordsOf } from './words.ts'

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

// It comes where somebody has just asked for it.
const selectAll = (input: HTMLInputElement | null) => input?.select()

/** One passkey: who keeps it, since when, and what can be done with it. */
export function PasskeyCard({ passkey, timeZone, words, rename, remove }: Props) {
  const [doing, setDoing] = useState<'nothing' | 'renaming' | 'removing'>('nothing')
  const { id, name, provider, kind, created_at: added, last_used_at: used } = passkey
  const stop = () => setDoing('nothing')
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    event.stopPropagation()
    const wanted = String(new FormData(event.currentTarget).get('name') ?? '').trim()
    if (await rename(id, wanted)) stop()
  }
  return (
    <li>
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
        <form className="member-rename" onSubmit={(event) => void submit(event)}>
          <p className="newsletter-field">
            <label htmlFor={`passkey-${id}`}>{words.rename_label}</label>
            <input
              ref={selectAll}
              id={`passkey-${id}`}
              name="name"
              defaultValue={name}
              maxLength={longestName}
            />
          </p>
          <p className="member-does">
            <button type="submit" className="go">
              {words.rename_save}
            </button>
            <button type="button" className="go" onClick={stop}>
              {words.cancel}
            </button>
          </p>
        </form>
      )}
      {doing === 'removing' && (
        <div role="alert">
          <p>{words.remove_ask}</p>
          <p className="member-does">
            <button type="button" className="go" onClick={() => void remove().then(stop)}>
              {words.remove_yes}
            </button>
            <button type="button" className="go" onClick={stop}>
              {words.cancel}
            </button>
          </p>
        </div>
      )}
      {doing === 'nothing' && (
        <p className="member-does">
          <button type="button" className="go" onClick={() => setDoing('renaming')}>
            {words.rename}
            <span className="sr"> {name}</span>
          </button>
          <button type="button" className="go" onClick={() => setDoing('removing')}>
            {words.remove}
            <span className="sr"> {name}</span>
          </button>
        </p>
      )}
    </li>
  )
}
