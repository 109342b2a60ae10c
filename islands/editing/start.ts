import { frameNames } from './state/frame-names.ts'

/** Shows the editing bar on this page and on those that Astro's router swaps in. Called once. */
export async function startEditing(): Promise<void> {
  if (Object.values<string>(frameNames).includes(window.name)) return
  // This is how visitors' islands import React. Another import would split it into more files for visitors.
  const [{ mountEditing }, react] = await Promise.all([
    import('./mount.tsx'),
    import('@astrojs/react/client.js'),
  ])
  mountEditing(react.default)
}
