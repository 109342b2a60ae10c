/**
 * Where a login leads: a path of our own, or the admin's first page.
 * @param asked what the address says
 */
export function safeRedirect(asked: unknown): string {
  const home = '/cms'
  if (typeof asked !== 'string' || !/^\/(?![/\\])[^\\\p{Cc}]*$/u.test(asked)) return home
  if (/^\/(?:%(?:25)*(?:2f|5c|0[9ad]))/i.test(asked) || /^\/cms\/log(in|out)\b/.test(asked)) {
    return home
  }
  const base = 'http://own.invalid'
  const url = URL.parse(asked, base)
  if (url?.origin !== base || url.pathname.startsWith('//')) return home
  return url.pathname + url.search + url.hash
}
