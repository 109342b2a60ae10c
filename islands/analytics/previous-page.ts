/** Of the Navigation API: `from` is null if the previous page was of another site. */
type Activation = { from: { url: string | null } | null; navigationType: string } | null

/**
 * The path of this site from which a document was reached, and how.
 * @param activation undefined or null where the browser has none
 * @param type of the document's navigation
 * @returns null if it was reached in another way, or reloaded
 */
export function previousPage(
  activation: Activation | undefined,
  type: string | undefined,
  referrer: string,
  own = location.origin,
): { from: string; transition: 'link' | 'back' } | null {
  const how = activation?.navigationType ?? type
  // If the document was gone back to, its referrer is not the page before.
  const url = activation ? activation.from?.url : how === 'navigate' && referrer
  if (!url || how === 'reload') return null
  const previous = new URL(url)
  if (previous.origin !== own) return null
  return { from: previous.pathname, transition: how === 'traverse' ? 'back' : 'link' }
}
