import { randomId } from './random-id.ts'

/** Random id of this tab's current page load. Not in session storage, which a duplicated tab copies. */
export const thisTab: string = randomId()

let isLocked = false

const lockOf = (name: string) => `common-room-tab:${name}`

/** Takes a lock that tells other tabs that this one is open; the browser releases it when the tab ends. */
export function lockThisTab(): void {
  if (isLocked) return
  isLocked = true
  void navigator.locks?.request(lockOf(thisTab), () => new Promise(() => {}))
}

/** Finds out which tabs are open. Without the Locks API every other tab counts as closed. */
export async function findLiveTabs(): Promise<(tab: string) => boolean> {
  const { held = [] } = (await navigator.locks?.query()) ?? {}
  const names = new Set(held.map(({ name }) => name))
  return (name) => name === thisTab || names.has(lockOf(name))
}
