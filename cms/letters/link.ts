import { hexHmac, isEqualHmac } from '../crypto/hmac.ts'

/** A link in a letter, by its place among the letter’s. It is the same for all readers. */
export type LetterLink = { letter: number; place: number }

type House = { SITE_URL: string; SECRET: string }

/** Where a link in a mail leads, so that it is counted. */
export function goAddress({ letter, place }: LetterLink, { SITE_URL, SECRET }: House): string {
  const named = `${letter}-${place}`
  return `${SITE_URL}/go/${named}-${hexHmac(named, going(SECRET))}`
}

/** The link behind the path of such an address; null where we wrote none like it. */
export function readGoPath(pathname: string, secret: string): LetterLink | null {
  const [, named = '', given = ''] = /^\/go\/(\d{1,9}-\d{1,4})-([0-9a-f]{12})$/.exec(pathname) ?? []
  if (!named || !isEqualHmac(given, hexHmac(named, going(secret)))) return null
  const [letter = 0, place = 0] = named.split('-').map(Number)
  return { letter, place }
}

const going = (secret: string) => ({ purpose: 'link in a letter', secret, length: 12 })
