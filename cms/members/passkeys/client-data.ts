import { z } from 'zod'
import { unverified } from './refusals.ts'
import { relyingParty } from './relying-party.ts'

const clientData = z.object({
  challenge: z.string().regex(/^[\w-]{16,200}$/),
  origin: z.string(),
  crossOrigin: z.boolean().optional(),
  topOrigin: z.string().optional(),
})

/** The two ceremonies, as the browser names them. */
export const ceremonyTypes = { register: 'webauthn.create', authenticate: 'webauthn.get' } as const
export type Ceremony = keyof typeof ceremonyTypes

type ClientData = {
  challenge: string
  /** Whether a page of ours asked, and stood in none of another site. */
  isOurs: boolean
}

/**
 * Which challenge an answer answers. What the browser says of the page that asked is looked at here:
 * the library lets pages within pages of others pass. Source: WebAuthn Level 3, sections 7.1, 7.2.
 * @throws HttpError `verification_failed`
 */
export function readClientData(encoded: string): ClientData {
  const parsed = clientData.safeParse(jsonIn(encoded))
  if (!parsed.success) throw unverified('verification_failed', 'response', parsed.error)
  const { challenge, origin, crossOrigin, topOrigin } = parsed.data
  const isOurs = relyingParty().origins.includes(origin) && !crossOrigin && topOrigin === undefined
  return { challenge, isOurs }
}

function jsonIn(encoded: string): unknown {
  try {
    return JSON.parse(Buffer.from(encoded, 'base64url').toString('utf8'))
  } catch {
    return null
  }
}
