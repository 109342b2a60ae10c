// What no person types: controls but for line breaks and tabs, marks that turn the text after them
// around, and halves of a character. Marks that a right-to-left language needs (U+200E, U+200F) stay.
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const unwritten = /[\0-\x08\x0B\x0C\x0E-\x1F\x7F-\x9F\u202A-\u202E\u2066-\u2069]/g

/**
 * A text as it is kept: line breaks are `\n`, a tab is a space, control characters are taken out.
 * Blanks stay, also at the end.
 */
export const cleanText = (text: string): string =>
  text
    .toWellFormed()
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .replaceAll('\t', ' ')
    .replace(unwritten, '')

/** The same for what stands in one line. */
export const cleanLine = (text: string): string => cleanText(text).replaceAll('\n', ' ')
