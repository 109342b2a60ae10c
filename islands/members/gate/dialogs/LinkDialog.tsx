import { useState } from 'react'
import type { PendingLinkReply } from '../../../../cms/features/members/passkeys/contract.ts'
import { ApiError } from '../../../../cms/platform/ui/api.ts'
import { Button } from '../../../../cms/platform/ui/Button.tsx'
import { isEmail } from '../../../lib/is-email.ts'
import { checkLinkCode, startLink, verifyLink } from '../../calls.ts'
import { isMissingPasskey } from '../../passkeys/attempts.ts'
import { answerWithPasskey, presentPasskey } from '../../passkeys/client.ts'
import { device } from '../../passkeys/device.ts'
import { PasskeyError } from '../../passkeys/errors.ts'
import { signalUserDetails } from '../../passkeys/signals.ts'
import { startSession } from '../../session/store.ts'
import { dispatch, onLinked } from '../flow.ts'
import type { Sent } from '../sent-codes.ts'
import type { LinkCause } from '../state.ts'
import { type LinkProblem, linkProblems, passkeyTexts, linkTexts as texts } from '../texts.ts'
import { CodeStep } from './CodeStep.tsx'
import { EmailStep } from './EmailStep.tsx'
import { GateDialog } from './GateDialog.tsx'
import { LinkConfirmStep } from './LinkConfirmStep.tsx'
import { useCodeSteps } from './use-code-steps.ts'

type Props = { why: LinkCause }

const minDigits = 4

/** Links an address to the passkey of this device. Source: spec sections 2, 5 and 8. */
export function LinkDialog({ why }: Props) {
  const steps = useCodeSteps('link', device.handle)
  const { code, pending } = steps
  const [reason, setReason] = useState<LinkProblem | null>(null)
  const [confirming, setConfirming] = useState<PendingLinkReply | null>(null)
  const address = steps.email.trim().toLowerCase()

  // The next dialog starts with the typed address.
  const goOnWith = (type: 'email_instead' | 'passkey_instead') => {
    steps.carry()
    dispatch({ type })
  }
  const byEmail = () => goOnWith('email_instead')
  const fail = (problem: LinkProblem) => {
    setReason(problem)
    steps.setError(linkProblems[problem])
  }
  const failSending = (error: unknown) => {
    if (error instanceof PasskeyError) {
      if (isMissingPasskey(error.code)) return fail('no_passkey')
      return steps.setError(error.message)
    }
    const refusal = error instanceof ApiError ? error.code : ''
    if (refusal === 'not_subscribed' || refusal === 'invalid_email') return fail(refusal)
    // Rate limited: the message says how long to wait.
    if (error instanceof ApiError && error.status === 429) return steps.setError(error.message)
    fail('not_sent')
  }

  const failVerifying = (error: unknown) => {
    const isWrong = error instanceof ApiError && error.code === 'invalid_code'
    if (isWrong || !(error instanceof ApiError)) return fail('wrong_code')
    steps.setError(error.message)
  }

  const send = (to: string) =>
    steps.run(async () => {
      setReason(null)
      if (!isEmail(to)) return fail('invalid_email')
      let handle = device.handle()
      if (handle === null) return fail('no_passkey')
      try {
        await startLink(handle, to).catch(async (error: unknown) => {
          if (!(error instanceof ApiError) || error.code !== 'ceremony_required') throw error
          // The server requires a recent authentication with this passkey.
          const { userHandle } = await presentPasskey()
          await startLink(userHandle, to)
          handle = userHandle
        })
      } catch (error) {
        return failSending(error)
      }
      steps.goToCode(to, handle)
    })
  const verify = ({ to, handle }: Sent) =>
    steps.run(async () => {
      if (code.length < minDigits) return fail('short_code')
      if (handle === null) return fail('no_passkey')
      try {
        const reply = await checkLinkCode(handle, to, code, device.hasMadePasskey(Date.now()))
        if (!reply.linked) return setConfirming(reply)
        startSession(reply)
        finish(handle, to)
      } catch (error) {
        failVerifying(error)
      }
    })
  const finish = (handle: string, to: string) => {
    steps.deleteCode()
    signalUserDetails(handle, to)
    onLinked(to)
  }
  const link = ({ to, handle }: Sent, { options }: PendingLinkReply) =>
    steps.run(async () => {
      if (handle === null) return fail('no_passkey')
      try {
        const authResp = await answerWithPasskey(options)
        startSession(await verifyLink(handle, to, code, authResp))
      } catch (error) {
        // For example, the person closed the prompt. They can open it again.
        if (error instanceof PasskeyError) return steps.setError(error.message)
        setConfirming(null)
        return failVerifying(error)
      }
      finish(handle, to)
    })

  return (
    <GateDialog title={texts.title} focus="input">
      {pending && confirming ? (
        <LinkConfirmStep
          {...{ steps, passkeys: confirming.passkeys }}
          onSubmit={() => link(pending, confirming)}
          onBack={() => setConfirming(null)}
        />
      ) : pending ? (
        <CodeStep
          {...{ steps, sent: pending }}
          button={texts.verify}
          onSubmit={() => verify(pending)}
          onResend={() => send(pending.to)}
        />
      ) : (
        <EmailStep
          {...{ steps, lead: texts.lead[why], button: texts.send }}
          onSubmit={() => steps.resume(address) || send(address)}
          // In the case `new` the person has just used a passkey without a member. Autofill would offer the same one.
          hasAutofill={why !== 'new'}
          alternative={
            why !== 'fromFooter' && (
              <Button name="email-instead" onClick={byEmail}>
                {texts.unlinked}
              </Button>
            )
          }
        >
          {reason === 'no_passkey' && (
            <Button name="use-passkey" onClick={() => goOnWith('passkey_instead')}>
              {passkeyTexts.use}
            </Button>
          )}
          {reason === 'not_subscribed' && (
            <a className="ui-button" href="/subscribe">
              {texts.subscribe}
            </a>
          )}
        </EmailStep>
      )}
    </GateDialog>
  )
}
