import { frameNames } from './state/frame-names.ts'

/**
 * Puts the editing bar on the page, for staff: the page's `#editing` says who they are. Called once;
 * pages that the router puts in place are followed.
 */
export async function startEditing(): Promise<void> {
  if (Object.values<string>(frameNames).includes(window.name)) return
  // React comes as it does for visitors: asked for otherwise, it would be cut into more files for them.
  const [{ mountEditing }, react] = await Promise.all([
    import('./mount.tsx'),
    import('@astrojs/react/client.js'),
  ])
  mountEditing(react.default)
}
