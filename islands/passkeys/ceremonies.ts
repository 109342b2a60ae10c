import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/browser'
import { ApiError } from '../lib/api.ts'
import type { Attempt } from './attempts.ts'
import type { Device } from './device.ts'
import {
  faultOfCall,
  faultOfCeremony,
  faultOfReply,
  PasskeyError,
  type PasskeyFault,
} from './faults.ts'

/** A ceremony that succeeded: whose it is, and whether an address is linked to it already. */
export type Ceremony = { userHandle: string; isLinked: boolean }

type Verified = { verified: boolean; error?: string }

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
    run: () => Promise<Response>,
  ): Promise<Response> {
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

  /** Makes a passkey on this device, in the place of what the server knows of the stored handle. */
  const register = (displayName: string): Promise<Ceremony> =>
    wiping(async () => {
      if (!(await browser.hasAuthenticator())) throw new PasskeyError('platform_unavailable')
      const stored = device.handle()
      if (stored) await ask('clear-webauthn-data', { userHandle: stored }, 'server')
      type Offered = { options: PublicKeyCredentialCreationOptionsJSON; userHandle: string }
      const { options, userHandle } = await ask<Offered>(
        'webauthn-register-options',
        { userHandle: stored, displayName },
        'unknown',
      )
      const attResp = await prompt(options, () => browser.create(options))
      const reply = await ask<Verified & { requiresLinking: boolean }>(
        'webauthn-register-verify',
        { userHandle, attResp },
        'verification_failed',
      )
      if (!reply.verified) throw faultOfReply(reply.error)
      device.keepRegistration(userHandle, now())
      return { userHandle, isLinked: !reply.requiresLinking }
    })

  /** @param isAutofill among the suggestions of a field, for as long as it stands there */
  const authenticate = (attempt: Attempt, { isAutofill = false } = {}): Promise<Ceremony> =>
    wiping(async () => {
      const stored = attempt === 'allow-list' ? device.handle() : null
      const isDiscoverable = attempt === 'discoverable'
      type Offered = { options?: PublicKeyCredentialRequestOptionsJSON; error?: string }
      const { options } = await ask<Offered>(
        'webauthn-auth-options',
        { userHandle: stored, ...(isDiscoverable && { discoverable: true }) },
        'auth_options_failed',
      )
      if (!options) throw new PasskeyError('no_credentials')
      const authResp = await prompt(options, () => browser.get(options, { isAutofill }))
      const reply = await ask<Verified & { userHandle?: string; hasExistingLink?: boolean }>(
        'webauthn-auth-verify',
        { userHandle: stored ?? authResp.response.userHandle ?? null, authResp },
        'verification_failed',
      ).catch((error: unknown) => {
        if (error instanceof PasskeyError && error.code === 'no_credentials') {
          browser.forget(authResp.id)
        }
        throw error
      })
      const userHandle = reply.userHandle ?? stored
      if (!reply.verified || !userHandle) throw faultOfReply(reply.error)
      device.keepSuccess(userHandle, now())
      return { userHandle, isLinked: reply.hasExistingLink === true }
    })

  return { register, authenticate }
}
