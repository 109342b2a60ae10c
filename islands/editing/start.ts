import { frameNames } from './state/frame-names.ts'

/** Shows the editing bar on this page and on pages that Astro's router swaps in. Called once. */
export async function startEditing(): Promise<void> {
  if (Object.values<string>(frameNames).includes(window.name)) return
  // Visitors' islands import React in the same way. A different import would split React into more files,
  // which visitors would have to load.
  const [{ mountEditing }, react] = await Promise.all([
    import('./mount.tsx'),
    import('@astrojs/react/client.js'),
  ])
  mountEditing(react.default)
}
