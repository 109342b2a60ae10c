// The texts of QR codes, and their signatures. It runs on the server and in the browser, and only with WebCrypto.
import { type VenueArea, venueAreas } from '../venue/rules.ts'

/** A code of a reservation. `from` and `until`: the first and last night for which it is valid, `YYYY-MM-DD`. */
export type TicketCode = {
  kind: TicketKind
  reservation: number
  /** The version of the reservation's link when the code was made. */
  version: number
  /** The id of what is reserved. */
  subject: number
  /** Where it is, and where its people are counted. */
  area: VenueArea
  party: number
  from: string
  until: string
}

/** A membership card that a browser signed with its own key, without a network. Times are in ms since 1970. */
type DeviceCard = {
  device: number
  member: number
  /** When the server's certificate of the device's key ends. */
  certifiedUntil: number
  /** When the browser signed. */
  at: number
}

/** What is reserved, by its letter in codes. */
const ticketKinds = { e: 'event', t: 'table', d: 'drop', k: 'desk' } as const
export type TicketKind = (typeof ticketKinds)[keyof typeof ticketKinds]
const letterOf = Object.fromEntries(
  Object.entries(ticketKinds).map(([letter, kind]) => [kind, letter]),
) as Record<TicketKind, string>

/** What a text is, before any signature was checked. `number`: a member number as it is printed on cards, `00012`. */
export type ReadCode =
  | { type: 'ticket'; ticket: TicketCode; kid: string; signed: string; signature: string }
  | {
      type: 'card'
      card: DeviceCard
      kid: string
      certificate: string
      certificateSignature: string
      deviceKey: string
      signed: string
      signature: string
    }
  /** The card of a member who is online; only the server can read it. */
  | { type: 'online_card' }
  | { type: 'number'; member: number }
  | { type: 'unknown' }

/** The public keys by their short names, see `shortKid`. */
export type CodeKeys = ReadonlyMap<string, CryptoKey>

const algorithm = { name: 'ECDSA', namedCurve: 'P-256' } as const
const signing = { name: 'ECDSA', hash: 'SHA-256' } as const
/** The longest text that is looked at. */
export const maxCodeLength = 600

const ticketPattern =
  /^(CR1T\.([\w-]{8})\.([etdk])\.(\d{1,10})\.(\d{1,6})\.(\d{1,10})\.(\d)\.(\d{1,4})\.(\d{8})\.(\d{8}))\.([\w-]{86})$/
const cardPattern =
  /^(((CR1M\.([\w-]{8})\.(\d{1,10})\.(\d{1,10})\.([0-9a-z]{1,9})\.([\w-]{87}))\.([\w-]{86}))\.([0-9a-z]{1,9}))\.([\w-]{86})$/
const onlineCardPattern = /^\d{1,9}\.[0-9a-z]{1,11}\.[\w-]{22}$/

const compactDay = (day: string) => day.replaceAll('-', '')
const dayOf = (compact: string) =>
  `${compact.slice(0, 4)}-${compact.slice(4, 6)}-${compact.slice(6, 8)}`
const toSeconds = (ms: number) => Math.floor(ms / 1000).toString(36)
const toMs = (seconds: string) => Number.parseInt(seconds, 36) * 1000

/** The name of a key in codes: the beginning of its thumbprint (RFC 7638). */
export const shortKid = (kid: string): string => kid.slice(0, 8)

/** Reads a text without checking signatures. */
export function readCode(text: string): ReadCode {
  const code = text.trim()
  if (code.length > maxCodeLength) return { type: 'unknown' }
  const [, number] = /^0{0,8}([1-9]\d{0,8})$/.exec(code) ?? []
  if (number) return { type: 'number', member: Number(number) }
  if (onlineCardPattern.test(code)) return { type: 'online_card' }
  const ticket = ticketPattern.exec(code)
  if (ticket) {
    const [, signed = '', kid = '', kind, id, version, subject, place, party] = ticket
    const area = venueAreas[Number(place)]
    if (!area) return { type: 'unknown' }
    return {
      ...{ type: 'ticket', kid, signed, signature: ticket[11] ?? '' },
      ticket: {
        ...{ kind: ticketKinds[kind as keyof typeof ticketKinds], area },
        ...{ reservation: Number(id), version: Number(version), subject: Number(subject) },
        ...{ party: Number(party), from: dayOf(ticket[9] ?? ''), until: dayOf(ticket[10] ?? '') },
      },
    }
  }
  const card = cardPattern.exec(code)
  if (!card) return { type: 'unknown' }
  const [, signed = '', , certificate = '', kid = '', device, member, until = '', deviceKey = ''] =
    card
  return {
    ...{ type: 'card', kid, certificate, certificateSignature: card[9] ?? '', deviceKey, signed },
    signature: card[11] ?? '',
    card: {
      ...{ device: Number(device), member: Number(member) },
      ...{ certifiedUntil: toMs(until), at: toMs(card[10] ?? '') },
    },
  }
}

