import { type FormEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { PasskeysReply } from '../../../cms/members/passkeys/contract.ts'
import { codeLivesMs, isCode } from '../../../cms/members/rules.ts'
import { ApiError } from '../../lib/api.ts'
import { isEmail } from '../../lib/is-email.ts'
import { readStored, writeStored } from '../../lib/storage.ts'
import { showToast } from '../../lib/toasts.ts'
import { digitsOf } from '../gate/code-digits.ts'
import { signedIn } from '../session/store.ts'
import { tellName } from '../passkeys/signals.ts'
import { confirmEmailChange, startEmailChange } from './run-action.ts'
import { useBusy } from '../../ui/form/use-busy.ts'
import { useReady } from '../../ui/form/use-hydrated.ts'
import type { WordsOf } from './texts.ts'

type Props = { email: string; accepted: PasskeysReply['accepted']; words: WordsOf<'email'> }

/** What is wrong, and with which of the codes, where not with all that is written. */
type Fault = { message: string; code?: 'old' | 'new' | 'none' }

/** To whom codes were sent last from this tab, for which address, and when. */
type Sent = { from: string; to: string; atMs: number }
const sentKey = 'common-room-email-codes'

/** For which address codes went out that still work; null where there are none. */
function sentFor(from: string): string | null {
  const sent = readStored<Sent>('sessionStorage', sentKey)
  return sent?.from === from && Date.now() - sent.atMs < codeLivesMs ? sent.to : null
}

/** A new address takes a code from the old one and one from the new. */
export function EmailChange({ email: first, accepted, words }: Props) {
  const [email, setEmail] = useState(first)
  const [wanted, setWanted] = useState('')
  const [codes, setCodes] = useState({ old: '', new: '' })
  const [isSent, setSent] = useState(false)
  const [isBusy, busily] = useBusy()
  const [fault, setFault] = useState<Fault | null>(null)
  const isReady = useReady()
  const form = useRef<HTMLFormElement>(null)

  // What takes the focus away with it has to be gone before another field can have it.
  const settle = (change: () => void) => {
    flushSync(change)
    const wrong = form.current?.querySelector<HTMLElement>('[aria-invalid]')
    ;(wrong ?? form.current?.querySelector('input'))?.focus()
  }
  /** Takes a step, which returns what it changes. */
  const take = (step: () => Promise<() => void>) =>
    busily(async () => {
      setFault(null)
      settle(await step().catch((error: unknown) => () => setFault(faultOf(error))))
    })
  const faultOf = (error: unknown): Fault => {
    if (!(error instanceof ApiError)) return { message: words.failed }
    if (error.code !== 'too_soon') return { message: error.message }
    const before = isSent ? null : sentFor(email)
    const way = before && ` ${words.use_sent} ${before}`
    return { message: `${words.too_soon}${way ?? ''}`, code: 'none' }
  }
  const to = wanted.trim()
  const sendCodes = async () => {
    await startEmailChange(to)
    writeStored('sessionStorage', sentKey, { from: email, to, atMs: Date.now() } satisfies Sent)
    return () => {
      setCodes({ old: '', new: '' })
      setSent(true)
    }
  }
  const send = async () => {
    if (!isEmail(to)) return () => setFault({ message: words.invalid })
    // Whoever went back with codes in hand finds the fields for them again.
    return sentFor(email) === to ? () => setSent(true) : sendCodes()
  }
  const confirm = async () => {
    if (!isCode(codes.old)) return () => setFault({ message: words.old_code_missing, code: 'old' })
    if (!isCode(codes.new)) return () => setFault({ message: words.new_code_missing, code: 'new' })
    const session = await confirmEmailChange(to, codes.old, codes.new)
    signedIn(session)
    for (const { userHandle } of accepted) tellName(userHandle, session.user.email)
    writeStored('sessionStorage', sentKey, null)
    showToast({ title: words.done })
    return () => {
      setEmail(session.user.email)
      setWanted('')
      setSent(false)
    }
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void take(isSent ? confirm : send)
  }
  const back = () =>
    settle(() => {
      setSent(false)
      setFault(null)
    })
  const codeField = (which: 'old' | 'new', label: string) => (
    <p className="newsletter-field">
      <label htmlFor={`profile-code-${which}`}>{label}</label>
      <input
        id={`profile-code-${which}`}
        className="figures"
        inputMode="numeric"
        autoComplete={which === 'new' ? 'one-time-code' : 'off'}
        value={codes[which]}
        onChange={(event) => setCodes({ ...codes, [which]: digitsOf(event.currentTarget.value) })}
        aria-invalid={(fault !== null && (fault.code ?? which) === which) || undefined}
        aria-describedby="profile-email-fault"
      />
    </p>
  )
  return (
    <form ref={form} className="newsletter-form" method="post" noValidate onSubmit={submit}>
      <p className="slip-address">{email}</p>
      {isSent ? (
        <>
          <p role="status">{words.sent}</p>
          <div className="newsletter-pair">
            {codeField('old', words.old_code_label)}
            {codeField('new', words.new_code_label)}
          </div>
        </>
      ) : (
        <p className="newsletter-field">
          <label htmlFor="profile-email">{words.new_label}</label>
          <input
            id="profile-email"
            type="email"
            autoComplete="email"
            autoCapitalize="off"
            spellCheck={false}
            value={wanted}
            onChange={(event) => setWanted(event.currentTarget.value)}
            aria-invalid={(fault !== null && fault.code !== 'none') || undefined}
            aria-describedby="profile-email-fault"
          />
        </p>
      )}
      <p id="profile-email-fault" className="member-fault" role="alert">
        {fault?.message}
      </p>
      <p className="member-does">
        <button
          type="submit"
          className="go"
          disabled={!isReady}
          aria-disabled={isBusy || undefined}
        >
          {isSent ? words.confirm : words.send}
        </button>
        {isSent && (
          <>
            <button type="button" className="go" onClick={() => void take(sendCodes)}>
              {words.again}
            </button>
            <button type="button" className="go" onClick={back}>
              {words.back}
            </button>
          </>
        )}
      </p>
    </form>
  )
}
