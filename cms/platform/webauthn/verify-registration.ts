import {
  type VerifiedRegistrationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server'
import { isUnattested } from './attestation.ts'
import { ceremonyTypes, type Fail } from './client-data.ts'
import type { AttestationResponse } from './contract.ts'
import { relyingParty } from './relying-party.ts'

export type RegisteredPasskey = NonNullable<VerifiedRegistrationResponse['registrationInfo']>

/**
 * Verifies the response of an authenticator to a request for registration.
 * @param challenge the challenge of the response; the caller must have found and deleted it in the database
 * @throws the HttpError that `fail` creates, if the response is not valid
 */
export async function verifyRegistration(
  { response, ...rest }: AttestationResponse,
  challenge: string,
  fail: Fail,
): Promise<RegisteredPasskey> {
  const { rpId, origins } = relyingParty()
  const { transports, ...others } = response
  if (!isUnattested(others.attestationObject)) throw fail('response')
  const result = await verifyRegistrationResponse({
    response: { ...rest, response: { ...others, ...(transports && { transports }) } },
    expectedChallenge: challenge,
    expectedType: ceremonyTypes.register,
    expectedOrigin: origins,
    expectedRPID: rpId,
    requireUserVerification: true,
  }).catch((cause: unknown) => {
    throw fail('response', cause)
  })
  if (!result.verified) throw fail('response')
  return result.registrationInfo
}
