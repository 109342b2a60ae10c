import { frameNames } from './frames.ts'

/**
 * Puts the editing bar on the page, for staff: the page's `#editing` says who they are. Called once;
 * pages that the router puts in place are followed.
 */
export async function startEditing(): Promise<void> {
  if (Object.values<string>(frameNames).includes(window.name)) return
  const { mountEditing } = await import('./mount.tsx')
  mountEditing()
}
