export type Mode = 'light' | 'dark'

/** The HTML of a mail in one colour scheme, whatever the browser prefers. */
export const forceColorMode = (html: string, mode: Mode): string =>
  html
    .replaceAll('(prefers-color-scheme: dark)', mode === 'dark' ? 'all' : 'not all')
    .replaceAll('light dark', mode)
