import { processState } from './process-state.ts'

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
