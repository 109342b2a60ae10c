/** A rough check of an email address; the server validates it. Source: spec section 5. */
export const isEmail = (text: string): boolean => /^[^\s@]+@[^\s@][^\s@.]*\.[^\s@]+$/.test(text)
