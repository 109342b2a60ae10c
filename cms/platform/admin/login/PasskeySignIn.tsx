'use client'
import {
  type AuthenticationResponseJSON,
  browserSupportsWebAuthnAutofill,
  type PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser'
import { useEffect, useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { callApi, errorMessage } from '../calls/call.ts'
import { cancelPrompt, presentPasskey } from '../shell/passkeys.ts'

/** A challenge is valid for five minutes, so the autofill gets a new challenge after four. */
const autofillMs = 4 * 60_000

const findOptions = async () =>
  (
    await callApi<{ options: PublicKeyCredentialRequestOptionsJSON }>(
      'users/passkeys/sign-in-options',
      { body: {} },
    )
  ).options

const signIn = (assertion: AuthenticationResponseJSON) =>
  callApi('users/passkeys/sign-in', { body: { assertion } })

/** Signs in with a passkey: with a button, or from the autofill of a field with `webauthn`. */
export function PasskeySignIn({ onDone }: { onDone: () => void }) {
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')

  const run = async (work: () => Promise<unknown>) => {
    setBusy(true)
    setProblem('')
    try {
      await work()
      onDone()
    } catch (error) {
      setProblem(errorMessage(error))
    }
    setBusy(false)
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, on mount; its timer renews the challenge
  useEffect(() => {
    let isUnmounted = false
    let timer: ReturnType<typeof setTimeout> | undefined
    const offer = async () => {
      if (isUnmounted || !(await browserSupportsWebAuthnAutofill())) return
      timer = setTimeout(() => void offer(), autofillMs)
      // The prompt is cancelled by the button, by the next challenge or by leaving the page.
      const assertion = await findOptions()
        .then((options) => (isUnmounted ? null : presentPasskey(options, { isAutofill: true })))
        .catch(() => null)
      if (assertion && !isUnmounted) await run(() => signIn(assertion))
    }
    void offer()
    return () => {
      isUnmounted = true
      clearTimeout(timer)
      cancelPrompt()
    }
  }, [])

  return (
    <div className="passkey-sign-in">
      <Button
        unavailable={isBusy}
        onClick={() => run(async () => signIn(await presentPasskey(await findOptions())))}
      >
        Sign in with a passkey
      </Button>
      <p role="alert" className="credential-problem">
        {problem}
      </p>
    </div>
  )
}
