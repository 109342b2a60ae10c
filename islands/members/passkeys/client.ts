import {
  type AuthenticationResponseJSON,
  browserSupportsWebAuthn,
  browserSupportsWebAuthnAutofill,
  type PublicKeyCredentialRequestOptionsJSON,
  platformAuthenticatorIsAvailable,
  startAuthentication,
  startRegistration,
  WebAuthnAbortService,
} from '@simplewebauthn/browser'
import { callApi } from '../../../cms/platform/ui/api.ts'
import { rpId } from '../../../cms/platform/ui/relying-party.ts'
import { signalAuthenticator } from '../../../cms/platform/ui/signal-authenticator.ts'
import { attemptsOf, isWorthAnotherAttempt, prefersDiscoverable } from './attempts.ts'
import { type CeremonyResult, createCeremonies } from './ceremonies.ts'
import { device } from './device.ts'
import { PasskeyError, type PasskeyErrorCode } from './errors.ts'
import {
  authenticateInOrder,
  presentOrMakePasskey,
  registerOrAuthenticate,
  type UnlockEffects,
} from './flows.ts'
import { createQueue } from './queue.ts'

const { register, authenticate, answer } = createCeremonies({
  call: (name, payload) => callApi(`/api/${name}`, { body: payload }),
  browser: {
    isSecure: () => isSecureContext,
    isSupported: browserSupportsWebAuthn,
    hasAuthenticator: platformAuthenticatorIsAvailable,
    create: (optionsJSON) => startRegistration({ optionsJSON }),
    get: (optionsJSON, { isAutofill }) =>
      startAuthentication({ optionsJSON, useBrowserAutofill: isAutofill }),
    signalUnknown: (credentialID) =>
      signalAuthenticator({ signalName: 'unknownCredential', credentialID }),
    signalOnly: (userID, id) =>
      signalAuthenticator({
        signalName: 'allAcceptedCredentials',
        userID,
        allAcceptedCredentialIDs: [id],
      }),
  },
  device,
  context: { rpId: rpId(), origin: location.origin },
  now: Date.now,
})

const queued = createQueue()

// `cancelPrompt` aborts this controller, and so cancels all operations that were started before.
let cancellation = new AbortController()

const attempts = () =>
  attemptsOf({
    isDiscoverablePreferred: prefersDiscoverable(navigator, {
      registeredAtMs: device.registeredAt(),
      nowMs: Date.now(),
    }),
    hasHandle: device.handle() !== null,
  })

/** Queues an operation. An operation that is cancelled before its prompt opens does not open a prompt. */
function enqueue<Result>(
  run: (
    effects: Omit<UnlockEffects, 'register' | 'onFailure'> & { signal: AbortSignal },
  ) => Promise<Result>,
): Promise<Result> {
  const { signal } = cancellation
  return queued(() =>
    run({ attempts, authenticate: (attempt) => authenticate(attempt, { signal }), signal }),
  )
}

/** The account name that a new passkey shows. */
type Named = { displayName: string }

/** Uses a passkey that the device has for this site, or makes the first one. @throws PasskeyError */
export const unlockOrMakePasskey = ({
  displayName,
  onFailure,
}: Named & { onFailure: (code: PasskeyErrorCode) => void }): Promise<CeremonyResult> =>
  enqueue(async ({ signal, ...effects }) => {
    // Without a platform authenticator no passkey can be made, and the browser would ask for another device.
    const lacksAuthenticator =
      device.handle() === null && !(await platformAuthenticatorIsAvailable())
    if (lacksAuthenticator) throw new PasskeyError('platform_unavailable')
    return presentOrMakePasskey({
      ...effects,
      register: () => register(displayName, { signal }),
      onFailure,
    })
  })

/** Makes an additional passkey. @throws PasskeyError */
export const addPasskey = ({ displayName }: Named): Promise<CeremonyResult> =>
  enqueue(({ signal }) => register(displayName, { signal, isAdditional: true }))

/** Makes a passkey on this device, or uses one that exists. @throws PasskeyError */
export const makePasskey = ({ displayName }: Named): Promise<CeremonyResult> =>
  enqueue(({ signal, ...effects }) =>
    registerOrAuthenticate({ ...effects, register: () => register(displayName, { signal }) }),
  )

/** Uses a passkey of this device. @throws PasskeyError */
export const presentPasskey = (): Promise<CeremonyResult> =>
  enqueue(({ authenticate }) => authenticateInOrder(attempts(), authenticate))

/** Uses any passkey for this site, for example one on a nearby phone. @throws PasskeyError */
export const presentAnyPasskey = (): Promise<CeremonyResult> =>
  enqueue(({ authenticate }) => authenticate('discoverable'))

/** Uses a passkey for options that the server has sent already. @throws PasskeyError */
export const answerWithPasskey = (
  options: PublicKeyCredentialRequestOptionsJSON,
): Promise<AuthenticationResponseJSON> => enqueue(({ signal }) => answer(options, { signal }))

/** Whether this browser can use passkeys at all. */
export const canUsePasskeys = browserSupportsWebAuthn

/** Cancels open and queued prompts, and autofill. */
export function cancelPrompt(): void {
  cancellation.abort()
  cancellation = new AbortController()
  WebAuthnAbortService.cancelCeremony()
}

/** Whether this device can store a passkey. */
export const canStorePasskey = async (): Promise<boolean> =>
  isSecureContext && (await platformAuthenticatorIsAvailable().catch(() => false))

/** Autofill gets a new challenge after this time. A challenge is valid for five minutes. */
const autofillMs = 4 * 60_000

/**
 * Lists the device's passkeys in the autofill of fields with `autocomplete="webauthn"`, until another
 * ceremony starts.
 * @returns a function that stops listing them
 */
export function autofillPasskeys({
  onUsed,
  onFailure,
}: {
  onUsed: (ceremony: CeremonyResult) => void
  /** Called with the error if a chosen passkey fails. */
  onFailure: (error: PasskeyError) => void
}): () => void {
  let isEnded = false
  let timer: ReturnType<typeof setTimeout> | undefined
  const end = () => {
    isEnded = true
    clearTimeout(timer)
  }
  const offer = async (): Promise<void> => {
    const { signal } = cancellation
    if (isEnded || !(await browserSupportsWebAuthnAutofill())) return
    const next = setTimeout(() => void offer(), autofillMs)
    timer = next
    try {
      const ceremony = await authenticate('discoverable', { isAutofill: true, signal })
      if (!isEnded) onUsed(ceremony)
    } catch (error) {
      // If no passkey was chosen, another ceremony or the next challenge has cancelled this one.
      clearTimeout(next)
      const isChosen = error instanceof PasskeyError && isWorthAnotherAttempt(error.code)
      if (!isEnded && isChosen && error.code !== 'auth_options_failed') onFailure(error)
    }
  }
  void offer().catch(() => {})
  return () => {
    if (!isEnded) cancelPrompt()
    end()
  }
}

document.addEventListener('astro:before-preparation', cancelPrompt)
