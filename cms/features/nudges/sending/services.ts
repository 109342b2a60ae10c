import { isIP } from 'node:net'
import { LRUCache } from 'lru-cache'
import type { PushResult } from '../../../platform/push/contract.ts'

/**
 * What is known about a push service: `new` until it accepts a message, `slow` if it answers late or not at all,
 * else `fast`.
 */
type Rating = 'new' | 'slow' | 'fast'

export type Service<Item> = {
  name: string
  rating: Rating
  /** How many messages are being sent to it. */
  sending: number
  waiting: Item[]
  /** How many messages in a row have to be sent again later. */
  failures: number
  /** How many answers in a row were not late. */
  quickAnswers: number
  pausedUntil: number
}

/** An answer that takes longer than this is late. */
const lateMs = 2000
/** How long a new service may take to answer. */
export const newTimeoutMs = 4000
/** A slow service becomes fast after this many answers in a row that were not late. */
const quickInARow = 5
/**
 * A push service that fails this often in a row gets nothing for a while. A single failure delays only the delivery
 * that failed, because push services also limit the messages of a single device.
 */
const maxFailures = 5
const pauseMs = 30_000
const maxPauseMs = 5 * 60_000
/** The maximum number of new services that are active at a time. */
const maxNewServices = 10
/** The maximum number of messages that wait for services that are not fast. */
const maxWaitingMessages = 500
const shortWaitMs = 1000
const maxWaitMs = 60_000
const maxRemembered = 1000

/**
 * Push services and the messages that wait for them. Anybody can subscribe with an endpoint on their own host. So
 * services that are new or slow share a part of the connections, and no service gets all connections.
 * @param connections how many messages are sent at a time
 */
export function createServices<Item extends { endpoint: string; acceptedBefore: boolean }>(
  connections: number,
  now: () => number,
) {
  const share = (part: number) => Math.max(1, Math.floor(connections * part))
  const limits = {
    new: { each: share(1 / 30), together: share(1 / 12) },
    slow: { each: share(2 / 3), together: share(2 / 3) },
    fast: { each: share(5 / 6), together: connections },
  }
  // A service is active while messages wait for it or are sent to it.
  const active = new Map<string, Service<Item>>()
  const remembered = new LRUCache<string, Service<Item>>({ max: maxRemembered })
  let busyUntil = 0

  function serviceOf({ endpoint, acceptedBefore }: Item): Service<Item> {
    const name = pushServiceName(endpoint)
    const service = active.get(name) ?? remembered.get(name) ?? unknownService<Item>(name)
    remembered.set(name, service)
    if (acceptedBefore && service.rating === 'new') service.rating = 'fast'
    return service
  }
  const countActive = (count: (service: Service<Item>) => number) =>
    [...active.values()].reduce((sum, service) => sum + count(service), 0)
  const pauseLeftMs = ({ pausedUntil }: Service<Item>) => Math.max(0, pausedUntil - now())

  function mayBegin(service: Service<Item>): boolean {
    if (!service.waiting.length) return false
    // The message of a paused service is not sent but postponed, so the limits do not apply.
    if (pauseLeftMs(service)) return true
    const { rating, sending } = service
    const { each, together } = limits[rating]
    const all = countActive((other) => (other.rating === rating ? other.sending : 0))
    return sending < each && all < together
  }

  /** How long a message waits for a new service that cannot be tried yet. */
  function waitForTrial(): number {
    const eachMs = newTimeoutMs / limits.new.together
    busyUntil = Math.min(Math.max(busyUntil, now()) + eachMs, now() + maxWaitMs)
    return Math.max(shortWaitMs, busyUntil - now())
  }

  return {
    pauseLeftMs,

    /**
     * Adds a message, unless too many messages wait.
     * @returns 0 if it was added, else after how many ms to add it again
     */
    add(item: Item): number {
      const service = serviceOf(item)
      const { name, rating } = service
      if (rating !== 'fast') {
        const isActive = active.has(name)
        const newServices = countActive((other) => Number(other.rating === 'new'))
        if (rating === 'new' && !isActive && newServices >= maxNewServices) return waitForTrial()
        const waiting = countActive((other) => (other.rating === 'fast' ? 0 : other.waiting.length))
        if (waiting >= maxWaitingMessages) return shortWaitMs
      }
      service.waiting.push(item)
      active.set(name, service)
      return 0
    },

    /** Takes the next message that may be sent now. The services take turns. */
    next(): { item: Item; service: Service<Item> } | null {
      const service = [...active.values()].find(mayBegin)
      const item = service?.waiting.shift()
      if (!service || !item) return null
      service.sending++
      active.delete(service.name)
      active.set(service.name, service)
      return { item, service }
    },

    /** Records that a message is no longer being sent. */
    end(service: Service<Item>): void {
      service.sending--
      if (!service.sending && !service.waiting.length) active.delete(service.name)
    },

    /** Records what a service did with a message, and how long it took. */
    noteResult(service: Service<Item>, result: PushResult, tookMs: number): void {
      const isLate = tookMs > lateMs
      service.quickAnswers = isLate ? 0 : service.quickAnswers + 1
      if (service.rating === 'new') {
        if (result.kind === 'accepted') service.rating = isLate ? 'slow' : 'fast'
      } else if (isLate) {
        service.rating = 'slow'
      } else if (service.quickAnswers >= quickInARow) {
        service.rating = 'fast'
      }
      if (result.kind !== 'later') {
        service.failures = 0
        return
      }
      service.failures++
      const isSilent = service.rating === 'new' && !result.isAnswered
      if (!isSilent && service.failures < maxFailures) return
      const ownMs = isSilent ? pauseMs * 2 ** (service.failures - 1) : pauseMs
      service.pausedUntil = now() + Math.min(result.afterMs ?? ownMs, maxPauseMs)
    },

    /** How many messages wait for services that are fast. */
    countReady: () =>
      countActive(({ rating, waiting }) => (rating === 'fast' ? waiting.length : 0)),

    /** Removes and returns all messages that wait. */
    drain(): Item[] {
      const items = [...active.values()].flatMap(({ waiting }) => waiting.splice(0))
      for (const [name, { sending }] of active) if (!sending) active.delete(name)
      return items
    },
  }
}

const unknownService = <Item>(name: string): Service<Item> => ({
  name,
  rating: 'new',
  sending: 0,
  waiting: [],
  failures: 0,
  quickAnswers: 0,
  pausedUntil: 0,
})

/**
 * Push services of browsers. Under some of their domains, such as `googleapis.com`, strangers can have hosts too.
 * Failures of such hosts must not pause the push service. Microsoft and Apple use several hosts below these names.
 */
const knownServices = [
  'fcm.googleapis.com',
  'updates.push.services.mozilla.com',
  'push.apple.com',
  'notify.windows.com',
]

/**
 * The name of an endpoint's push service: a known service, else the last two labels of the host. The labels before them
 * are ignored, because the owner of a domain can create any number of hosts. For an IP address, it is the origin.
 */
export function pushServiceName(endpoint: string): string {
  const url = URL.parse(endpoint)
  if (!url) return endpoint
  const { hostname, origin } = url
  if (isIP(hostname) || hostname.startsWith('[')) return origin
  const known = knownServices.find((name) => hostname === name || hostname.endsWith(`.${name}`))
  return known ?? hostname.split('.').slice(-2).join('.')
}
