/** Removes what PostgreSQL cannot store in text or jsonb: NUL and lone surrogates. */
export const toStorableText = (text: string): string => text.replaceAll('\0', '').toWellFormed()
