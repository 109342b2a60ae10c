// Matches bidirectional overrides and isolates, and all control characters except line breaks and tabs. Does
// not match the direction marks that right-to-left text needs (U+200E, U+200F).
// biome-ignore lint/suspicious/noControlCharactersInRegex: the expression removes control characters
const control = /[\0-\x08\x0B\x0C\x0E-\x1F\x7F-\x9F\u202A-\u202E\u2066-\u2069]/g

/**
 * Normalises a text before it is stored: line breaks become `\n`, tabs become spaces, lone surrogates
 * become U+FFFD, control characters are removed. Leading and trailing blanks stay.
 */
export const cleanText = (text: string): string =>
  text
    .toWellFormed()
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .replaceAll('\t', ' ')
    .replace(control, '')

/** Like `cleanText`, for a text of one line: line breaks become spaces. */
export const cleanLine = (text: string): string => cleanText(text).replaceAll('\n', ' ')
