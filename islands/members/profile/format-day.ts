/**
 * Formats the date of a moment in a time zone: `7 November 2026`.
 * @param iso a moment in ISO 8601
 */
export const formatDay = (iso: string, timeZone: string): string =>
  new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone }).format(new Date(iso))
