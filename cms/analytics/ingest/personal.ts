const mask = '*'
const address = /[^\s@＠/]{1,64}(?:@|＠|%(?:25){0,4}40)[^\s@＠/]{1,255}/giu
const longNumber = /\d{9,}/g
const longWord = /[\w-]{20,}/g
/** How often a token changes between kinds of characters, at least. */
const tokenChanges = 4
const change = /[a-z](?=[A-Z\d])|[A-Z](?=\d)|\d(?=[A-Za-z])/g

const at = /[@＠%]/

/** A text with e-mail addresses masked. */
export const maskAddresses = (text: string): string =>
  // Most texts contain none, and the search for whole addresses takes long.
  at.test(text) ? text.replace(address, mask) : text

/** A text with e-mail addresses, long numbers and tokens masked. Words that are joined with hyphens stay. */
export const maskPersonal = (text: string): string =>
  maskAddresses(text)
    .replace(longWord, (word) => (isToken(word) ? mask : word))
    .replace(longNumber, mask)

const isToken = (word: string): boolean => (word.match(change)?.length ?? 0) >= tokenChanges
