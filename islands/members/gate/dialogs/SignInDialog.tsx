import { useRef, useState } from 'react'
import { isCode } from '../../../../cms/members/rules.ts'
import { ApiError } from '../../../lib/api.ts'
import { dismissToast, showToast, type Toast } from '../../../lib/toasts.ts'
import { isDomainAllowed, sendSignInCode, verifySignInCode } from '../../calls.ts'
import { startSession } from '../../session/store.ts'
import { onSignedInByCode } from '../flow.ts'
import { signInTexts as texts, signInToasts as toasts } from '../texts.ts'
import { CodeStep } from './CodeStep.tsx'
import { EmailStep } from './EmailStep.tsx'
import { GateDialog } from './GateDialog.tsx'
import { useCodeSteps } from './use-code-steps.ts'

type Message = Pick<Toast, 'title' | 'description'>

const sendTitle = (refusal: ApiError | null) => (refusal ? toasts.notSent : toasts.unexpected.title)
const verifyTitle = (refusal: ApiError | null) =>
  refusal ? toasts.notVerified : toasts.unexpected.title

/** Signs in by an emailed code. Source: spec sections 2, 5 and 8. */
export function SignInDialog() {
  const steps = useCodeSteps('sign-in')
  const { code, pending } = steps
  const lastToast = useRef(0)
  const [isLinkSent, setIsLinkSent] = useState(false)
  const address = steps.email.trim()

  const notify = (message: Message) => {
    dismissToast(lastToast.current)
    lastToast.current = showToast(message)
  }
  const fail = steps.setError
  /**
   * Waits for a call and shows its error if it fails.
   * @param titleOf returns the error's title; its argument is null if the server was not reached
   * @returns the reply; null if the call failed
   */
  const attempt = async <Reply,>(
    call: Promise<Reply>,
    titleOf: (refusal: ApiError | null) => string,
  ) =>
    call.catch((error: unknown) => {
      const refusal = error instanceof ApiError && error.code !== 'network' ? error : null
      if (refusal?.code === 'invalid_code') {
        fail(toasts.wrongCode)
        return null
      }
      const description = refusal?.message ?? toasts.unexpected.description
      fail({ title: titleOf(refusal), description })
      return null
    })

  const send = (to: string) =>
    steps.run(async () => {
      if (!to) return fail(toasts.emailRequired)
      const isAllowed = await attempt(isDomainAllowed(to), () => toasts.notChecked)
      if (isAllowed === null) return
      if (!isAllowed) return fail(toasts.denied)
      const reply = await attempt(sendSignInCode(to), sendTitle)
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
      const session = await attempt(verifySignInCode(to, code), verifyTitle)
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
