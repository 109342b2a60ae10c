const calls: [RegExp, string][] = [
  [/^\/subscribe\/confirm\/([0-9a-z-]{1,100})$/, '/api/newsletter/confirm/'],
  [/^\/unsubscribe\/([0-9a-z-]{1,100})$/, '/api/newsletter/leave/'],
]

/**
 * The call that a POST to a page of this address is, where the address carries all the right there is
 * to what is done: nobody needs a session for it, none is looked at, and so it does not matter which
 * site the request came from. Mail programs leave a letter by such a POST (RFC 8058).
 * @param pathname decoded
 * @returns the call's path; null where there is none
 */
export function tokenCall(method: string, pathname: string): string | null {
  if (method !== 'POST') return null
  for (const [pattern, call] of calls) {
    const [, token] = pattern.exec(pathname) ?? []
    if (token) return call + token
  }
  return null
}
