import { ApiError, callApi } from './api.ts'
import { withRetries } from './with-retries.ts'

type Options<Reply> = Parameters<typeof callApi>[1] & {
  /**
   * Gets the reply of an earlier read of the same path, if it was used within the last five minutes. It is called before
   * the request, so that a part of a page that is opened again is filled immediately.
   */
  onKept?: (reply: Reply) => void
  sleep?: (ms: number) => Promise<void>
}

/** How long an unused reply is kept. Source: spec section 7, data-fetching defaults. */
const keptMs = 5 * 60_000

const keptReplies = new Map<string, { reply: unknown; timer: ReturnType<typeof setTimeout> }>()

// A server that is busy or unavailable may reply to the next attempt. Other refusals would be repeated.
const isRefusal = (error: unknown) =>
  error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429

/**
 * Reads from the site's own API, with retries. The reply is kept if the caller can use a kept one.
 * @throws ApiError
 */
export async function readApi<Reply>(
  path: string,
  { onKept, sleep, ...options }: Options<Reply> = {},
): Promise<Reply> {
  const kept = keptReplies.get(path)
  if (kept && onKept) onKept(kept.reply as Reply)
  const reply = await withRetries(() => callApi<Reply>(path, options), {
    isFinal: isRefusal,
    ...(sleep && { sleep }),
  })
  if (onKept) keepReply(path, reply)
  return reply
}

/** Keeps a reply for the next read of the path, for example the reply of a change. */
export function keepReply(path: string, reply: unknown): void {
  clearTimeout(keptReplies.get(path)?.timer)
  keptReplies.set(path, { reply, timer: setTimeout(() => keptReplies.delete(path), keptMs) })
}

/** Forgets all replies, because another person uses the browser now. */
export function forgetReplies(): void {
  for (const { timer } of keptReplies.values()) clearTimeout(timer)
  keptReplies.clear()
}
