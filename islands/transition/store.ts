import { idle, type Transition } from './phases.ts'

type Listener = (state: Transition) => void

let state: Transition = idle
let notify: Listener = () => {}

/**
 * The overlay's state, for one listener. With nanostores, the scripts that every page waits for would be larger by a
 * twentieth.
 */
export const $transition = {
  get: (): Transition => state,
  listen(listener: Listener): void {
    notify = listener
  },
}

/** Only the player may call this. */
export const setTransition = (change: Partial<Transition>): void => {
  state = { ...state, ...change }
  notify(state)
}
