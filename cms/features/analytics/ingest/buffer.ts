import { setTimeout as sleep } from 'node:timers/promises'
import { startDeadline } from '../../../platform/runtime/deadline.ts'

export type BufferOptions<Item, Reply> = {
  /**
   * Stores items, all or none. An item that was stored already has no further effect.
   * @returns a reply for each item
   */
  store: (items: readonly Item[]) => Promise<readonly Reply[]>
  /** How many events an item has. */
  sizeOf: (item: Item) => number
  /** How much memory an item takes, approximately. */
  bytesOf: (item: Item) => number
  /** Whether storing the same items again would fail too. */
  isPermanent: (error: unknown) => boolean
  /** Creates the error for an item that is not accepted, or not stored in time. */
  unavailable: () => Error
  /**
   * `onFailure` is called for the first of several temporary failures, and for each item that can never be stored.
   * `onRecovery` is called when storing succeeds after temporary failures.
   */
  onFailure: (error: unknown) => void
  onRecovery: () => void
  limits?: Partial<Limits>
}

type Limits = {
  /** The maximum number of events that wait. */
  maxWaiting: number
  /** The maximum number of bytes that wait. */
  maxWaitingBytes: number
  /** How many events are stored together, approximately. */
  eventsPerStore: number
  /** How long the first item waits for others, in ms. */
  collectMs: number
  /** How long `add` waits for its item to be stored, in ms. After this time `add` fails, although the item stays. */
  waitMs: number
  /** The first and the longest pause after a failure, in ms. */
  retryMs: readonly [number, number]
}

const defaults: Limits = {
  maxWaiting: 10_000,
  maxWaitingBytes: 32_000_000,
  eventsPerStore: 1000,
  collectMs: 5,
  waitMs: 8000,
  retryMs: [100, 2000],
}

const maxDrainMs = 4500

export type StoreBuffer<Item, Reply> = {
  /**
   * Adds an item, and waits until it is stored.
   * @throws the error of `unavailable` if too many items wait, or if the item is not stored in time. In the latter case
   *   the item stays, and is stored later
   */
  add: (item: Item) => Promise<Reply>
  /** After a failure, tries again at once. */
  wake: () => void
  /** Waits until everything is stored, or for some seconds at most. */
  drain: () => Promise<void>
}

/** Stores the items of many requests together (group commit), in the order of arrival. */
export function createBuffer<Item, Reply>(
  options: BufferOptions<Item, Reply>,
): StoreBuffer<Item, Reply> {
  type Entry = {
    item: Item
    size: number
    bytes: number
    resolve: (reply: Reply) => void
    reject: (error: unknown) => void
  }
  const { store, sizeOf, bytesOf, isPermanent, unavailable, onFailure, onRecovery } = options
  const limits = { ...defaults, ...options.limits }
  let waiting: Entry[] = []
  let size = 0
  let bytes = 0
  let failures = 0
  let isStoring = false
  let timer: NodeJS.Timeout | undefined

  const schedule = (inMs: number) => {
    if (isStoring) return
    clearTimeout(timer)
    timer = setTimeout(() => void storeNext(), inMs)
  }

  /** The entries of the next call of `store`. They stay in `waiting`. */
  const nextEntries = (): Entry[] => {
    let events = 0
    const end = waiting.findIndex((entry) => {
      events += entry.size
      return events >= limits.eventsPerStore
    })
    return waiting.slice(0, end < 0 ? undefined : end + 1)
  }

  const remove = (entries: readonly Entry[]) => {
    const gone = new Set(entries)
    waiting = waiting.filter((entry) => !gone.has(entry))
    for (const entry of entries) {
      size -= entry.size
      bytes -= entry.bytes
    }
  }

  const storeEntries = async (entries: readonly Entry[]): Promise<void> => {
    try {
      const replies = await store(entries.map(({ item }) => item))
      remove(entries)
      for (const [index, entry] of entries.entries()) entry.resolve(replies[index] as Reply)
    } catch (error) {
      if (!isPermanent(error)) throw error
      const [only] = entries
      if (entries.length === 1 && only) {
        remove(entries)
        onFailure(error)
        only.reject(error)
        return
      }
      // One of the items can't be stored. It must not prevent the others from being stored.
      for (const entry of entries) await storeEntries([entry])
    }
  }

  const storeNext = async (): Promise<void> => {
    timer = undefined
    isStoring = true
    try {
      await storeEntries(nextEntries())
      if (failures > 0) onRecovery()
      failures = 0
    } catch (error) {
      if (failures === 0) onFailure(error)
      failures++
    }
    isStoring = false
    if (waiting.length > 0) schedule(pauseMs())
  }

  const pauseMs = () => {
    const [first, longest] = limits.retryMs
    if (failures > 0) return Math.min(longest, first * 2 ** Math.min(failures - 1, 10))
    return size >= limits.eventsPerStore ? 0 : limits.collectMs
  }

  return {
    add: (item) =>
      new Promise((resolve, reject) => {
        const entry: Entry = { item, size: sizeOf(item), bytes: bytesOf(item), resolve, reject }
        if (size + entry.size > limits.maxWaiting || bytes + entry.bytes > limits.maxWaitingBytes) {
          reject(unavailable())
          return
        }
        const endDeadline = startDeadline(limits.waitMs, () => reject(unavailable()))
        const settle =
          <T>(answer: (value: T) => void) =>
          (value: T) => {
            endDeadline()
            answer(value)
          }
        entry.resolve = settle(resolve)
        entry.reject = settle(reject)
        waiting.push(entry)
        size += entry.size
        bytes += entry.bytes
        if (timer === undefined) schedule(limits.collectMs)
        else if (failures === 0 && size >= limits.eventsPerStore) schedule(0)
      }),
    wake: () => {
      if (waiting.length > 0) schedule(0)
    },
    drain: async () => {
      const deadline = Date.now() + maxDrainMs
      while (waiting.length > 0 && Date.now() < deadline) {
        if (!isStoring) schedule(0)
        await sleep(20)
      }
    },
  }
}
