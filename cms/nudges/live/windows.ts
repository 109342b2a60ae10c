import { greeting, heartbeat } from './events.ts'
import { windowVerdict } from './rules.ts'

/** Who looks at an open window. */
export type Viewer = {
  /** The member who is signed in. */
  member: number | null
  /** The device, if the browser also gets nudges by push. */
  device: number | null
}

export type Window = Viewer & {
  client: string
  /**
   * Ids of the nudges for which is known whether the window gets them, with the time in ms at which that is
   * decided again; infinite for never.
   */
  decided: Map<number, number>
  /** Sends some events. A window that does not read is closed. */
  write: (events: string) => void
}

/** The connections of open windows in this process. */
export type Windows = {
  all: () => readonly Window[]
  /** @returns the body of the response; or why the window can't be connected */
  open: (
    viewer: Viewer & { client: string },
    onOpen: (window: Window) => void,
  ) => { body: ReadableStream<Uint8Array> } | { refused: 'client' | 'full' }
  /** Keeps connections alive, and ends old ones, so that sessions are checked again. */
  beat: () => void
  closeAll: () => void
}

/** Events that may wait for a window. */
const maxWaiting = 32
const maxAgeMs = 60 * 60_000

export function createWindows(now: () => number = Date.now): Windows {
  const open = new Map<Window, { close: () => void; until: number }>()
  const perClient = new Map<string, number>()
  const encoder = new TextEncoder()
  const heartbeatBytes = encoder.encode(heartbeat)
  let isClosed = false

  return {
    all: () => [...open.keys()],
    open: (viewer, onOpen) => {
      const ofClient = perClient.get(viewer.client) ?? 0
      const verdict = isClosed ? 'full' : windowVerdict({ all: open.size, ofClient })
      if (verdict !== 'ok') return { refused: verdict }
      perClient.set(viewer.client, ofClient + 1)
      let window: Window | undefined
      const forget = () => {
        if (!window || !open.delete(window)) return
        const left = (perClient.get(viewer.client) ?? 1) - 1
        if (left) perClient.set(viewer.client, left)
        else perClient.delete(viewer.client)
      }
      const body = new ReadableStream<Uint8Array>(
        {
          start: (controller) => {
            const close = () => {
              forget()
              controller.close()
            }
            const write = (bytes: Uint8Array) => {
              if (!window || !open.has(window)) return
              if ((controller.desiredSize ?? 0) <= 0) close()
              else controller.enqueue(bytes)
            }
            window = {
              ...viewer,
              decided: new Map(),
              write: (events) =>
                write(events === heartbeat ? heartbeatBytes : encoder.encode(events)),
            }
            // Not all at once, because the windows would all connect again at the same time.
            open.set(window, { close, until: now() + maxAgeMs * (0.5 + Math.random() / 2) })
            window.write(greeting)
            onOpen(window)
          },
          cancel: forget,
        },
        new CountQueuingStrategy({ highWaterMark: maxWaiting }),
      )
      return { body }
    },
    beat: () => {
      for (const [window, { close, until }] of open) {
        if (now() >= until) close()
        else window.write(heartbeat)
      }
    },
    closeAll: () => {
      isClosed = true
      for (const { close } of open.values()) close()
    },
  }
}
