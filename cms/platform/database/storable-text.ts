/** Removes NUL and replaces lone surrogates by U+FFFD: PostgreSQL cannot store them in text or jsonb. */
export const toStorableText = (text: string): string => text.replaceAll('\0', '').toWellFormed()
