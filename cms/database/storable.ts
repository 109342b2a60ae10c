/** Text that PostgreSQL keeps, also within jsonb: no NUL, and no half of a character. */
export const storable = (text: string): string => text.replaceAll('\0', '').toWellFormed()
