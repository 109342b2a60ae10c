const formats = new Map<string, Intl.NumberFormat>()

/**
 * An amount with its currency: `£4.80`.
 * @param currency ISO 4217 code
 */
export function formatMoney(cents: number, currency: string): string {
  let format = formats.get(currency)
  if (!format) {
    format = new Intl.NumberFormat('en-GB', {
      style: 'currency',
      currency,
      minimumFractionDigits: 2,
      maximumFractionDigits: 2,
    })
    formats.set(currency, format)
  }
  // A minus sign, as wide as a plus sign, instead of a hyphen.
  return format.format(cents / 100).replace('-', '−')
}

/** A price as guests read it, without zero pence: `£8`, `£4.80`. */
export const formatPrice = (cents: number, currency: string): string =>
  formatMoney(cents, currency).replace(/\.00$/, '')
