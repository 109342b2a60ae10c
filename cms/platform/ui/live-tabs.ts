import { randomId } from './random-id.ts'

/** Random id of this tab's page load. It is not in session storage, which a duplicated tab would copy. */
export const thisTab: string = randomId()

let isLocked = false

const lockOf = (name: string) => `common-room-tab:${name}`

/** Acquires a lock that shows other tabs that this tab is open. The browser releases it when the tab closes. */
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
