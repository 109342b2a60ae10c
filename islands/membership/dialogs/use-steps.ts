import { type RefObject, useEffect, useRef, useState } from 'react'
import { codeEveryMs } from '../../../cms/membership/rules.ts'

type Sent = { to: string; atMs: number }

/** Where a dialog stands that mails a code: at the address, or, once it is sent, at the code. */
type Steps = {
  email: string
  setEmail: (email: string) => void
  code: string
  setCode: (code: string) => void
  /** Where and when the code was sent that is asked for; null at the address. */
  asked: Sent | null
  /** A code was sent, which is asked for now. */
  sent: (to: string) => void
  /** Asks for the code again that was just sent to this address. @returns whether there is one */
  resume: (to: string) => boolean
  /** Back to the address, without the code. */
  back: () => void
  fault: string | null
  setFault: (fault: string | null) => void
  isBusy: boolean
  /** Runs a step unless one runs already; what went wrong before is over. */
  busily: (run: () => Promise<void>) => void
  /** The field of the step, which has the focus when the step begins, and when something is wrong. */
  field: RefObject<HTMLInputElement | null>
}

export function useSteps(): Steps {
  const [email, setEmail] = useState('')
  const [code, setCode] = useState('')
  const [asked, setAsked] = useState<Sent | null>(null)
  const [fault, setFault] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const last = useRef<Sent>(null)
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
    sent: (to) => {
      last.current = { to, atMs: Date.now() }
      ask(last.current)
    },
    resume: (to) => {
      const { current } = last
      const isKnown = current?.to === to && Date.now() - current.atMs < codeEveryMs
      if (isKnown) ask(current)
      return isKnown
    },
    back: () => ask(null),
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
