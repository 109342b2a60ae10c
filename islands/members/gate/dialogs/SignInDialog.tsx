import { useRef } from 'react'
import { isCode } from '../../../../cms/members/rules.ts'
import { ApiError } from '../../../lib/api.ts'
import { dismissToast, showToast, type Toast } from '../../../lib/toasts.ts'
import { isDomainAllowed, sendSignInCode, verifySignInCode } from '../../calls.ts'
import { signedInByCode } from '../flow.ts'
import { signedIn } from '../../session/store.ts'
import { signInToasts as toasts, signInWords as words } from '../texts.ts'
import { CodeStep } from './CodeStep.tsx'
import { EmailStep } from './EmailStep.tsx'
import { RoomDialog } from './GateDialog.tsx'
import { useSteps } from './use-code-steps.ts'

type Said = Pick<Toast, 'title' | 'description'>

const sendTitle = (refusal: ApiError | null) => (refusal ? toasts.notSent : toasts.unexpected.title)
const verifyTitle = (refusal: ApiError | null) => {
  if (!refusal) return toasts.unexpected.title
  return refusal.code === 'invalid_code' ? toasts.wrongCode : toasts.notVerified
}

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
  /**
   * Runs a call; says what it was refused with.
   * @param titleOf the server's refusal, null where it was not reached
   * @returns the reply, null where there is none
   */
  const attempt = async <Reply,>(
    call: Promise<Reply>,
    titleOf: (refusal: ApiError | null) => string,
  ) =>
    call.catch((error: unknown) => {
      const refusal = error instanceof ApiError && error.code !== 'network' ? error : null
      const description = refusal?.message ?? toasts.unexpected.description
      fail({ title: titleOf(refusal), description })
      return null
    })

  const send = (to: string) =>
    steps.busily(async () => {
      if (!to) return fail(toasts.emailRequired)
      const isAllowed = await attempt(isDomainAllowed(to), () => toasts.notChecked)
      if (isAllowed === null) return
      if (!isAllowed) return fail(toasts.denied)
      if (!(await attempt(sendSignInCode(to), sendTitle))) return
      steps.sent(to)
      say(toasts.sent)
    })
  const verify = (to: string) =>
    steps.busily(async () => {
      if (!isCode(code)) return fail(toasts.codeRequired)
      const session = await attempt(verifySignInCode(to, code), verifyTitle)
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
