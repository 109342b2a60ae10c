import { useRef } from 'react'
import { isCode } from '../../../cms/membership/rules.ts'
import { ApiError } from '../../lib/api.ts'
import { dismissToast, showToast, type Toast } from '../../lib/toasts.ts'
import { isDomainAllowed, sendSignInCode, verifySignInCode } from '../calls.ts'
import { signedInByCode } from '../flow.ts'
import { signedIn } from '../store.ts'
import { signInToasts as toasts, signInWords as words } from '../words.ts'
import { CodeStep } from './CodeStep.tsx'
import { EmailStep } from './EmailStep.tsx'
import { RoomDialog } from './RoomDialog.tsx'
import { useSteps } from './use-steps.ts'

type Said = Pick<Toast, 'title' | 'description'>

/** Signs in by an emailed code. Source: spec sections 2, 5 and 8. */
export function SignInDialog() {
  const steps = useSteps('sign_in')
  const { code, asked } = steps
  const lastToast = useRef(0)
  const address = steps.email.trim()

  const say = (said: Said, tone: Toast['tone'] = 'plain') => {
    dismissToast(lastToast.current)
    lastToast.current = showToast({ ...said, tone })
  }
  const fail = (said: Said) => {
    say(said, 'fault')
    steps.setFault(said.description ?? said.title)
  }
  const refused = (title: string, error: unknown) => {
    if (!(error instanceof ApiError) || error.code === 'network') fail(toasts.unexpected)
    else fail({ title, description: error.message })
  }
  /** Runs a call; says what it was refused with. @returns its reply, null where it was */
  const attempt = async <Reply,>(call: Promise<Reply>, titleOf: (error: unknown) => string) =>
    call.catch((error: unknown) => {
      refused(titleOf(error), error)
      return null
    })

  const send = (to: string) =>
    steps.busily(async () => {
      if (!to) return fail(toasts.emailRequired)
      const isAllowed = await attempt(isDomainAllowed(to), () => toasts.notChecked)
      if (isAllowed === null) return
      if (!isAllowed) return fail(toasts.denied)
      if (!(await attempt(sendSignInCode(to), () => toasts.notSent))) return
      steps.sent(to)
      say(toasts.sent)
    })
  const verify = (to: string) =>
    steps.busily(async () => {
      if (!isCode(code)) return fail(toasts.codeRequired)
      const session = await attempt(verifySignInCode(to, code), (error) =>
        (error as ApiError).code === 'invalid_code' ? toasts.wrongCode : toasts.notVerified,
      )
      if (!session) return
      steps.used()
      signedIn(session)
      say(toasts.done)
      await signedInByCode()
    })

  return (
    <RoomDialog title={words.title} focus="input">
      {asked ? (
        <CodeStep
          {...{ steps, asked }}
          button={words.verify}
          onSubmit={() => verify(asked.to)}
          onResend={() => send(asked.to)}
        />
      ) : (
        <EmailStep
          {...{ steps, lead: words.lead, button: words.send }}
          onSubmit={() => steps.resume(address) || send(address)}
        />
      )}
    </RoomDialog>
  )
}
