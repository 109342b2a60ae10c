import { toast } from '@payloadcms/ui'
import { replaceNextCall } from './next-call.ts'

/** Payload shows its message at most this long after the response. */
const maxMessageDelayMs = 3000

type Show = typeof toast.success

/**
 * Replaces the way in which the next message of Payload is shown. Payload has no hook for its messages, so code that
 * watches its requests changes the message that follows a response.
 * @param show shows the message; `usual` shows a message as Payload does
 */
export const replaceNextToast = (
  kind: 'success' | 'error',
  show: (usual: Show, ...message: Parameters<Show>) => ReturnType<Show>,
): void => replaceNextCall(toast, kind, show, maxMessageDelayMs)
