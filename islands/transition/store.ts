import { atom, type ReadableAtom } from 'nanostores'
import { idle, type Transition } from './phases.ts'

const store = atom<Transition>(idle)

/** The overlay's state. Source: spec section 3, "Transition state". */
export const $transition: ReadableAtom<Transition> = store

/** Only the player may call this. */
export const setTransition = (change: Partial<Transition>): void =>
  store.set({ ...store.get(), ...change })
