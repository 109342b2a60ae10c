import { useRef, useState } from 'react'
import type { PasskeysReply } from '../../../cms/members/passkeys/contract.ts'
import { passkeyErrors } from '../../../cms/members/passkeys/rules.ts'
import { tellChange } from '../passkeys/signals.ts'
import { attempt, findPasskeys, removePasskey, renamePasskey } from './run-action.ts'
import { PasskeyCard } from './PasskeyCard.tsx'
import { useBusy } from '../../ui/form/use-busy.ts'
import type { WordsOf } from './texts.ts'

type Props = { initial: PasskeysReply; timeZone: string; words: WordsOf<'passkeys'> }

/** A member's passkeys, each on a card of its own, and the button for another one. */
export function Passkeys({ initial, timeZone, words }: Props) {
  const [reply, setReply] = useState(initial)
  const [isMaking, busily] = useBusy()
  const makeButton = useRef<HTMLButtonElement>(null)
  const { failed } = words
  const isFull = reply.passkeys.length >= reply.most

  const rename = async (id: number, name: string) => {
    const renamed = await attempt(() => renamePasskey(id, name), { done: words.renamed, failed })
    if (renamed) setReply(renamed)
    return renamed !== null
  }
  const remove = async (id: number) => {
    const left = await attempt(() => removePasskey(id), { done: words.removed, failed })
    if (!left) return
    tellChange(reply.accepted, left.accepted)
    setReply(left)
    // Its card goes with the button that was pressed.
    makeButton.current?.focus()
  }
  const make = () =>
    busily(async () => {
      // Fetched when it is needed: nothing else here speaks with authenticators.
      const made = await attempt(
        async () => {
          const { makeOwnPasskey } = await import('../gate/flow.ts')
          return makeOwnPasskey()
        },
        { done: words.made, failed },
      )
      const now = made && (await attempt(findPasskeys, { failed }))
      if (now) setReply(now)
    })
  return (
    <>
      {reply.passkeys.length === 0 && <p className="copy">{words.none}</p>}
      <ul className="passkeys">
        {reply.passkeys.map((passkey) => (
          <PasskeyCard
            key={passkey.id}
            {...{ passkey, timeZone, words, rename }}
            remove={() => remove(passkey.id)}
          />
        ))}
      </ul>
      <p className="member-does">
        <button
          ref={makeButton}
          type="button"
          className="go"
          aria-disabled={isMaking || isFull || undefined}
          aria-describedby={isFull ? 'profile-passkeys-full' : undefined}
          onClick={() => !isFull && void make()}
        >
          {words.make}
        </button>
      </p>
      {isFull && (
        <p id="profile-passkeys-full" className="note">
          {passkeyErrors.too_many_passkeys}
        </p>
      )}
    </>
  )
}
