/**
 * A text as visitors read it. Braces around anything but a fact's name are shown as typed.
 * @param values see `placeholdersOf`
 */
export const fillIn = (text: string, values: Record<string, string>): string =>
  text.replace(/\{(\w+)\}/g, (typed, name: string) =>
    Object.hasOwn(values, name) ? (values[name] ?? typed) : typed,
  )
