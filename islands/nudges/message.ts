/** The longest accepted link, in characters. The links of this site's nudges are shorter. */
const maxUrlLength = 2000

/** A nudge as the browser stores it. Source: spec section 3, "Nudge". */
export type Nudge = {
  url: string
  /** The push, the service worker and windows use the same id; null if the sender gave none. */
  id: string | null
  /** Identifies the delivery to this device, or this window; null if the sender gave none. */
  token: string | null
  title: string
  text: string
  /** Milliseconds since 1970; null if it has no end of its own. */
  expiresAtMs: number | null
}

/** The keys of the local database, the most important one first. Source: spec section 3, "Nudge". */
export const storedKeys = ['current', 'delivery_pending'] as const

const text = (value: unknown): string => (typeof value === 'string' ? value : '')

/**
 * Reads a nudge from a message or the local database.
 * @returns null if its link is missing, empty, too long or the text `undefined`. Source: spec section 5.
 */
export function readNudge(value: unknown): Nudge | null {
  if (typeof value !== 'object' || value === null) return null
  const { url, id, token, title, text: words, expires_at: end } = value as Record<string, unknown>
  if (typeof url !== 'string' || !url || url === 'undefined' || url.length > maxUrlLength)
    return null
  const expiresAtMs =
    typeof end === 'string' || typeof end === 'number' ? new Date(end).getTime() : Number.NaN
  return {
    url,
    id: text(id) || null,
    token: text(token) || null,
    title: text(title),
    text: text(words),
    expiresAtMs: Number.isNaN(expiresAtMs) ? null : expiresAtMs,
  }
}

const types: unknown[] = ['SHOW_NUDGE', 'SW_NAVIGATE']

/**
 * Reads a nudge message.
 * @returns null if the type is neither `SHOW_NUDGE` nor `SW_NAVIGATE`, or if `readNudge` returns null. `clicked` is not
 *   null if the person has already clicked the nudge's notification: this window must open the link (`here`), or the
 *   link was opened `elsewhere`
 */
export function readMessage(
  data: unknown,
): { nudge: Nudge; clicked: 'here' | 'elsewhere' | null } | null {
  const { type, clicked } = (data ?? {}) as { type?: unknown; clicked?: unknown }
  const nudge = types.includes(type) ? readNudge(data) : null
  const where = type === 'SW_NAVIGATE' ? 'here' : 'elsewhere'
  return nudge && { nudge, clicked: clicked === true ? where : null }
}
