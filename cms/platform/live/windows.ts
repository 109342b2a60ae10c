import { providerNetworkOf } from '../limits/networks.ts'
import type { Role } from '../staff/permissions.ts'
import { greeting, heartbeat } from './events.ts'
import { maxWindows, windowsPerClient } from './rules.ts'

/** The person who looks at an open window. */
export type Viewer = {
  /** The member whose session the window has. */
  member: number | null
  /** The role of the staff member whose session the window has. */
  staff: Role | null
  /** The device, if the browser also gets notifications by push. */
  device: number | null
}

export type LiveWindow = Viewer & {
  client: string
  /** The names of the topics that the window follows. */
  topics: ReadonlySet<string>
  /**
   * Whether the session with which the window was opened still has the same rights. Asked at each beat; the window is
   * closed if not. Windows of visitors have none.
   */
  isStillAllowed?: () => Promise<boolean>
  /** Sends events. A window that does not read them is closed. */
  write: (events: string) => void
}

/** The connections of open windows in this process. */
export type Windows = {
  all: () => readonly LiveWindow[]
  /** The windows that follow a topic. */
  of: (topic: string) => readonly LiveWindow[]
  /**
   * Connects a window. If the maximum number of windows is connected, the provider network with the most windows loses
   * its oldest window. So one network cannot keep all others out.
   * @returns the body of the response; or why the window can't be connected
   */
  open: (
    viewer: Omit<LiveWindow, 'write'>,
    onOpen: (window: LiveWindow) => void,
  ) => { body: ReadableStream<Uint8Array> } | { refused: 'client' | 'full' }
  /** Keeps connections alive. Closes old connections, so that sessions are checked again. */
  beat: () => void
  closeAll: () => void
}

/** The maximum number of events that wait for a window to read them. */
const maxWaiting = 32
const maxAgeMs = 60 * 60_000

export function createWindows({ now = Date.now, most = maxWindows } = {}): Windows {
  const connections = new Map<LiveWindow, { close: () => void; until: number }>()
  const perClient = new Map<string, number>()
  const perNetwork = new Map<string, Set<LiveWindow>>()
  const encoder = new TextEncoder()
  const heartbeatBytes = encoder.encode(heartbeat)
  let isClosed = false

  const makeRoom = (network: string): boolean => {
    const all = [...perNetwork.values()]
    const largest = all.reduce((one, other) => (other.size > one.size ? other : one))
    const [oldest] = largest
    if (!oldest || largest.size <= (perNetwork.get(network)?.size ?? 0) + 1) return false
    connections.get(oldest)?.close()
    return true
  }

  return {
    all: () => [...connections.keys()],
    of: (topic) => [...connections.keys()].filter(({ topics }) => topics.has(topic)),
    open: (viewer, onOpen) => {
      const ofClient = perClient.get(viewer.client) ?? 0
      const network = providerNetworkOf(viewer.client)
      if (isClosed) return { refused: 'full' }
      if (ofClient >= windowsPerClient) return { refused: 'client' }
      if (connections.size >= most && !makeRoom(network)) return { refused: 'full' }
      const ofNetwork = perNetwork.get(network) ?? new Set<LiveWindow>()
      perNetwork.set(network, ofNetwork)
      perClient.set(viewer.client, ofClient + 1)
      let window: LiveWindow | undefined
      const forget = () => {
        if (!window || !connections.delete(window)) return
        const left = (perClient.get(viewer.client) ?? 1) - 1
        if (left) perClient.set(viewer.client, left)
        else perClient.delete(viewer.client)
        ofNetwork.delete(window)
        if (!ofNetwork.size) perNetwork.delete(network)
      }
      const body = new ReadableStream<Uint8Array>(
        {
          start: (controller) => {
            const close = () => {
              forget()
              controller.close()
            }
            const write = (bytes: Uint8Array) => {
              if (!window || !connections.has(window)) return
              if ((controller.desiredSize ?? 0) <= 0) close()
              else controller.enqueue(bytes)
            }
            window = {
              ...viewer,
              write: (events) =>
                write(events === heartbeat ? heartbeatBytes : encoder.encode(events)),
            }
            // The maximum age is random, so that windows do not all reconnect at the same time.
            connections.set(window, { close, until: now() + maxAgeMs * (0.5 + Math.random() / 2) })
            ofNetwork.add(window)
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
      for (const [window, { close, until }] of connections) {
        if (now() >= until) {
          close()
          continue
        }
        window.write(heartbeat)
        // While the database is unavailable, nothing is known, and nothing is sent.
        window.isStillAllowed?.().then(
          (isAllowed) => isAllowed || connections.get(window)?.close(),
          () => {},
        )
      }
    },
    closeAll: () => {
      isClosed = true
      for (const { close } of connections.values()) close()
    },
  }
}

/** What a topic remembers of each window, as long as the window is open. @param create called when it is first used */
export function perWindow<State extends object>(
  create: () => State,
): (window: LiveWindow) => State {
  const states = new WeakMap<LiveWindow, State>()
  return (window) => {
    const state = states.get(window) ?? create()
    states.set(window, state)
    return state
  }
}
