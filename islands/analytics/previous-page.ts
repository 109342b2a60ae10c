/** How a document was reached, as in the Navigation API. `from` is null if the previous page was of another site. */
type Activation = { from: { url: string | null } | null; navigationType: string }

/**
 * The path of this site from which a document was reached, and how.
 * @param activation undefined or null if the browser does not provide it
 * @returns null if the document was reached in another way, or reloaded
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