/**
 * Whether the signatures of a ticket or a card are valid. Whether it is valid now is decided in rules.ts.
 * @param keys the server's public keys. A code of a key that is not among them is not valid
 */
export async function isSigned(
  read: Extract<ReadCode, { type: 'ticket' | 'card' }>,
  keys: CodeKeys,
): Promise<boolean> {
  const key = keys.get(read.kid)
  if (!key) return false
  if (read.type === 'ticket') return verify(key, read.signed, read.signature)
  if (!(await verify(key, read.certificate, read.certificateSignature))) return false
  try {
    const bytes = fromBase64url(read.deviceKey)
    const deviceKey = await crypto.subtle.importKey('raw', bytes, algorithm, false, ['verify'])
    return await verify(deviceKey, read.signed, read.signature)
  } catch {
    return false
  }
}

/** The public keys of a JSON Web Key Set, by the names in codes. */
export async function importKeys(
  jwks: readonly (JsonWebKey & { kid?: string | undefined })[],
): Promise<CodeKeys> {
  const keys = await Promise.all(
    jwks.map(async ({ kid = '', kty, crv, x, y }) => {
      const jwk = { kty, crv, x, y } as JsonWebKey
      const key = await crypto.subtle.importKey('jwk', jwk, algorithm, false, ['verify'])
      return [shortKid(kid), key] as const
    }),
  )
  return new Map(keys)
}

/** The code of a reservation, signed. */
export async function makeTicket(
  ticket: TicketCode,
  { kid, key }: { kid: string; key: CryptoKey },
): Promise<string> {
  const { kind, reservation, version, subject, area, party, from, until } = ticket
  const parts = [
    ...['CR1T', shortKid(kid), letterOf[kind], reservation, version, subject],
    ...[venueAreas.indexOf(area), party, compactDay(from), compactDay(until)],
  ]
  return sign(key, parts.join('.'))
}

/**
 * The server's certificate of a device's key: the browser keeps it, and puts it into its cards.
 * @param device.publicKey in base64url, see `exportDeviceKey`
 */
export const makeCertificate = (
  device: { id: number; member: number; publicKey: string; until: number },
  { kid, key }: { kid: string; key: CryptoKey },
): Promise<string> =>
  sign(
    key,
    [
      'CR1M',
      shortKid(kid),
      device.id,
      device.member,
      toSeconds(device.until),
      device.publicKey,
    ].join('.'),
  )

/** A card for the time `at`, signed by the browser. @param certificate see `makeCertificate` */
export const makeDeviceCard = (
  certificate: string,
  { key, at }: { key: CryptoKey; at: number },
): Promise<string> => sign(key, `${certificate}.${toSeconds(at)}`)

/** A key pair of a browser. The private key can't be read, only used. */
export const createDeviceKeys = (): Promise<CryptoKeyPair> =>
  crypto.subtle.generateKey(algorithm, false, ['sign', 'verify']) as Promise<CryptoKeyPair>

/** A public key as the server certifies it: the uncompressed point, 87 characters of base64url. */
export const exportDeviceKey = async (publicKey: CryptoKey): Promise<string> =>
  toBase64url(new Uint8Array(await crypto.subtle.exportKey('raw', publicKey)))

/** Whether a text is a public key that can be certified. */
export const isDeviceKey = async (text: string): Promise<boolean> => {
  if (!/^[\w-]{87}$/.test(text)) return false
  try {
    await crypto.subtle.importKey('raw', fromBase64url(text), algorithm, false, ['verify'])
    return true
  } catch {
    return false
  }
}

async function sign(key: CryptoKey, text: string): Promise<string> {
  const bytes = await crypto.subtle.sign(signing, key, new TextEncoder().encode(text))
  return `${text}.${toBase64url(new Uint8Array(bytes))}`
}

async function verify(key: CryptoKey, text: string, signature: string): Promise<boolean> {
  try {
    const bytes = fromBase64url(signature)
    return await crypto.subtle.verify(signing, key, bytes, new TextEncoder().encode(text))
  } catch {
    return false
  }
}

const toBase64url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

const fromBase64url = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (each) =>
    each.charCodeAt(0),
  )
