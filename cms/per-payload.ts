import type { Payload } from 'payload'

/**
 * State in memory that belongs to one start of the program. Its key is the Payload instance of that start. A later
 * start in the same process gets new state. The copies of modules in Next's bundle have their own state; see
 * `processState`.
 * @param create called when the state is first used
 * @returns a function that returns the state of a Payload instance
 */
export function perPayload<State extends object>(
  create: (payload: Payload) => State,
): (payload: Payload) => State {
  const states = new WeakMap<Payload, State>()
  return (payload) => {
    const known = states.get(payload)
    if (known) return known
    const state = create(payload)
    states.set(payload, state)
    return state
  }
}
