/** An idempotency key: 24 hexadecimal digits. */
export const newKey = (): string =>
  [...crypto.getRandomValues(new Uint8Array(12))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('')
