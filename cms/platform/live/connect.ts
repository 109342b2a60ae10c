import type { Payload, PayloadRequest } from 'payload'
import type { BackgroundWorker } from '../feature.ts'
import { startWorker, type WorkerLoop } from '../jobs/background.ts'
import { clientHeader } from '../limits/clients.ts'
import { log } from '../runtime/log/log.ts'
import { perPayload } from '../runtime/state.ts'
import { liveError } from './errors.ts'
import { isInChannel, type LiveTopic } from './topics.ts'
import { createWindows, type LiveWindow, type Viewer } from './windows.ts'

const windowsOf = perPayload(() => createWindows())
const beatEveryMs = 25_000

/**
 * Connects a window, which then follows those of `topics` that its viewer may follow: it gets what is new now, and later
 * news at once.
 * @throws HttpError `too_many_requests`, `unavailable`
 */
export function connectWindow(
  { headers, payload }: PayloadRequest,
  viewer: Viewer & Pick<LiveWindow, 'isStillAllowed'>,
  topics: readonly LiveTopic[],
): Response {
  const followed = topics.filter(({ channel }) => isInChannel(viewer, channel))
  const show = (window: LiveWindow) => {
    Promise.all(followed.map((topic) => topic.show(payload, [window]))).catch((error: unknown) =>
      log.warn({ err: error }, 'could not send what is new to a new window'),
    )
  }
  const opened = windowsOf(payload).open(
    {
      ...viewer,
      client: headers.get(clientHeader) ?? '',
      topics: new Set(followed.map(({ name }) => name)),
    },
    show,
  )
  if ('refused' in opened) {
    throw liveError(opened.refused === 'full' ? 'full' : 'too_many_windows').withRetryAfter(60)
  }
  return new Response(opened.body, {
    headers: {
      'content-type': 'text/event-stream',
      'cache-control': 'no-store',
      // Without this header, some proxies buffer the response.
      'x-accel-buffering': 'no',
    },
  })
}

/** The worker that tells the windows of this process what is new about a topic. */
export const liveWorker = ({ name, wokenBy, everyMs, show }: LiveTopic): BackgroundWorker => ({
  wokenBy,
  start: (payload) => startWorker(name, everyMs, () => show(payload, windowsOf(payload).of(name))),
})

/** Keeps the windows of this process connected, and closes them when the process ends. */
export function startHeartbeat(payload: Payload): WorkerLoop {
  const windows = windowsOf(payload)
  const beat = setInterval(windows.beat, beatEveryMs)
  return {
    wake: () => {},
    stop: async () => {
      clearInterval(beat)
      windows.closeAll()
    },
  }
}
