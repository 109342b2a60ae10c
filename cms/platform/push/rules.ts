/** Push services accept at least 4096 bytes (RFC 8030, 7.2). Encryption adds 103 bytes. The rest is a reserve. */
export const maxPayloadBytes = 3800

/** A message as a device shows it. */
export type PushContent = {
  /** The push, the service worker and windows use the same id, so that nobody sees a message twice. */
  id: string
  /** Identifies the delivery when the device reports what it did with the message. Null if no report is wanted. */
  token: string | null
  title: string
  text: string
  /** A path of this site that begins with `/`, or an https URL. */
  url: string
  expiresAt: Date
}

type Site = { origin: string; icon: string; lang: string }

/**
 * Composes the payload of a push in the declarative format, which browsers show without a service worker. With
 * `mutable`, the browser passes the push to the service worker first, if there is one. Some browsers give the worker a
 * notification instead of the payload. In that case, the notification's `data` identifies the message.
 * Source: https://www.w3.org/TR/push-api/#declarative-push-message
 * @param site.origin this site's origin, to convert paths into URLs
 * @param site.icon path of the notification's icon
 * @throws RangeError if the payload exceeds `maxPayloadBytes`, because of a long link
 */
export function composePayload(content: PushContent, { origin, icon, lang }: Site): string {
  const { id, token, title, text, url } = content
  const data = { id, token, url, expires_at: content.expiresAt.getTime() }
  const payload = JSON.stringify({
    web_push: 8030,
    notification: {
      title,
      body: text,
      navigate: new URL(url, origin).href,
      icon: new URL(icon, origin).href,
      lang,
      dir: 'auto',
      tag: id,
      silent: false,
      data,
    },
    mutable: true,
    nudge: { ...data, title, body: text },
  })
  const bytes = byteLength(payload)
  if (bytes > maxPayloadBytes) {
    throw new RangeError(`The payload has ${bytes} bytes. The maximum is ${maxPayloadBytes}.`)
  }
  return payload
}

export const byteLength = (text: string): number => new TextEncoder().encode(text).length

const firstRetryMs = 30_000
const maxRetryMs = 15 * 60_000

/** The delay before a message is sent again. @param tries how often it was sent already, at least 1 */
export const retryDelayMs = (tries: number): number =>
  Math.min(firstRetryMs * 2 ** (tries - 1), maxRetryMs)
