const maxCents = 100_000_000

/**
 * Parses a typed amount: `4.95`, `£4.95`, `5`, `1,250`.
 * @returns whole pence (cents); null if empty; undefined if invalid
 */
export function parseMoney(typed: string): number | null | undefined {
  if (!typed.trim()) return null
  const bare = typed.trim().replace(/^([-−–]?)\s*[£$€]\s*/, '$1')
  const match = /^([-−–]?)(\d{1,3}(?:,\d{3})+|\d+)?(?:\.(\d{1,2}))?$/.exec(bare)
  if (!match || (match[2] === undefined && match[3] === undefined)) return undefined
  const [, sign, whole = '0', rest = ''] = match
  const cents = Number(whole.replaceAll(',', '')) * 100 + Number(rest.padEnd(2, '0'))
  return sign ? 0 - cents : cents
}

/** Formats whole pence (cents): 495 is `4.95`. */
export function formatAmount(cents: number): string {
  const figure = Math.abs(cents)
  const whole = String(Math.floor(figure / 100))
  return `${cents < 0 ? '−' : ''}${whole}.${String(figure % 100).padStart(2, '0')}`
}

export type MoneyLimits = { min?: number; max?: number; required?: boolean }

/**
 * The message for an invalid amount; null if it is valid.
 * @param value whole pence (cents), or the typed text if it could not be parsed
 */
export function moneyError(value: unknown, limits: MoneyLimits): string | null {
  if (value === null || value === undefined || value === '') {
    return limits.required ? 'Write a price, for example 4.95.' : null
  }
  if (typeof value !== 'number' || !Number.isInteger(value)) {
    return 'Write pounds and pence, for example 4.95.'
  }
  const { min = -maxCents, max = maxCents } = limits
  if (value < min) return `Write at least ${formatAmount(min)}.`
  if (value > max) return `Write at most ${formatAmount(max)}.`
  return null
}
