import { hashToken } from '../crypto/tokens.ts'
import { perStart } from '../runtime/state.ts'
import { recordSecurityEvent } from './events.ts'

/** How many forged tokens one process remembers. */
const maxKnown = 1000
const seenForgedTokens = perStart(() => new Set<string>())

/**
 * Records a forged cookie token as a security event. Each process records a token once, although a
 * browser sends it repeatedly and one request may look up its session several times. A process that knows
 * `maxKnown` tokens forgets them all.
 * @param owner whether the cookie is for sessions of staff or of members
 */
export function recordForgedToken(
  req: { headers: Headers },
  token: string,
  owner: 'staff' | 'member',
): void {
  const known = seenForgedTokens()
  const hash = hashToken(token)
  if (known.has(hash)) return
  if (known.size >= maxKnown) known.clear()
  known.add(hash)
  recordSecurityEvent(req, 'token_forged', { of: owner })
}
