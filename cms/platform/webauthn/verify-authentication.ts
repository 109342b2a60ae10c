import { verifyAuthenticationResponse, type WebAuthnCredential } from '@simplewebauthn/server'
import { ceremonyTypes, type Fail } from './client-data.ts'
import type { AssertionResponse } from './contract.ts'
import { relyingParty } from './relying-party.ts'

/** What the authenticator reported; the caller must store it. */
export type PasskeyUse = { counter: number; isBackedUp: boolean }

/**
 * Verifies the response of an authenticator to a request for authentication.
 * @param challenge the challenge of the response; the caller must have found and deleted it in the database
 * @param passkey the stored passkey that the response names
 * @param origins the origins of the pages that may use a passkey
 * @throws the HttpError that `fail` creates, if the response is not valid
 */
export async function verifyAuthentication(
  { response, ...rest }: AssertionResponse,
  challenge: string,
  { key, isMultiDevice }: { key: WebAuthnCredential; isMultiDevice: boolean },
  fail: Fail,
  origins: readonly string[] = relyingParty().origins,
): Promise<PasskeyUse> {
  const { rpId } = relyingParty()
  const { userHandle, ...others } = response
  const { verified, authenticationInfo: info } = await verifyAuthenticationResponse({
    response: { ...rest, response: { ...others, ...(userHandle && { userHandle }) } },
    expectedChallenge: challenge,
    expectedType: ceremonyTypes.authenticate,
    expectedOrigin: [...origins],
    expectedRPID: rpId,
    credential: key,
    requireUserVerification: true,
  }).catch((cause: unknown) => {
    throw fail('response', cause)
  })
  // WebAuthn Level 3, section 7.2: backup eligibility never changes.
  const isSameKind = (info.credentialDeviceType === 'multiDevice') === isMultiDevice
  if (!verified || !isSameKind) throw fail('response')
  return { counter: info.newCounter, isBackedUp: info.credentialBackedUp }
}
