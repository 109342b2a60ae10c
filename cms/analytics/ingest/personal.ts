const mask = '*'
const address = /[^\s@＠/]{1,64}(?:@|＠|%(?:25){0,4}40)[^\s@＠/]{1,255}/giu
const longNumber = /\d{9,}/g
const longWord = /[\w-]{20,}/g
/** The minimum number of changes between kinds of characters in a token. */
const tokenChanges = 4
const change = /[a-z](?=[A-Z\d])|[A-Z](?=\d)|\d(?=[A-Za-z])/g

const at = /[@＠%]/

/** A text with e-mail addresses masked. */
export const maskAddresses = (text: string): string =>
  // Tested first: most texts contain no address, and searching for whole addresses takes long.
  at.test(text) ? text.replace(address, mask) : text

/** A text with e-mail addresses, long numbers and tokens masked. Words that are joined with hyphens stay. */
export const maskPersonal = (text: string): string =>
  maskAddresses(text)
    .replace(longWord, (word) => (isToken(word) ? mask : word))
    .replace(longNumber, mask)

const isToken = (word: string): boolean => (word.match(change)?.length ?? 0) >= tokenChanges
