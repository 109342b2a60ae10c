import type { Payload, PayloadRequest } from 'payload'
import { startWorker, type WorkerLoop } from '../../jobs/background.ts'
import { clientHeader } from '../../limits/clients.ts'
import { log } from '../../log.ts'
import { perPayload } from '../../per-payload.ts'
import { deviceOf } from '../devices.ts'
import { nudgeError } from '../errors.ts'
import { showNudges } from './broadcast.ts'
import { createWindows, type OpenWindow } from './windows.ts'

const windowsOf = perPayload(() => createWindows())
const beatEveryMs = 25_000

/**
 * Connects a window. The window gets the nudges that began in the last ten minutes, and then each new nudge at once.
 * @throws HttpError `too_many_requests`, `unavailable`
 */
export async function connectWindow(
  req: PayloadRequest,
  member: { id: number } | null,
): Promise<Response> {
  const { headers, payload } = req
  const device = await deviceOf(req)
  const show = (window: OpenWindow) => {
    showNudges(payload, [window]).catch((error: unknown) =>
      log.warn({ err: error }, 'could not send the current nudges to a new window'),
    )
  }
  const opened = windowsOf(payload).open(
    {
      client: headers.get(clientHeader) ?? '',
      member: member?.id ?? null,
      device: device?.id ?? null,
    },
    show,
  )
  if ('refused' in opened) {
    throw nudgeError(opened.refused === 'full' ? 'full' : 'too_many_windows').withRetryAfter(60)
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

/** Starts the worker that sends new nudges to the windows of this process. Announcements of `nudgesTag` wake it. */
export function startWindowWorker(payload: Payload): WorkerLoop {
  const windows = windowsOf(payload)
  const beat = setInterval(windows.beat, beatEveryMs)
  // The interval is only a fallback, because announcements wake the worker.
  const worker = startWorker('nudge windows', 5000, () => showNudges(payload, windows.all()))
  return {
    wake: worker.wake,
    stop: async () => {
      clearInterval(beat)
      windows.closeAll()
      await worker.stop()
    },
  }
}
