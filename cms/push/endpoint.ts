/**
 * Parses the endpoint of a subscription. Subscribing and sending both check it.
 * @returns null if it is no https address of a public host; see `PUSH_LOCAL_SERVICES` for exceptions
 */
export function parseEndpoint(text: string, localServices: readonly string[]): URL | null {
  return localServices.length && URL.canParse(text) ? new URL(text) : null
}
