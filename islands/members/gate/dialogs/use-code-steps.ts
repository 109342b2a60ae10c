import { type RefObject, useEffect, useRef, useState } from 'react'
import { readStored, writeStored } from '../../../../cms/platform/ui/storage.ts'
import { useBusy } from '../../../ui/form/use-busy.ts'
import { $session } from '../../session/store.ts'
import { $gate } from '../flow.ts'
import { createSentCodes, type Sent } from '../sent-codes.ts'

type Dialog = 'link' | 'sign-in' | 'confirm'

const storageKey = 'common-room-codes'
const codes = createSentCodes<Dialog>(Date.now, {
  read: () => readStored('sessionStorage', storageKey) ?? {},
  write: (all) => writeStored('sessionStorage', storageKey, all),
})
// The typed address, which the next dialog starts with. It is cleared when the flow ends.
let carriedEmail = ''
$gate.listen(({ state }) => {
  if (state.at === 'closed') carriedEmail = ''
})
// Codes belong to the person who requested them, so they are deleted when another person signs in or out.
$session.listen(({ user }, before) => {
  if (user?.id !== before?.user?.id) codes.clear()
})

/** State of a dialog that sends a code: the email step, then the code step. */
type Steps = {
  dialog: Dialog
  email: string
  setEmail: (email: string) => void
  /** Keeps the address for the next dialog. */
  carry: () => void
  code: string
  setCode: (code: string) => void
  /** The sent code that the dialog waits for; null at the email step. */
  pending: Sent | null
  /** Goes to the code step; `handle` is the user handle that the code links. */
  goToCode: (to: string, handle?: string) => void
  /** Goes to the code step if a code was recently sent to this address. @returns whether a code was sent */
  resume: (to: string) => boolean
  /** Returns to the email step and clears the code. */
  back: () => void
  /** Deletes the code after its use. */
  deleteCode: () => void
  error: string | null
  setError: (error: string | null) => void
  isBusy: boolean
  /** Runs a step unless one is running, and clears the last error. */
  run: (step: () => Promise<void>) => void
  /** The step's input. It is focused at the start of the step and after an error. */
  input: RefObject<HTMLInputElement | null>
}

/**
 * The steps of a dialog that sends a code. A dialog that was closed at the code step resumes there while the code is
 * valid.
 * @param currentHandle returns the user handle that a code would link now
 */
export function useCodeSteps(dialog: Dialog, currentHandle = (): string | null => null): Steps {
  const [pending, setPending] = useState(() => codes.pending(dialog, currentHandle()))
  const [email, setEmail] = useState(pending?.to ?? carriedEmail)
  const [code, setCode] = useState('')
  const [error, setError] = useState<string | null>(null)
  const [isBusy, run] = useBusy()
  const input = useRef<HTMLInputElement>(null)
  const isAtCode = pending !== null
  // biome-ignore lint/correctness/useExhaustiveDependencies: each step has its own input
  useEffect(() => input.current?.focus(), [isAtCode])
  useEffect(() => {
    if (error !== null) input.current?.focus()
  }, [error])
  const goTo = (sent: Sent | null) => {
    setCode('')
    setError(null)
    setPending(sent)
  }
  return {
    dialog,
    email,
    setEmail,
    carry: () => {
      carriedEmail = email
    },
    code,
    setCode,
    pending,
    goToCode: (to, handle) => goTo(codes.add(dialog, to, handle ?? null)),
    resume: (to) => {
      const known = codes.resume(dialog, to, currentHandle())
      if (known) goTo(known)
      return known !== null
    },
    back: () => {
      codes.suspend(dialog)
      goTo(null)
    },
    deleteCode: () => codes.remove(dialog),
    error,
    setError,
    isBusy,
    run: (step) =>
      void run(() => {
        setError(null)
        return step()
      }),
    input,
  }
}
