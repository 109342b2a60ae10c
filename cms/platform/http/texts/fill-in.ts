/**
 * Replaces placeholders such as `{name}` by their values. Unknown placeholders stay unchanged.
 * @param values by the names of the placeholders
 */
export const fillIn = (text: string, values: Record<string, string>): string =>
  text.replace(/\{(\w+)\}/g, (placeholder, name: string) =>
    Object.hasOwn(values, name) ? (values[name] ?? placeholder) : placeholder,
  )
