const maxCents = 100_000_000
const example = 'for example 4.95.'

/** Whole pence (cents), or null if nothing was typed. For unreadable text, `problem` says what to write. */
export type ReadAmount = { cents: number | null } | { problem: string }

/**
 * Reads a typed amount: `4.95`, `4,95`, `£4.95`, `5`, `1,250.00`, `1.250,00`. A single separator with
 * three digits after it is refused, because it may separate thousands or pence.
 */
export function readAmount(typed: string): ReadAmount {
  const text = typed.trim()
  if (!text) return { cents: null }
  const match = /^([-−–]?)\s?[£$€]?\s?([\d.,]+)\s?[£$€]?$/.exec(text)
  const [, sign, figures = ''] = match ?? []
  const [whole, separator, rest] = splitFigures(figures)
  if (!/^\d*$/.test(whole + rest) || !(whole + rest)) {
    return { problem: `Write pounds and pence, ${example}` }
  }
  if (separator && rest.length === 3 && /^[1-9]\d{0,2}$/.test(whole)) {
    const pence = rest.slice(0, 2)
    return {
      problem: `${figures} may be thousands: write ${whole}${rest}.00 or ${whole}.${pence}.`,
    }
  }
  if (separator && (rest.length < 1 || rest.length > 2)) {
    return { problem: `Write one or two figures after the point, ${example}` }
  }
  const cents = Number(whole) * 100 + Number(rest.padEnd(2, '0'))
  return { cents: sign ? 0 - cents : cents }
}

// Returns three parts: the whole pounds (no thousands separators), the decimal separator and the pence.
function splitFigures(figures: string): [string, string, string] {
  const commaGroups = /^([1-9]\d{0,2}(?:,\d{3})+)(\.)(\d*)$/.exec(figures)
  const pointGroups = /^([1-9]\d{0,2}(?:\.\d{3})+)(,)(\d*)$/.exec(figures)
  const repeatedGroups = /^([1-9]\d{0,2}(?:(?:,\d{3}){2,}|(?:\.\d{3}){2,}))()()$/.exec(figures)
  const [, whole, separator = '', rest = ''] = commaGroups ?? pointGroups ?? repeatedGroups ?? []
  if (whole !== undefined) return [whole.replace(/[.,]/g, ''), separator, rest]
  const at = figures.search(/[.,]/)
  return at < 0
    ? [figures, '', '']
    : [figures.slice(0, at), figures.charAt(at), figures.slice(at + 1)]
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
 * @param value whole pence (cents), or the typed text if it could not be read
 */
export function moneyProblem(value: unknown, limits: MoneyLimits): string | null {
  const read = typeof value === 'string' ? readAmount(value) : { cents: value ?? null }
  if ('problem' in read) return read.problem
  const { cents } = read
  if (cents === null) return limits.required ? `Write a price, ${example}` : null
  if (typeof cents !== 'number' || !Number.isInteger(cents)) {
    return `Write pounds and pence, ${example}`
  }
  const { min = -maxCents, max = maxCents } = limits
  if (cents < min) return `Write at least ${formatAmount(min)}.`
  if (cents > max) return `Write at most ${formatAmount(max)}.`
  return null
}
