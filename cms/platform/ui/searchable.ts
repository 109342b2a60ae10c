/** A text as searches compare it: in lower case, without accents, and without blanks at both ends. */
export const searchable = (text: string): string =>
  text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().trim()
