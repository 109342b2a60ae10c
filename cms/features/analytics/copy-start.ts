/**
 * The start of a text, as a copy. The result of `slice` alone would keep the whole original text in memory.
 * @param maxLength in UTF-16 code units
 */
export const copyStart = (text: string, maxLength: number): string =>
  // UTF-8 would replace lone surrogates.
  Buffer.from(text.slice(0, maxLength), 'utf16le').toString('utf16le')
