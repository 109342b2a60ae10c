import type { Payload } from 'payload'

/**
 * State that all copies of a module in this process share. Next's bundle contains a second copy of each module, with
 * its own variables.
 * @param name unique in the program
 * @param create called once, by the first copy that needs the state
 */
export function processState<State extends object>(name: string, create: () => State): State {
  const shared = globalThis as { commonRoom?: Map<string, object> }
  shared.commonRoom ??= new Map()
  const known = shared.commonRoom.get(name)
  if (known) return known as State
  const state = create()
  shared.commonRoom.set(name, state)
  return state
}

const starts = processState('starts', () => ({ count: 0 }))

/** Called when the program starts. After that, each state of `perStart` is created again when it is next used. */
export function beginStart(): void {
  starts.count++
}

/**
 * State of a module that belongs to one start of the program. Use `perPayload` where the Payload instance is known.
 * @param create called when the state is first used after a start
 * @returns a function that returns the state
 */
export function perStart<State>(create: () => State): () => State {
  let current: { state: State; start: number } | undefined
  return () => {
    if (current?.start !== starts.count) current = { state: create(), start: starts.count }
    return current.state
  }
}

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
