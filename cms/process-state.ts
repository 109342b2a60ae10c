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
