import { atom, computed } from 'nanostores'
import type { KeyStatus } from '../../../cms/features/content/editing/contract.ts'
import { readStored, writeStored } from '../../../cms/platform/ui/storage.ts'
import {
  emptyStack,
  type Operation,
  parseStack,
  pushOperation,
  reconcileStack,
} from './undo-stack.ts'

const $stack = atom(emptyStack)
let storageKey = ''

/** How many saves the person can undo and redo on this device; survives a reload. */
export const $undoCounts = computed($stack, (stack) => ({
  undo: stack.done.length,
  redo: stack.undone.length,
}))
export const readStack = () => $stack.get()

export function writeStack(stack: typeof emptyStack): void {
  $stack.set(stack)
  if (storageKey) writeStored('localStorage', storageKey, stack)
}

/** Loads the operations that a person saved earlier in any tab. */
export function loadUndoStack(userId: number): void {
  storageKey = `common-room-undo:${userId}`
  $stack.set(parseStack(readStored('localStorage', storageKey)))
}

/** Reloads the stack when another tab changes it. */
export function syncUndoWithOtherTabs(): void {
  addEventListener('storage', ({ key }) => {
    if (key === storageKey) $stack.set(parseStack(readStored('localStorage', storageKey)))
  })
}

export const recordOperation = (operation: Operation): void =>
  writeStack(pushOperation($stack.get(), operation))

/** Adopts the keys' current revisions. */
export const reconcileUndo = (keys: readonly KeyStatus[]): void =>
  writeStack(reconcileStack($stack.get(), keys))
