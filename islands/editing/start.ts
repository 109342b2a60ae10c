import { frameNames } from './state/frame-names.ts'

/** Shows the editing bar on this page and on those that Astro's router swaps in. Called once. */
export async function startEditing(): Promise<void> {
  if (Object.values<string>(frameNames).includes(window.name)) return
  // React is imported as visitors' islands do: any other way would split their files further.
  const [{ mountEditing }, react] = await Promise.all([
    import('./mount.tsx'),
    import('@astrojs/react/client.js'),
  ])
  mountEditing(react.default)
}
