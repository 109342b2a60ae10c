import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/browser'
import type {
  AuthOptionsReply,
  AuthVerifyReply,
  RegisterOptionsReply,
  RegisterVerifyReply,
} from '../../../cms/features/members/passkeys/contract.ts'
import { ApiError } from '../../../cms/platform/ui/api.ts'
import type { Attempt } from './attempts.ts'
import type { Device } from './device.ts'
import {
  PasskeyError,
  type PasskeyErrorCode,
  passkeyErrorOfCall,
  passkeyErrorOfCeremony,
} from './errors.ts'

/**
 * The result of a successful ceremony. `isLinked`: the user handle is linked to an email address;
 * `isNew`: the ceremony was a registration.
 */
export type CeremonyResult = { userHandle: string; isLinked: boolean; isNew: boolean }

/** No prompt is opened after the signal was aborted. */
type Options = { signal?: AbortSignal | undefined }

export type CeremonyEffects = {
  /** Calls a function of spec section 7. */
  call: <Reply>(name: string, payload: Record<string, unknown>) => Promise<Reply>
  browser: {
    isSupported: () => boolean
    isSecure: () => boolean
    hasAuthenticator: () => Promise<boolean>
    create: (options: PublicKeyCredentialCreationOptionsJSON) => Promise<RegistrationResponseJSON>
    get: (
      options: PublicKeyCredentialRequestOptionsJSON,
      how: { isAutofill: boolean },
    ) => Promise<AuthenticationResponseJSON>
    /** Tells the authenticator that the server does not know a credential. */
    signalUnknown: (credentialId: string) => void
    /** Tells the authenticator that a user handle has no other credential than this one. */
    signalOnly: (userHandle: string, credentialId: string) => void
  }
  device: Pick<Device, 'handle' | 'storeRegistration' | 'storeSuccess' | 'clear'>
  /** Sent with each call. */
  context: { rpId: string; origin: string }
  now: () => number
}

/**
 * The registration and the authentication ceremony. Each gets options from the server, opens the browser's
 * prompt, and has the server verify the response. Errors of the browser and the server are thrown as
 * PasskeyError. Source: spec section 4, "Passkey operations".
 */
export function createCeremonies({ call, browser, device, context, now }: CeremonyEffects) {
  const request = <Reply>(
    name: string,
    payload: object,
    fallback: PasskeyErrorCode,
  ): Promise<Reply> =>
    call<Reply>(name, { ...payload, ...context }).catch((error: unknown) => {
      throw error instanceof ApiError ? passkeyErrorOfCall(error, fallback) : error
    })

  async function prompt<Response>(
    options: { timeout?: number },
    signal: AbortSignal | undefined,
    run: () => Promise<Response>,
  ): Promise<Response> {
    if (signal?.aborted) throw new PasskeyError('abort')
    const startedAt = now()
    return run().catch((error: unknown) => {
      const waitedMs = now() - startedAt
      throw passkeyErrorOfCeremony(error, { waitedMs, timeoutMs: options.timeout })
    })
  }

  // Checks that the browser supports passkeys, and clears the stored data if it belongs to another
  // relying party.
  async function runCeremony<Result>(run: () => Promise<Result>): Promise<Result> {
    try {
      if (!browser.isSecure()) throw new PasskeyError('security')
      if (!browser.isSupported()) throw new PasskeyError('unsupported')
      return await run()
    } catch (error) {
      if (error instanceof PasskeyError && error.code === 'rp_id_mismatch') device.clear()
      throw error
    }
  }

  /**
   * Makes a passkey on this device.
   * @param isAdditional true: keeps the passkeys of the stored user handle; false: replaces them
   */
  const register = (
    displayName: string,
    { isAdditional = false, signal }: Options & { isAdditional?: boolean } = {},
  ): Promise<CeremonyResult> =>
    runCeremony(async () => {
      if (!(await browser.hasAuthenticator())) throw new PasskeyError('platform_unavailable')
      const stored = device.handle()
      const isReplacement = stored !== null && !isAdditional
      if (isReplacement) await request('clear-webauthn-data', { userHandle: stored }, 'server')
      const { options, userHandle } = await request<RegisterOptionsReply>(
        'webauthn-register-options',
        { userHandle: stored, displayName },
        'unknown',
      )
      const attResp = await prompt(options, signal, () => browser.create(options))
      const { requiresLinking } = await request<RegisterVerifyReply>(
        'webauthn-register-verify',
        { userHandle, attResp },
        'verification_failed',
      )
      if (isReplacement && userHandle === stored) browser.signalOnly(userHandle, attResp.id)
      device.storeRegistration(userHandle, now())
      return { userHandle, isLinked: !requiresLinking, isNew: true }
    })

  /** @param isAutofill lists passkeys in a field's autofill instead of opening a prompt */
  const authenticate = (
    attempt: Attempt,
    { isAutofill = false, signal }: Options & { isAutofill?: boolean } = {},
  ): Promise<CeremonyResult> =>
    runCeremony(async () => {
      const stored = attempt === 'allow-list' ? device.handle() : null
      const isDiscoverable = attempt === 'discoverable'
      const { options } = await request<AuthOptionsReply>(
        'webauthn-auth-options',
        { userHandle: stored, ...(isDiscoverable && { discoverable: true }) },
        'auth_options_failed',
      )
      const authResp = await prompt(options, signal, () => browser.get(options, { isAutofill }))
      const { userHandle, hasExistingLink } = await request<AuthVerifyReply>(
        'webauthn-auth-verify',
        { userHandle: stored ?? authResp.response.userHandle ?? null, authResp },
        'verification_failed',
      ).catch((error: unknown) => {
        if (error instanceof PasskeyError && error.code === 'no_credentials') {
          browser.signalUnknown(authResp.id)
        }
        throw error
      })
      device.storeSuccess(userHandle, now())
      return { userHandle, isLinked: hasExistingLink, isNew: false }
    })

  /** Opens the prompt with options from the server. The caller sends the response. */
  const answer = (
    options: PublicKeyCredentialRequestOptionsJSON,
    { signal }: Options = {},
  ): Promise<AuthenticationResponseJSON> =>
    runCeremony(() => prompt(options, signal, () => browser.get(options, { isAutofill: false })))

  return { register, authenticate, answer }
}
