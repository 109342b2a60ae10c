import { useRef, useState } from 'react'
import type { PasskeysReply } from '../../../cms/features/members/passkeys/contract.ts'
import { passkeyErrors } from '../../../cms/features/members/passkeys/rules.ts'
import { useBusy } from '../../ui/form/use-busy.ts'
import { findPasskeys, removePasskey, renamePasskey } from '../calls.ts'
import { loadGateUi } from '../gate/load-ui.ts'
import { signalAcceptedCredentials } from '../passkeys/signals.ts'
import { ActionButton } from './ActionButton.tsx'
import { PasskeyCard } from './PasskeyCard.tsx'
import { runAction } from './run-action.ts'
import type { TextsOf } from './texts.ts'
import { withProofDialogs } from './with-proof-dialogs.ts'

type Props = { initial: PasskeysReply; timeZone: string; texts: TextsOf<'passkeys'> }

/** A member's passkeys, and the button that adds one. */
export function Passkeys({ initial, timeZone, texts }: Props) {
  const [reply, setReply] = useState(initial)
  const [isBusy, run] = useBusy()
  const addButton = useRef<HTMLButtonElement>(null)
  const { failed } = texts
  const isFull = reply.passkeys.length >= reply.most

  const rename = async (id: number, name: string) => {
    const renamed = await runAction(() => renamePasskey(id, name), { done: texts.renamed, failed })
    if (renamed) setReply(renamed)
    return renamed !== null
  }
  const remove = async (id: number) => {
    const remaining = await runAction(() => withProofDialogs(() => removePasskey(id)), {
      done: texts.removed,
      failed,
    })
    if (!remaining) return
    signalAcceptedCredentials(reply.accepted, remaining.accepted)
    setReply(remaining)
    // The pressed button was removed with its card, so another button is focused.
    addButton.current?.focus()
  }
  const add = () =>
    run(async () => {
      // Imported on demand: only this action needs the WebAuthn code.
      const added = await runAction(
        async () => {
          const { addOwnPasskey } = await import('../gate/flow.ts')
          await loadGateUi()
          return addOwnPasskey()
        },
        { done: texts.made, failed },
      )
      const updated = added && (await runAction(findPasskeys, { failed }))
      if (updated) setReply(updated)
    })
  return (
    <>
      {reply.passkeys.length === 0 && <p className="copy">{texts.none}</p>}
      <ul className="passkeys">
        {reply.passkeys.map((passkey) => (
          <PasskeyCard
            key={passkey.id}
            {...{ passkey, timeZone, texts, rename }}
            remove={() => remove(passkey.id)}
          />
        ))}
      </ul>
      <p className="member-actions">
        <ActionButton
          ref={addButton}
          isBusy={isBusy || isFull}
          aria-describedby={isFull ? 'profile-passkeys-full' : undefined}
          onClick={() => !isFull && void add()}
        >
          {texts.make}
        </ActionButton>
      </p>
      {isFull && (
        <p id="profile-passkeys-full" className="note">
          {passkeyErrors.too_many_passkeys}
        </p>
      )}
    </>
  )
}
