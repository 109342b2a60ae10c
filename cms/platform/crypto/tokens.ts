import { createHash, randomBytes, randomInt } from 'node:crypto'

/** Creates a random token of 256 bits. @returns 43 characters, base64url */
export const createToken = (): string => randomBytes(32).toString('base64url')

/** Whether a text has the form of a token. */
export const isToken = (text: string | null): text is string => /^[\w-]{43}$/.test(text ?? '')

/** The SHA-256 hash under which a token is stored. @returns 43 characters, base64url */
export const hashToken = (token: string): string =>
  createHash('sha256').update(token).digest('base64url')

const alphabet = 'abcdefghijklmnopqrstuvwxyz0123456789'

/**
 * Creates a random word, for URLs that nobody can guess.
 * @returns `length` characters of a–z and 0–9, 5 bits each
 */
export const createRandomWord = (length: number): string =>
  Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('')

/**
 * Creates a random token of 160 bits for the path of a mailed link. The token has no upper-case letters,
 * because the site redirects paths to their lower-case spelling and some mail programs change the case of a
 * link.
 * @returns 40 hexadecimal digits
 */
export const createLinkToken = (): string => randomBytes(20).toString('hex')
