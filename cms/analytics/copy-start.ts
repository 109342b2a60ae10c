/**
 * The start of a text, as a copy. `slice` refers to the original text, so the whole original would stay in memory.
 * @param most in UTF-16 code units
 */
export const copyStart = (text: string, most: number): string =>
  // UTF-8 would replace lone surrogates.
  Buffer.from(text.slice(0, most), 'utf16le').toString('utf16le')
