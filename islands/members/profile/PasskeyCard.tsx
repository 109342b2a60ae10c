import { type FormEvent, useState } from 'react'
import type { OwnPasskey } from '../../../cms/platform/webauthn/contract.ts'
import { maxNameLength } from '../../../cms/platform/webauthn/rules.ts'
import { Field } from '../../ui/form/Field.tsx'
import { onEscape } from '../../ui/form/on-escape.ts'
import { useBusy } from '../../ui/form/use-busy.ts'
import { useFocusOn } from '../../ui/form/use-focus.ts'
import { ActionButton } from './ActionButton.tsx'
import { formatDay } from './format-day.ts'
import type { TextsOf } from './texts.ts'

type Props = {
  passkey: OwnPasskey
  timeZone: string
  texts: TextsOf<'passkeys'>
  /** Renames the passkey. @returns whether the call succeeded */
  rename: (id: number, name: string) => Promise<boolean>
  remove: () => Promise<void>
}

const kindKeys = {
  synced: 'kind_synced',
  'can be synced': 'kind_syncable',
  'this device only': 'kind_device',
} as const satisfies Record<OwnPasskey['kind'], string>

/** One passkey with its provider, dates and actions. */
export function PasskeyCard({ passkey, timeZone, texts, rename, remove }: Props) {
  const [view, setView] = useState<'actions' | 'renaming' | 'removing'>('actions')
  // The previous view. After the return to the actions, the button of that view gets the focus.
  const [previous, setPrevious] = useState<typeof view>('actions')
  const [isBusy, run] = useBusy()
  const container = useFocusOn<HTMLLIElement>(view)
  const { id, name, provider, kind, created_at: added, last_used_at: used } = passkey
  const close = () => {
    setPrevious(view)
    setView('actions')
  }
  const cancel = () => !isBusy && close()
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const newName = String(new FormData(event.currentTarget).get('name') ?? '').trim()
    void run(async () => {
      if (await rename(id, newName)) close()
    })
  }
  const confirmRemoval = () => run(() => remove().then(close))
  return (
    <li ref={container}>
      <h3 className="poster h3">{name}</h3>
      <p className="note">
        {provider && provider !== name && <>{provider} · </>}
        {texts[kindKeys[kind]]}
      </p>
      <dl className="facts rows">
        <div>
          <dt className="note">{texts.added_label}</dt>
          <dd>{formatDay(added, timeZone)}</dd>
        </div>
        <div>
          <dt className="note">{texts.used_label}</dt>
          <dd>{used ? formatDay(used, timeZone) : texts.never}</dd>
        </div>
      </dl>
      {view === 'renaming' && (
        <form onSubmit={submit} onKeyDown={onEscape(cancel)}>
          <Field
            data-focus
            id={`passkey-${id}`}
            name="name"
            label={texts.rename_label}
            defaultValue={name}
            maxLength={maxNameLength}
          />
          <p className="member-actions">
            <ActionButton type="submit" isBusy={isBusy}>
              {texts.rename_save}
            </ActionButton>
            <ActionButton isBusy={isBusy} onClick={cancel}>
              {texts.cancel}
            </ActionButton>
          </p>
        </form>
      )}
      {view === 'removing' && (
        <div role="alert" onKeyDown={onEscape(cancel)}>
          <p>{texts.remove_ask}</p>
          <p className="member-actions">
            <ActionButton isBusy={isBusy} onClick={() => void confirmRemoval()}>
              {texts.remove_yes}
            </ActionButton>
            <ActionButton isBusy={isBusy} data-focus onClick={cancel}>
              {texts.cancel}
            </ActionButton>
          </p>
        </div>
      )}
      {view === 'actions' && (
        <p className="member-actions">
          <ActionButton
            data-focus={previous !== 'removing' || undefined}
            onClick={() => setView('renaming')}
          >
            {texts.rename}
            <span className="sr"> {name}</span>
          </ActionButton>
          <ActionButton
            data-focus={previous === 'removing' || undefined}
            onClick={() => setView('removing')}
          >
            {texts.remove}
            <span className="sr"> {name}</span>
          </ActionButton>
        </p>
      )}
    </li>
  )
}
