import { type FormEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { PasskeysReply } from '../../../cms/features/members/passkeys/contract.ts'
import { codeLivesMs, isCode } from '../../../cms/features/members/rules.ts'
import { ApiError } from '../../../cms/platform/ui/api.ts'
import { readStored, writeStored } from '../../../cms/platform/ui/storage.ts'
import { showToast } from '../../../cms/platform/ui/toasts.ts'
import { isEmail } from '../../lib/is-email.ts'
import { emailInput, Field } from '../../ui/form/Field.tsx'
import { FormError } from '../../ui/form/FormError.tsx'
import { useBusy } from '../../ui/form/use-busy.ts'
import { useHydrated } from '../../ui/form/use-hydrated.ts'
import { confirmEmailChange, startEmailChange } from '../calls.ts'
import { digitsOf } from '../gate/code-digits.ts'
import { PasskeyError } from '../passkeys/errors.ts'
import { signalUserDetails } from '../passkeys/signals.ts'
import { startSession } from '../session/store.ts'
import { ActionButton } from './ActionButton.tsx'
import type { TextsOf } from './texts.ts'
import { withProofDialogs } from './with-proof-dialogs.ts'

type Props = { email: string; accepted: PasskeysReply['accepted']; texts: TextsOf<'email'> }

type Problem = {
  message: string
  /**
   * The invalid field: the code field of the old or the new address, or none. If undefined, all shown fields
   * are invalid.
   */
  field?: 'old' | 'new' | 'none'
}

/** The last request for codes in this tab: old address, new address and time. */
type Sent = { from: string; to: string; atMs: number }
const storageKey = 'common-room-email-codes'

/** The new address whose codes are still valid; null if there is none. */
function pendingAddress(from: string): string | null {
  const sent = readStored<Sent>('sessionStorage', storageKey)
  return sent?.from === from && Date.now() - sent.atMs < codeLivesMs ? sent.to : null
}

/** Changes the email address. The old and the new address each get a code. */
export function EmailChange({ email: initial, accepted, texts }: Props) {
  const [email, setEmail] = useState(initial)
  const [newEmail, setNewEmail] = useState('')
  const [codes, setCodes] = useState({ old: '', new: '' })
  const [isSent, setSent] = useState(false)
  const [isBusy, run] = useBusy()
  const [problem, setProblem] = useState<Problem | null>(null)
  const isHydrated = useHydrated()
  const form = useRef<HTMLFormElement>(null)

  // The change may replace the focused element, so the new fields are rendered before one is focused.
  const applyAndFocus = (change: () => void) => {
    flushSync(change)
    const invalid = form.current?.querySelector<HTMLElement>('[aria-invalid]')
    ;(invalid ?? form.current?.querySelector('input'))?.focus()
  }
  /** Runs a step. The step returns a function that applies its state changes. */
  const runStep = (step: () => Promise<() => void>) =>
    run(async () => {
      setProblem(null)
      applyAndFocus(await step().catch((error: unknown) => () => setProblem(problemOf(error))))
    })
  const problemOf = (error: unknown): Problem => {
    if (error instanceof PasskeyError) return { message: error.message, field: 'none' }
    if (!(error instanceof ApiError)) return { message: texts.failed }
    if (error.code !== 'too_soon') return { message: error.message }
    const pending = isSent ? null : pendingAddress(email)
    const hint = pending ? ` ${texts.use_sent} ${pending}` : ''
    return { message: texts.too_soon + hint, field: 'none' }
  }
  const to = newEmail.trim()
  const sendCodes = async () => {
    await withProofDialogs(() => startEmailChange(to))
    writeStored('sessionStorage', storageKey, { from: email, to, atMs: Date.now() } satisfies Sent)
    return () => {
      setCodes({ old: '', new: '' })
      setSent(true)
    }
  }
  const send = async () => {
    if (!isEmail(to)) return () => setProblem({ message: texts.invalid })
    // After *Back* the codes that were sent can still be entered.
    return pendingAddress(email) === to ? () => setSent(true) : sendCodes()
  }
  const confirm = async () => {
    if (!isCode(codes.old))
      return () => setProblem({ message: texts.old_code_missing, field: 'old' })
    if (!isCode(codes.new))
      return () => setProblem({ message: texts.new_code_missing, field: 'new' })
    const session = await confirmEmailChange(to, codes.old, codes.new)
    startSession(session)
    for (const { userHandle } of accepted) signalUserDetails(userHandle, session.user.email)
    writeStored('sessionStorage', storageKey, null)
    showToast({ title: texts.done })
    return () => {
      setEmail(session.user.email)
      setNewEmail('')
      setSent(false)
    }
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void runStep(isSent ? confirm : send)
  }
  const back = () =>
    applyAndFocus(() => {
      setSent(false)
      setProblem(null)
    })
  const codeField = (which: 'old' | 'new', label: string) => (
    <Field
      id={`profile-code-${which}`}
      label={label}
      className="figures"
      inputMode="numeric"
      autoComplete={which === 'new' ? 'one-time-code' : 'off'}
      value={codes[which]}
      onChange={(event) => setCodes({ ...codes, [which]: digitsOf(event.currentTarget.value) })}
      isInvalid={problem !== null && (problem.field ?? which) === which}
      errorId="profile-email-fault"
    />
  )
  return (
    <form ref={form} className="form" method="post" noValidate onSubmit={submit}>
      <p className="slip-address">{email}</p>
      {isSent ? (
        <>
          <p role="status">{texts.sent}</p>
          <div className="form-pair">
            {codeField('old', texts.old_code_label)}
            {codeField('new', texts.new_code_label)}
          </div>
        </>
      ) : (
        <Field
          id="profile-email"
          label={texts.new_label}
          {...emailInput}
          value={newEmail}
          onChange={(event) => setNewEmail(event.currentTarget.value)}
          isInvalid={problem !== null && problem.field !== 'none'}
          errorId="profile-email-fault"
        />
      )}
      <FormError id="profile-email-fault">{problem?.message}</FormError>
      <p className="member-actions">
        <ActionButton type="submit" disabled={!isHydrated} isBusy={isBusy}>
          {isSent ? texts.confirm : texts.send}
        </ActionButton>
        {isSent && (
          <>
            <ActionButton onClick={() => void runStep(sendCodes)}>{texts.again}</ActionButton>
            <ActionButton onClick={back}>{texts.back}</ActionButton>
          </>
        )}
      </p>
    </form>
  )
}
