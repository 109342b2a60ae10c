import { atom, type ReadableAtom } from 'nanostores'
import { idle, type Transition } from './phases.ts'

const store = atom<Transition>(idle)

/** What the overlay shows. Source: spec section 3, "Transition state". */
export const $transition: ReadableAtom<Transition> = store

/** Only the player writes. */
export const setTransition = (change: Partial<Transition>): void =>
  store.set({ ...store.get(), ...change })
