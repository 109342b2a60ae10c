import { atom, computed } from 'nanostores'
import type { KeyStatus } from '../../../cms/editing/contract.ts'
import { readStored, writeStored } from '../../lib/storage.ts'
import {
  emptyStack,
  type Operation,
  parseStack,
  pushOperation,
  reconcileStack,
} from './undo-stack.ts'

const $stack = atom(emptyStack)
let name = ''

/** What was saved and can be turned round, for one person on this device, also after a reload. */
export const $undo = computed($stack, (stack) => ({
  undo: stack.done.length,
  redo: stack.undone.length,
}))
export const readStack = () => $stack.get()

export function writeStack(stack: typeof emptyStack): void {
  $stack.set(stack)
  if (name) writeStored('localStorage', name, stack)
}

/** Takes up what a person did before, here or in another tab. */
export function openStack(userId: number): void {
  name = `common-room-undo:${userId}`
  $stack.set(parseStack(readStored('localStorage', name)))
}

/** Another tab of the same person has saved something. */
export function followOtherTabs(): void {
  addEventListener('storage', ({ key }) => {
    if (key === name) $stack.set(parseStack(readStored('localStorage', name)))
  })
}

export const recordOperation = (operation: Operation): void =>
  writeStack(pushOperation($stack.get(), operation))

/** The server said how the keys stand. */
export const reconcileUndo = (keys: readonly KeyStatus[]): void =>
  writeStack(reconcileStack($stack.get(), keys))
