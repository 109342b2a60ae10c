import {
  browserSupportsWebAuthn,
  browserSupportsWebAuthnAutofill,
  platformAuthenticatorIsAvailable,
  startAuthentication,
  startRegistration,
  WebAuthnAbortService,
} from '@simplewebauthn/browser'
import { callApi } from '../../lib/api.ts'
import { attemptsOf, isWorthAnotherAttempt, prefersDiscoverable } from './attempts.ts'
import { type Ceremony, createCeremonies } from './ceremonies.ts'
import { device } from './device.ts'
import { PasskeyError, type PasskeyFault } from './faults.ts'
import { createQueue } from './queue.ts'
import { rpId } from './relying-party.ts'
import { tellDevice } from './signals.ts'
import {
  authenticateInOrder,
  presentOrMakePasskey,
  registerOrAuthenticate,
  type UnlockEffects,
} from './flows.ts'

const { register, authenticate } = createCeremonies({
  call: (name, payload) => callApi(`/api/${name}`, { body: payload }),
  browser: {
    isSecure: () => isSecureContext,
    isSupported: browserSupportsWebAuthn,
    hasAuthenticator: platformAuthenticatorIsAvailable,
    create: (optionsJSON) => startRegistration({ optionsJSON }),
    get: (optionsJSON, { isAutofill }) =>
      startAuthentication({ optionsJSON, useBrowserAutofill: isAutofill }),
    forget: (credentialID) => tellDevice({ signalName: 'unknownCredential', credentialID }),
    keepOnly: (userID, id) =>
      tellDevice({
        signalName: 'allAcceptedCredentials',
        userID,
        allAcceptedCredentialIDs: [id],
      }),
  },
  device,
  place: { rpId: rpId(), origin: location.origin },
  now: Date.now,
})

const queued = createQueue()

// Of all that was asked for and not given up since.
let givingUp = new AbortController()

const attempts = () =>
  attemptsOf({
    isDiscoverablePreferred: prefersDiscoverable(navigator, {
      registeredAtMs: device.registeredAt(),
      nowMs: Date.now(),
    }),
    hasHandle: device.handle() !== null,
  })

/** Runs an operation in its turn. Given up before its prompt is there, it opens none. */
function inTurn(
  run: (
    effects: Omit<UnlockEffects, 'register' | 'say'> & { signal: AbortSignal },
  ) => Promise<Ceremony>,
): Promise<Ceremony> {
  const { signal } = givingUp
  return queued(() =>
    run({ attempts, authenticate: (attempt) => authenticate(attempt, { signal }), signal }),
  )
}

/** What the person who makes a passkey is called in it. */
type Named = { displayName: string }

/** Uses a passkey of this device, or makes the first one. @throws PasskeyError */
export const unlock = ({
  displayName,
  say,
}: Named & { say: (fault: PasskeyFault) => void }): Promise<Ceremony> =>
  inTurn(({ signal, ...effects }) =>
    presentOrMakePasskey({ ...effects, register: () => register(displayName, { signal }), say }),
  )

/** Makes a passkey beside those that are there, and never uses one. @throws PasskeyError */
export const addPasskey = ({ displayName }: Named): Promise<Ceremony> =>
  inTurn(({ signal }) => register(displayName, { signal, isBeside: true }))

/** Makes a passkey on this device, or uses the one it has already. @throws PasskeyError */
export const makePasskey = ({ displayName }: Named): Promise<Ceremony> =>
  inTurn(({ signal, ...effects }) =>
    registerOrAuthenticate({ ...effects, register: () => register(displayName, { signal }) }),
  )

/** Uses a passkey of this device. @throws PasskeyError */
export const presentPasskey = (): Promise<Ceremony> =>
  inTurn(({ authenticate }) => authenticateInOrder(attempts(), authenticate))

/** Uses whatever passkey the device has for this site. @throws PasskeyError */
export const presentAnyPasskey = (): Promise<Ceremony> =>
  inTurn(({ authenticate }) => authenticate('discoverable'))

/** Whether the button of the passkey dialog would make a passkey rather than use one. */
export const wouldMakePasskey = (): boolean => attempts().length === 0

/** Ends a prompt that is open or still to open, also one among the suggestions of a field. */
export function cancelPrompt(): void {
  givingUp.abort()
  givingUp = new AbortController()
  WebAuthnAbortService.cancelCeremony()
}

/** Whether this device can keep a passkey. */
export const canKeepPasskey = async (): Promise<boolean> =>
  isSecureContext && (await platformAuthenticatorIsAvailable().catch(() => false))

/** A challenge is good for five minutes; a new one is asked for before that. */
const suggestedMs = 4 * 60_000

/**
 * Lists the device's passkeys among the suggestions of the field that asks for them, as long as it is
 * there and nothing else asks for one.
 * @returns what ends it
 */
export function suggestPasskeys({
  onUsed,
  onFault,
}: {
  onUsed: (ceremony: Ceremony) => void
  /** Hears why a passkey that was chosen does not open anything. */
  onFault: (error: PasskeyError) => void
}): () => void {
  let isOver = false
  let again: ReturnType<typeof setTimeout> | undefined
  const end = () => {
    isOver = true
    clearTimeout(again)
  }
  const suggest = async (): Promise<void> => {
    const { signal } = givingUp
    if (isOver || !(await browserSupportsWebAuthnAutofill())) return
    const next = setTimeout(() => void suggest(), suggestedMs)
    again = next
    try {
      const ceremony = await authenticate('discoverable', { isAutofill: true, signal })
      if (!isOver) onUsed(ceremony)
    } catch (error) {
      // Something else asks for a passkey, or the next challenge does.
      clearTimeout(next)
      const isChosen = error instanceof PasskeyError && isWorthAnotherAttempt(error.code)
      if (!isOver && isChosen && error.code !== 'auth_options_failed') onFault(error)
    }
  }
  void suggest().catch(() => {})
  return () => {
    if (!isOver) cancelPrompt()
    end()
  }
}

document.addEventListener('astro:before-preparation', cancelPrompt)
