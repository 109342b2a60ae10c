/**
 * State that exists once in this process. Next's bundle contains a second copy of each module, with its own
 * variables.
 * @param name unique in the program
 * @param create called for the first copy that needs the state
 */
export function processState<State extends object>(name: string, create: () => State): State {
  const owner = globalThis as { commonRoom?: Map<string, object> }
  owner.commonRoom ??= new Map()
  const known = owner.commonRoom.get(name)
  if (known) return known as State
  const state = create()
  owner.commonRoom.set(name, state)
  return state
}
