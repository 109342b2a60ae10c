import { type RefObject, useEffect, useRef, useState } from 'react'
import { readStored, writeStored } from '../../../lib/storage.ts'
import { createSentCodes, type Sent } from '../sent-codes.ts'
import { $session } from '../../session/store.ts'

type Dialog = 'link' | 'sign_in'

const name = 'common-room-codes'
const codes = createSentCodes<Dialog>(Date.now, {
  read: () => readStored('sessionStorage', name) ?? {},
  write: (kept) => writeStored('sessionStorage', name, kept),
})
// Who asked for a code may be somebody else than who comes, or who is there next.
$session.listen(({ user }, before) => {
  if (user?.id !== before?.user?.id) codes.forgetAll()
})

/** Where a dialog stands that mails a code: at the address, or, once it is sent, at the code. */
type Steps = {
  email: string
  setEmail: (email: string) => void
  code: string
  setCode: (code: string) => void
  /** Where and when the code was sent that is asked for; null at the address. */
  asked: Sent | null
  /** A code was sent, which is asked for now; one that links a passkey, for this handle. */
  sent: (to: string, handle?: string) => void
  /** Asks for the code again that was just sent to this address. @returns whether there is one */
  resume: (to: string) => boolean
  /** Back to the address, without the code. */
  back: () => void
  /** The code was the right one, and is good for nothing more. */
  used: () => void
  fault: string | null
  setFault: (fault: string | null) => void
  isBusy: boolean
  /** Runs a step unless one runs already; what went wrong before is over. */
  busily: (run: () => Promise<void>) => void
  /** The field of the step, which has the focus when the step begins, and when something is wrong. */
  field: RefObject<HTMLInputElement | null>
}

/**
 * Goes on where the dialog of this name was left, if that was at a code that may still be good.
 * @param handleNow of the passkey that a code would link now; null where it would link none
 */
export function useSteps(dialog: Dialog, handleNow = (): string | null => null): Steps {
  const [asked, setAsked] = useState(() => codes.asked(dialog, handleNow()))
  const [email, setEmail] = useState(asked?.to ?? '')
  const [code, setCode] = useState('')
  const [fault, setFault] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const isAtCode = asked !== null
  // biome-ignore lint/correctness/useExhaustiveDependencies: another step has another field
  useEffect(() => field.current?.focus(), [isAtCode])
  useEffect(() => {
    if (fault !== null) field.current?.focus()
  }, [fault])
  const ask = (sent: Sent | null) => {
    setCode('')
    setFault(null)
    setAsked(sent)
  }
  return {
    email,
    setEmail,
    code,
    setCode,
    asked,
    sent: (to, handle) => ask(codes.keep(dialog, to, handle ?? null)),
    resume: (to) => {
      const known = codes.resume(dialog, to, handleNow())
      if (known) ask(known)
      return known !== null
    },
    back: () => {
      codes.putAside(dialog)
      ask(null)
    },
    used: () => codes.forget(dialog),
    fault,
    setFault,
    isBusy,
    busily: (run) => {
      if (isBusy) return
      setFault(null)
      setBusy(true)
      void run().finally(() => setBusy(false))
    },
    field,
  }
}
