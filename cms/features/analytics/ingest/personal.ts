const mask = '*'
const emailAddress = /[^\s@＠/]{1,64}(?:@|＠|%(?:25){0,4}40)[^\s@＠/]{1,255}/giu
const longNumber = /\d{9,}/g
const longWord = /[\w-]{20,}/g
/** The minimum number of changes between kinds of characters (upper case, lower case, digits) in a token. */
const minTokenChanges = 4
const kindChange = /[a-z](?=[A-Z\d])|[A-Z](?=\d)|\d(?=[A-Za-z])/g

const atSign = /[@＠%]/

/** A text with email addresses masked. */
export const maskEmailAddresses = (text: string): string =>
  // Tested first: most texts contain no email address, and searching for whole addresses takes long.
  atSign.test(text) ? text.replace(emailAddress, mask) : text

/** A text with email addresses, long numbers and tokens masked. Words that are joined with hyphens stay. */
export const maskPersonal = (text: string): string =>
  maskEmailAddresses(text)
    .replace(longWord, (word) => (isToken(word) ? mask : word))
    .replace(longNumber, mask)

const isToken = (word: string): boolean => (word.match(kindChange)?.length ?? 0) >= minTokenChanges
