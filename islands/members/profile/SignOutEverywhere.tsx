import { useState } from 'react'
import type { PasskeysReply } from '../../../cms/features/members/passkeys/contract.ts'
import { recentPasskeyMs } from '../../../cms/features/members/rules.ts'
import type { OwnPasskey } from '../../../cms/platform/webauthn/contract.ts'
import { Checkbox } from '../../ui/form/CheckboxGroup.tsx'
import { onEscape } from '../../ui/form/on-escape.ts'
import { useBusy } from '../../ui/form/use-busy.ts'
import { useFocusOn } from '../../ui/form/use-focus.ts'
import { findPasskeys, removePasskey, signOutEverywhere } from '../calls.ts'
import { signalAcceptedCredentials } from '../passkeys/signals.ts'
import { ActionButton } from './ActionButton.tsx'
import { formatDay } from './format-day.ts'
import { runAction } from './run-action.ts'
import type { TextsOf } from './texts.ts'
import { withProofDialogs } from './with-proof-dialogs.ts'

type Props = { timeZone: string; texts: TextsOf<'devices'>; onDone: () => void }

const isRecent = ({ created_at }: OwnPasskey): boolean =>
  Date.now() - Date.parse(created_at) < recentPasskeyMs

/**
 * Ends all sessions. Passkeys stay valid, so it first lists those that were added recently, and removes the ones that
 * the member selects.
 */
export function SignOutEverywhere({ timeZone, texts, onDone }: Props) {
  const [own, setOwn] = useState<PasskeysReply | null>(null)
  const [chosen, setChosen] = useState<readonly number[]>([])
  const [isBusy, run] = useBusy()
  const container = useFocusOn<HTMLDivElement>(own === null)
  const { failed } = texts

  const remove = async (before: PasskeysReply) => {
    let remaining = before
    for (const id of chosen) {
      remaining = await removePasskey(id)
      signalAcceptedCredentials(before.accepted, remaining.accepted)
      // The list is updated after each removal, because the next one may fail.
      setOwn(remaining)
    }
  }
  const signOut = async (before: PasskeysReply) => {
    const ended = await runAction(
      async () => {
        if (chosen.length > 0) await withProofDialogs(() => remove(before))
        return signOutEverywhere()
      },
      { failed },
    )
    if (ended) onDone()
  }
  const start = () =>
    run(async () => {
      const found = await runAction(findPasskeys, { failed })
      if (found?.passkeys.some(isRecent)) setOwn(found)
      else if (found) await signOut(found)
    })
  const cancel = () => {
    if (isBusy) return
    setChosen([])
    setOwn(null)
  }
  const toggle = (id: number) =>
    setChosen(chosen.includes(id) ? chosen.filter((each) => each !== id) : [...chosen, id])
  return (
    <div ref={container}>
      {own ? (
        <form onKeyDown={onEscape(cancel)}>
          <fieldset className="form-checks">
            <legend>{texts.everywhere_recent}</legend>
            {own.passkeys.filter(isRecent).map(({ id, name, created_at }) => (
              <Checkbox
                key={id}
                id={`recent-passkey-${id}`}
                checked={chosen.includes(id)}
                onChange={() => toggle(id)}
                label={
                  <>
                    {name}{' '}
                    <span className="figures">
                      {texts.added_label} {formatDay(created_at, timeZone)}
                    </span>
                  </>
                }
              />
            ))}
          </fieldset>
          <p className="member-actions">
            <ActionButton isBusy={isBusy} onClick={() => void run(() => signOut(own))}>
              {chosen.length > 0 ? texts.everywhere_remove : texts.everywhere}
            </ActionButton>
            <ActionButton isBusy={isBusy} data-focus onClick={cancel}>
              {texts.cancel}
            </ActionButton>
          </p>
        </form>
      ) : (
        <p className="member-actions">
          <ActionButton isBusy={isBusy} data-focus onClick={() => void start()}>
            {texts.everywhere}
          </ActionButton>
        </p>
      )}
    </div>
  )
}
