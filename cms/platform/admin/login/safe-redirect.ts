/**
 * The path to open after a login: `target` if it is a path of this site, otherwise the dashboard.
 * @param target the unchecked query parameter `redirect`
 */
export function safeRedirectPath(target: unknown): string {
  const home = '/cms'
  if (typeof target !== 'string' || !/^\/(?![/\\])[^\\\p{Cc}]*$/u.test(target)) return home
  // Refuses a percent-encoded slash, backslash, tab or line break directly after the first slash, even if it is
  // encoded several times. Also refuses the login and logout pages.
  if (/^\/(?:%(?:25)*(?:2f|5c|0[9ad]))/i.test(target) || /^\/cms\/log(in|out)\b/.test(target)) {
    return home
  }
  const base = 'http://own.invalid'
  const url = URL.parse(target, base)
  if (url?.origin !== base || url.pathname.startsWith('//')) return home
  return url.pathname + url.search + url.hash
}
