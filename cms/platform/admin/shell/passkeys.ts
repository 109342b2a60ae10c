import {
  browserSupportsWebAuthn,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
  WebAuthnAbortService,
} from '@simplewebauthn/browser'
import { type BrowserErrorCode, browserErrorCodeOf } from '../../ui/browser-error.ts'
import { browserErrors } from '../../webauthn/rules.ts'
import { CallError } from '../calls/call.ts'

const failures: Record<BrowserErrorCode, string> = {
  ...browserErrors,
  rp_id_mismatch: browserErrors.security,
  unknown: 'Your passkey could not be used. Please try again, or use your password.',
}

const failure = (code: BrowserErrorCode) => new CallError(failures[code], code)

async function prompt<Result>(
  timeoutMs: number | undefined,
  startCeremony: () => Promise<Result>,
): Promise<Result> {
  if (!isSecureContext) throw failure('security')
  if (!browserSupportsWebAuthn()) throw failure('unsupported')
  const startedAt = Date.now()
  return startCeremony().catch((error: unknown) => {
    throw failure(browserErrorCodeOf(error, { waitedMs: Date.now() - startedAt, timeoutMs }))
  })
}

/** Creates a passkey with options from the server. @throws CallError with a message for the user */
export const createPasskey = (optionsJSON: PublicKeyCredentialCreationOptionsJSON) =>
  prompt(optionsJSON.timeout, () => startRegistration({ optionsJSON }))

/**
 * Signs the challenge of the server's options with a passkey.
 * @param options.isAutofill offers passkeys in the autofill of a field instead of opening a prompt
 * @throws CallError with a message for the user
 */
export const presentPasskey = (
  optionsJSON: PublicKeyCredentialRequestOptionsJSON,
  { isAutofill = false } = {},
) =>
  prompt(optionsJSON.timeout, () =>
    startAuthentication({ optionsJSON, useBrowserAutofill: isAutofill }),
  )

/** Cancels an open prompt, or the autofill. */
export const cancelPrompt = (): void => WebAuthnAbortService.cancelCeremony()
