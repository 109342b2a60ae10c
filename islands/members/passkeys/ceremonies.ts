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
} from '../../../cms/members/passkeys/contract.ts'
import { ApiError } from '../../lib/api.ts'
import type { Attempt } from './attempts.ts'
import type { Device } from './device.ts'
import { faultOfCall, faultOfCeremony, PasskeyError, type PasskeyFault } from './faults.ts'

/**
 * A ceremony that succeeded: whose it is, whether an address is linked to it already, and whether the
 * passkey was made in it rather than used.
 */
export type Ceremony = { userHandle: string; isLinked: boolean; isNew: boolean }

/** A signal that is aborted says that a ceremony was given up: it opens no prompt any more. */
type Asked = { signal?: AbortSignal | undefined }

export type CeremonyEffects = {
  /** Calls one of the functions of spec section 7. */
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
    /** Tells the device that a passkey is not known here any more, where it listens to that. */
    forget: (credentialId: string) => void
    /** Tells the device that a passkey took the place of all others of its handle. */
    keepOnly: (userHandle: string, credentialId: string) => void
  }
  device: Pick<Device, 'handle' | 'keepRegistration' | 'keepSuccess' | 'wipe'>
  /** The relying party and the origin: the host without a leading www, and where the page is. */
  place: { rpId: string; origin: string }
  now: () => number
}

/**
 * The two ceremonies, from the server's options to its word. What the browser and the server refuse
 * leaves as a PasskeyError. Source: spec section 4, "Passkey operations".
 */
export function createCeremonies({ call, browser, device, place, now }: CeremonyEffects) {
  const ask = <Reply>(name: string, payload: object, otherwise: PasskeyFault): Promise<Reply> =>
    call<Reply>(name, { ...payload, ...place }).catch((error: unknown) => {
      throw error instanceof ApiError ? faultOfCall(error, otherwise) : error
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
      throw faultOfCeremony(error, { waitedMs, timeoutMs: options.timeout })
    })
  }

  // A passkey of another address of the site is worth nothing here, nor is what is known of it.
  async function wiping<Result>(run: () => Promise<Result>): Promise<Result> {
    try {
      if (!browser.isSecure()) throw new PasskeyError('security')
      if (!browser.isSupported()) throw new PasskeyError('unsupported')
      return await run()
    } catch (error) {
      if (error instanceof PasskeyError && error.code === 'rp_id_mismatch') device.wipe()
      throw error
    }
  }

  /**
   * Makes a passkey on this device.
   * @param isBeside it leaves those of the stored handle, in whose place it is put otherwise
   */
  const register = (
    displayName: string,
    { isBeside = false, signal }: Asked & { isBeside?: boolean } = {},
  ): Promise<Ceremony> =>
    wiping(async () => {
      if (!(await browser.hasAuthenticator())) throw new PasskeyError('platform_unavailable')
      const stored = device.handle()
      const isInstead = stored !== null && !isBeside
      if (isInstead) await ask('clear-webauthn-data', { userHandle: stored }, 'server')
      const { options, userHandle } = await ask<RegisterOptionsReply>(
        'webauthn-register-options',
        { userHandle: stored, displayName },
        'unknown',
      )
      const attResp = await prompt(options, signal, () => browser.create(options))
      const { requiresLinking } = await ask<RegisterVerifyReply>(
        'webauthn-register-verify',
        { userHandle, attResp },
        'verification_failed',
      )
      if (isInstead && userHandle === stored) browser.keepOnly(userHandle, attResp.id)
      device.keepRegistration(userHandle, now())
      return { userHandle, isLinked: !requiresLinking, isNew: true }
    })

  /** @param isAutofill among the suggestions of a field, for as long as it stands there */
  const authenticate = (
    attempt: Attempt,
    { isAutofill = false, signal }: Asked & { isAutofill?: boolean } = {},
  ): Promise<Ceremony> =>
    wiping(async () => {
      const stored = attempt === 'allow-list' ? device.handle() : null
      const isDiscoverable = attempt === 'discoverable'
      const { options } = await ask<AuthOptionsReply>(
        'webauthn-auth-options',
        { userHandle: stored, ...(isDiscoverable && { discoverable: true }) },
        'auth_options_failed',
      )
      const authResp = await prompt(options, signal, () => browser.get(options, { isAutofill }))
      const { userHandle, hasExistingLink } = await ask<AuthVerifyReply>(
        'webauthn-auth-verify',
        { userHandle: stored ?? authResp.response.userHandle ?? null, authResp },
        'verification_failed',
      ).catch((error: unknown) => {
        if (error instanceof PasskeyError && error.code === 'no_credentials') {
          browser.forget(authResp.id)
        }
        throw error
      })
      device.keepSuccess(userHandle, now())
      return { userHandle, isLinked: hasExistingLink, isNew: false }
    })

  return { register, authenticate }
}
