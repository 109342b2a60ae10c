import type { PushResult } from './contract.ts'

const maxRetryAfterMs = 24 * 60 * 60_000

/**
 * Parses Retry-After: seconds, or a date (RFC 9110, 10.2.3).
 * @returns milliseconds, at most a day; null if the header is missing or invalid
 */
export function parseRetryAfter(header: string | undefined, now: Date): number | null {
  const text = header?.trim() ?? ''
  const ms = /^\d+$/.test(text)
    ? Number(text) * 1000
    : /^[A-Z][a-z]{2},? /.test(text)
      ? Date.parse(text) - now.getTime()
      : Number.NaN
  return Number.isNaN(ms) ? null : Math.min(Math.max(ms, 0), maxRetryAfterMs)
}

/** What a push service's reply means. Redirects are not followed. */
export function resultOf(
  { status, retryAfter }: { status: number; retryAfter: string | undefined },
  now: Date,
): PushResult {
  if (status >= 200 && status < 300) return { kind: 'accepted' }
  if (status === 404 || status === 410) return { kind: 'gone' }
  if (status === 413) return { kind: 'too_large' }
  if (status === 408 || status === 429 || status >= 500) {
    const afterMs = parseRetryAfter(retryAfter, now)
    return { kind: 'later', afterMs, isAnswered: true }
  }
  return { kind: 'refused', status }
}
