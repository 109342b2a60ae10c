import { hashToken } from '../crypto/tokens.ts'
import { recordSecurityEvent } from './events.ts'

/** Tokens that one process tells apart. */
const maxKnown = 1000
const known = new Set<string>()

/**
 * Records a forged token of a cookie. Each counts once, although a request looks its session up several
 * times, and a browser sends a cookie again and again.
 */
export function recordForgedToken(
  req: { headers: Headers },
  token: string,
  of: 'staff' | 'member',
): void {
  const hash = hashToken(token)
  if (known.has(hash)) return
  if (known.size >= maxKnown) known.clear()
  known.add(hash)
  recordSecurityEvent(req, 'token_forged', { of })
}
