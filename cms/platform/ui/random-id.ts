/** A random id of 96 bits as 24 hexadecimal digits. The function works without a secure context. */
export const randomId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
