/** Of the Navigation API: how a document was reached. `from` is null if the previous page was of another site. */
type Activation = { from: { url: string | null } | null; navigationType: string }

/**
 * The path of this site from which a document was reached, and how.
 * @param activation undefined or null where the browser does not tell
 * @returns null if it was reached in another way, or reloaded
 */
export function previousPage(
  activation: Activation | null | undefined,
): { from: string; transition: 'link' | 'back' } | null {
  const url = activation?.from?.url
  if (!url || activation.navigationType === 'reload') return null
  return {
    from: new URL(url).pathname,
    transition: activation.navigationType === 'traverse' ? 'back' : 'link',
  }
}
