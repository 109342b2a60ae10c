/**
 * Names of fields whose values prove who somebody is, or show how: passwords and what is stored of them, tokens, keys,
 * and Payload's counters of failed attempts. Such a field is secret even if a collection forgets to hide it.
 */
const secretName =
  /^(?:hash|salt|sealed|lock_?until|login_?attempts|reset_?password.*)$|(?:^|_|[a-z])(?:password|secret|token|api_?key|private_?key)(?:s|_?hash)?$/i

/** Whether a field of this name is secret. */
export const isSecretName = (name: string): boolean => secretName.test(name)

/** Removes the entries with a secret name from a value that is stored as JSON, at every depth. */
export function withoutSecretNames<Value>(value: Value): Value {
  if (Array.isArray(value)) return value.map(withoutSecretNames) as Value
  if (typeof value !== 'object' || value === null || value instanceof Date) return value
  const entries = Object.entries(value).filter(([name]) => !isSecretName(lastPart(name)))
  return Object.fromEntries(
    entries.map(([name, each]) => [name, withoutSecretNames(each)]),
  ) as Value
}

// The audit trail names the fields of rows `items: Flat white: price_cents`.
const lastPart = (name: string): string => name.split(': ').at(-1) ?? name
