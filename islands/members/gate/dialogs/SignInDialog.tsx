import { useRef, useState } from 'react'
import { isCode } from '../../../../cms/features/members/rules.ts'
import { ApiError } from '../../../../cms/platform/ui/api.ts'
import { dismissToast, showToast, type Toast } from '../../../../cms/platform/ui/toasts.ts'
import { isDomainAllowed, sendSignInCode, verifySignInCode } from '../../calls.ts'
import { startSession } from '../../session/store.ts'
import { onSignedInByCode } from '../flow.ts'
import { signInTexts as texts, signInToasts as toasts } from '../texts.ts'
import { CodeStep } from './CodeStep.tsx'
import { EmailStep } from './EmailStep.tsx'
import { GateDialog } from './GateDialog.tsx'
import { useCodeSteps } from './use-code-steps.ts'

type Message = Pick<Toast, 'title' | 'description'>
type Failure = Required<Message> & { hint: string }
type FailureKind = Omit<Failure, 'description'>

/** Signs in by an emailed code. Source: spec sections 2, 5 and 8. */
export function SignInDialog() {
  const steps = useCodeSteps('sign-in')
  const { code, pending } = steps
  const lastToast = useRef(0)
  const [isLinkSent, setIsLinkSent] = useState(false)
  const address = steps.email.trim()

  const notify = (message: Message, tone: Toast['tone'] = 'plain') => {
    dismissToast(lastToast.current)
    lastToast.current = showToast({ ...message, tone })
  }
  const fail = ({ hint, ...message }: Failure) => {
    notify(message, 'fault')
    steps.setError(hint)
  }
  /**
   * Waits for a call and shows its error if it fails.
   * @param kinds what failed if the server refused the call, and if it was not reached
   * @returns the reply; null if the call failed
   */
  const attempt = async <Reply,>(
    call: Promise<Reply>,
    kinds: { refused: FailureKind; unreached: FailureKind },
  ) =>
    call.catch((error: unknown) => {
      const refusal = error instanceof ApiError && error.code !== 'network' ? error : null
      if (refusal?.code === 'invalid_code') fail(toasts.wrongCode)
      else if (refusal) fail({ ...kinds.refused, description: refusal.message })
      else fail({ ...kinds.unreached, description: toasts.unexpected.description })
      return null
    })

  const send = (to: string) =>
    steps.run(async () => {
      if (!to) return fail(toasts.emailRequired)
      const isAllowed = await attempt(isDomainAllowed(to), {
        refused: toasts.notChecked,
        unreached: toasts.notChecked,
      })
      if (isAllowed === null) return
      if (!isAllowed) return fail(toasts.denied)
      const reply = await attempt(sendSignInCode(to), {
        refused: toasts.notSent,
        unreached: toasts.unexpected,
      })
      if (!reply) return
      setIsLinkSent(reply.link === true)
      if (reply.link) {
        steps.back()
        return notify(toasts.sentLink)
      }
      steps.goToCode(to)
      notify(toasts.sent)
    })
  const verify = (to: string) =>
    steps.run(async () => {
      if (!isCode(code)) return fail(toasts.codeRequired)
      const session = await attempt(verifySignInCode(to, code), {
        refused: toasts.notVerified,
        unreached: toasts.unexpected,
      })
      if (!session) return
      steps.deleteCode()
      startSession(session)
      notify(toasts.done)
      await onSignedInByCode()
    })

  return (
    <GateDialog title={texts.title} focus="input">
      {pending ? (
        <CodeStep
          {...{ steps, sent: pending }}
          button={texts.verify}
          onSubmit={() => verify(pending.to)}
          onResend={() => send(pending.to)}
        />
      ) : (
        <EmailStep
          {...{ steps, lead: isLinkSent ? texts.leadAfterLink : texts.lead, button: texts.send }}
          onSubmit={() => steps.resume(address) || send(address)}
        />
      )}
    </GateDialog>
  )
}
