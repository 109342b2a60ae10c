const tab = Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) =>
  byte.toString(16).padStart(2, '0'),
).join('')

/** This tab, from one loading to the next: a copied tab copies its session store. */
export const thisTab: string = tab

const lockOf = (name: string) => `common-room-tab:${name}`

/** Lets other tabs know that this one lives: the browser gives the lock free when it ends, however. */
export function holdTab(): void {
  void navigator.locks?.request(lockOf(tab), () => new Promise(() => {}))
}

/** Which tabs live. Without locks (an insecure address, an old browser) none is known to. */
export async function findLiveTabs(): Promise<(tab: string) => boolean> {
  const { held = [] } = (await navigator.locks?.query()) ?? {}
  const names = new Set(held.map(({ name }) => name))
  return (name) => name === tab || names.has(lockOf(name))
}
