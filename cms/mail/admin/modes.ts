export type Mode = 'light' | 'dark'

/** A mail as a program shows it by day or by night, whatever this browser prefers. */
export const inMode = (html: string, mode: Mode): string =>
  html
    .replaceAll('(prefers-color-scheme: dark)', mode === 'dark' ? 'all' : 'not all')
    .replaceAll('light dark', mode)
