import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import { isoCBOR } from '@simplewebauthn/server/helpers'

/** The part of the ceremony options that an authenticator and its browser use. */
type CeremonyOptions = {
  challenge: string
  user?: { id: string }
  allowCredentials?: { id: string }[]
}

/** Changes to the response, as an attacker or a broken authenticator would make them. */
export type Override = {
  origin?: string
  rpId?: string
  type?: string
  challenge?: string
  crossOrigin?: boolean
  topOrigin?: string
  isPresent?: boolean
  isVerified?: boolean
  isMultiDevice?: boolean
  isBackedUp?: boolean
  counter?: number
  userHandle?: string | null
  /** An unsolicited attestation with this certificate. */
  attestation?: { format: string; certificate?: Uint8Array }
  /** Whether the authenticator signs other data. */
  isForged?: boolean
}

type Credential = { id: string; privateKey: KeyObject; userHandle: string; counter: number }

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest()
const encoded = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url')

function coseOf(publicKey: KeyObject): Uint8Array {
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const bytes = (text: string) => new Uint8Array(Buffer.from(text, 'base64url'))
  // RFC 9053: an elliptic curve key for ES256 on P-256.
  const key = new Map<number, number | Uint8Array>([
    [1, 2],
    [3, -7],
    [-1, 1],
    [-2, bytes(x)],
    [-3, bytes(y)],
  ])
  return isoCBOR.encode(key)
}

/**
 * An authenticator and its browser in software, for ES256 passkeys without attestation.
 * @param site the page that the browser shows
 * @param options.hasCounter whether the signature counter rises. Counters of phones stay at zero.
 */
export function makeAuthenticator(
  site: { origin: string; rpId: string },
  { hasCounter = false, aaguid = 'fbfc3007-154e-4ecc-8c0b-6e020557d7bd' } = {},
) {
  const credentials: Credential[] = []

  const clientData = (type: string, options: CeremonyOptions, change: Override) =>
    Buffer.from(
      JSON.stringify({
        type: change.type ?? type,
        challenge: change.challenge ?? options.challenge,
        origin: change.origin ?? site.origin,
        crossOrigin: change.crossOrigin ?? false,
        ...(change.topOrigin && { topOrigin: change.topOrigin }),
      }),
    )
  const authData = (counter: number, change: Override, attested?: Buffer) => {
    const isMultiDevice = change.isMultiDevice ?? true
    const flags =
      Number(change.isPresent ?? true) |
      (Number(change.isVerified ?? true) << 2) |
      (Number(isMultiDevice) << 3) |
      (Number(change.isBackedUp ?? isMultiDevice) << 4) |
      (Number(Boolean(attested)) << 6)
    const count = Buffer.alloc(4)
    count.writeUInt32BE(change.counter ?? counter)
    const rpIdHash = sha256(change.rpId ?? site.rpId)
    return Buffer.concat([rpIdHash, Buffer.from([flags]), count, attested ?? Buffer.alloc(0)])
  }

  /** `navigator.credentials.create`: the credential as JSON. */
  function create(options: CeremonyOptions, change: Override = {}, id = encoded(randomBytes(32))) {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const userHandle = options.user?.id ?? ''
    const counter = hasCounter ? 1 : 0
    credentials.push({ id, privateKey, userHandle, counter })
    const rawId = Buffer.from(id, 'base64url')
    const length = Buffer.alloc(2)
    length.writeUInt16BE(rawId.length)
    const aaguidBytes = Buffer.from(aaguid.replaceAll('-', ''), 'hex')
    const attested = Buffer.concat([aaguidBytes, length, rawId, coseOf(publicKey)])
    const { format = 'none', certificate } = change.attestation ?? {}
    const statement = new Map<string, Uint8Array[]>(certificate ? [['x5c', [certificate]]] : [])
    const attestation = new Map<string, string | Uint8Array | typeof statement>([
      ['fmt', format],
      ['attStmt', statement],
      ['authData', new Uint8Array(authData(counter, change, attested))],
    ])
    return {
      id,
      rawId: id,
      type: 'public-key' as const,
      clientExtensionResults: {},
      authenticatorAttachment: 'platform',
      response: {
        clientDataJSON: encoded(clientData('webauthn.create', options, change)),
        attestationObject: encoded(isoCBOR.encode(attestation)),
        transports: ['internal', 'hybrid'],
      },
    }
  }

  /** `navigator.credentials.get`: an assertion of the newest passkey that may answer, as JSON. */
  function get(options: CeremonyOptions, change: Override = {}, known: Credential[] = credentials) {
    const allowed = options.allowCredentials?.map(({ id }) => id)
    const credential = known.findLast(({ id }) => !allowed?.length || allowed.includes(id))
    if (!credential) throw new Error('The options allow none of the stored passkeys.')
    if (hasCounter) credential.counter++
    const data = authData(credential.counter, change)
    const client = clientData('webauthn.get', options, change)
    const signed = change.isForged ? randomBytes(32) : Buffer.concat([data, sha256(client)])
    const userHandle = change.userHandle === undefined ? credential.userHandle : change.userHandle
    return {
      id: credential.id,
      rawId: credential.id,
      type: 'public-key' as const,
      clientExtensionResults: {},
      response: {
        clientDataJSON: encoded(client),
        authenticatorData: encoded(data),
        signature: encoded(sign('sha256', signed, credential.privateKey)),
        ...(userHandle !== null && { userHandle }),
      },
    }
  }
  return { create, get, credentials }
}
export type Authenticator = ReturnType<typeof makeAuthenticator>
