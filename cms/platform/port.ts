import type { Payload } from 'payload'

/** A value that a feature provides for a port. The port's `with` makes it. */
export type Provision = { port: string; isShared: boolean; value: unknown }

type Provider = { provides?: readonly Provision[]; requires?: readonly { name: string }[] }
type Configured = Pick<Payload, 'config'>

// Ports are compared by their names, because the program, the site and the admin are bundled with copies of a port.
const valuesOf = <Value>({ config }: Configured, name: string): Value[] =>
  (config.custom as { features: readonly Provider[] }).features.flatMap(({ provides = [] }) =>
    provides.filter(({ port }) => port === name).map(({ value }) => value as Value),
  )

const missing = (name: string) => new Error(`One feature must provide “${name}”.`)

/**
 * Makes a port: what the declaring module asks of another feature without importing it. At most one feature provides it,
 * in its manifest. A feature that does not work without the provider lists the port in its manifest under `requires`.
 * @param name unique over all ports; error messages show it
 */
export const port = <Value>(name: string) => ({
  name,
  with: (value: Value): Provision => ({ port: name, isShared: false, value }),
  /** Undefined if no feature provides the port. */
  find: (payload: Configured): Value | undefined => valuesOf<Value>(payload, name)[0],
  /** @throws Error if no feature provides the port */
  require: (payload: Configured): Value => {
    const [value] = valuesOf<Value>(payload, name)
    if (value === undefined) throw missing(name)
    return value
  },
})

/** Makes a port that any number of features provide. */
export const sharedPort = <Value>(name: string) => ({
  name,
  with: (value: Value): Provision => ({ port: name, isShared: true, value }),
  /** The values of all providers, in the order of the features. */
  all: (payload: Configured): Value[] => valuesOf<Value>(payload, name),
})

/** @throws Error if a required port has no provider, or if several features provide a port that is not shared */
export function checkPorts(features: readonly Provider[]): void {
  const provided = new Set<string>()
  for (const { port: name, isShared } of features.flatMap(({ provides = [] }) => provides)) {
    if (provided.has(name) && !isShared) throw missing(name)
    provided.add(name)
  }
  for (const { name } of features.flatMap(({ requires = [] }) => requires)) {
    if (!provided.has(name)) throw missing(name)
  }
}
