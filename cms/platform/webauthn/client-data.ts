import { z } from 'zod'
import type { HttpError } from '../http/errors.ts'
import { relyingParty } from './relying-party.ts'
import type { FailedCheck } from './rules.ts'

const clientData = z.object({
  challenge: z.string().regex(/^[\w-]{16,200}$/),
  origin: z.string(),
  crossOrigin: z.boolean().optional(),
  topOrigin: z.string().optional(),
})

/** The `type` that browsers send for each of the two ceremonies. */
export const ceremonyTypes = { register: 'webauthn.create', authenticate: 'webauthn.get' } as const
export type Ceremony = keyof typeof ceremonyTypes

/** Creates the caller's error for a ceremony that was not verified. */
export type Fail = (check: FailedCheck, cause?: unknown) => HttpError

/**
 * Reads the client data of an authenticator's response. `isOwnOrigin`: whether the response was made for a page of this
 * site that was not in a frame of another site. SimpleWebAuthn does not check frames. Source: WebAuthn Level 3,
 * sections 7.1, 7.2.
 * @param encoded `clientDataJSON` of the response, base64url
 * @param origins the origins of the pages that may use a passkey
 * @throws HttpError made by `fail`, if the data is not valid
 */
export function readClientData(
  encoded: string,
  fail: Fail,
  origins: readonly string[] = relyingParty().origins,
): { challenge: string; isOwnOrigin: boolean } {
  const parsed = clientData.safeParse(parseJson(encoded))
  if (!parsed.success) throw fail('response', parsed.error)
  const { challenge, origin, crossOrigin, topOrigin } = parsed.data
  const isOwnOrigin = origins.includes(origin) && !crossOrigin && topOrigin === undefined
  return { challenge, isOwnOrigin }
}

function parseJson(encoded: string): unknown {
  try {
    return JSON.parse(Buffer.from(encoded, 'base64url').toString('utf8'))
  } catch {
    return null
  }
}
