/** Whether a text looks like an email address; the server reads it more closely. Source: spec section 5. */
export const isEmail = (text: string): boolean => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text)
