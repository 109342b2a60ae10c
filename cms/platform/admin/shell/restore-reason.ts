/** The server's reason why it did not restore a version; null if the request is another one, or succeeded. */
export async function whyNotRestored(
  [target, options]: Parameters<typeof fetch>,
  response: Response,
): Promise<string | null> {
  if (options?.method?.toUpperCase() !== 'POST' || response.ok) return null
  if (!/\/api\/(globals\/)?\w+\/versions\/\d+(\?|$)/.test(String(target))) return null
  const reply: { message?: unknown } | null = await response
    .clone()
    .json()
    .catch(() => null)
  return typeof reply?.message === 'string' && reply.message ? reply.message : null
}
