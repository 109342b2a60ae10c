import { useState } from 'react'
import { ApiError } from '../../../lib/api.ts'
import { isEmail } from '../../../lib/is-email.ts'
import { Button } from '../../../ui/Button.tsx'
import { asksForRegistration } from '../../passkeys/attempts.ts'
import { presentPasskey } from '../../passkeys/client.ts'
import { device } from '../../passkeys/device.ts'
import { PasskeyError } from '../../passkeys/faults.ts'
import { tellName } from '../../passkeys/signals.ts'
import { startLink, verifyLink } from '../../calls.ts'
import { happen, linkedTo } from '../flow.ts'
import type { Sent } from '../sent-codes.ts'
import { signedIn } from '../../session/store.ts'
import { type LinkFault, linkFaults, passkeyWords, linkWords as words } from '../texts.ts'
import { CodeStep } from './CodeStep.tsx'
import { EmailStep } from './EmailStep.tsx'
import { RoomDialog } from './GateDialog.tsx'
import { useSteps } from './use-code-steps.ts'

type Props = { why: 'new' | 'relink' | 'beside' }

const fewestDigits = 4

const byEmail = () => happen({ type: 'email_instead' })

/** Links an address to the passkey of this device. Source: spec sections 2, 5 and 8. */
export function LinkDialog({ why }: Props) {
  const steps = useSteps('link', device.handle)
  const { code, asked } = steps
  const [reason, setReason] = useState<LinkFault | null>(null)
  const address = steps.email.trim().toLowerCase()

  const fail = (fault: LinkFault) => {
    setReason(fault)
    steps.setFault(linkFaults[fault])
  }
  const failedToSend = (error: unknown) => {
    if (error instanceof PasskeyError) {
      if (asksForRegistration(error.code)) return fail('no_passkey')
      return steps.setFault(error.message)
    }
    const refusal = error instanceof ApiError ? error.code : ''
    if (refusal === 'not_subscribed' || refusal === 'invalid_email') return fail(refusal)
    // Whoever asked too often is told for how long to wait.
    if (error instanceof ApiError && error.status === 429) return steps.setFault(error.message)
    fail('not_sent')
  }

  const send = (to: string) =>
    steps.busily(async () => {
      setReason(null)
      if (!isEmail(to)) return fail('invalid_email')
      let handle = device.handle()
      if (handle === null) return fail('no_passkey')
      try {
        await startLink(handle, to).catch(async (error: unknown) => {
          if (!(error instanceof ApiError) || error.code !== 'ceremony_required') throw error
          // The last use of the passkey is too long ago to prove whose it is.
          const { userHandle } = await presentPasskey()
          await startLink(userHandle, to)
          handle = userHandle
        })
      } catch (error) {
        return failedToSend(error)
      }
      steps.sent(to, handle)
    })
  const verify = ({ to, handle }: Sent) =>
    steps.busily(async () => {
      if (code.length < fewestDigits) return fail('short_code')
      if (handle === null) return fail('no_passkey')
      try {
        signedIn(await verifyLink(handle, to, code))
      } catch (error) {
        const isWrong = error instanceof ApiError && error.code === 'invalid_code'
        if (isWrong || !(error instanceof ApiError)) return fail('wrong_code')
        return steps.setFault(error.message)
      }
      steps.used()
      tellName(handle, to)
      linkedTo(to)
    })

  return (
    <RoomDialog title={words.title} focus="input">
      {asked ? (
        <CodeStep
          {...{ steps, asked }}
          button={words.verify}
          onSubmit={() => verify(asked)}
          onResend={() => send(asked.to)}
        />
      ) : (
        <EmailStep
          {...{ steps, lead: words.lead[why], button: words.send }}
          onSubmit={() => steps.resume(address) || send(address)}
          // Whoever has just used a passkey that is linked to nothing has no use for it here.
          isSuggesting={why !== 'new'}
          instead={why !== 'beside' && <Button onClick={byEmail}>{passkeyWords.email}</Button>}
        >
          {reason === 'no_passkey' && (
            <Button onClick={() => happen({ type: 'passkey_instead' })}>{passkeyWords.use}</Button>
          )}
          {reason === 'not_subscribed' && (
            <a className="ui-button" href="/subscribe">
              {words.subscribe}
            </a>
          )}
        </EmailStep>
      )}
    </RoomDialog>
  )
}
