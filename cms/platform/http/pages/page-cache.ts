import { LRUCache } from 'lru-cache'
import { log } from '../../runtime/log/log.ts'
import type { Representation } from './representation.ts'

/** A rendered page with its cache tags and lifetime. */
export type RenderedPage = {
  representation: Representation
  tags: string[]
  /** How long the page may be served from memory, in ms; 0 keeps it out of the cache. */
  maxAgeMs: number
}

type Entry = RenderedPage & { expiresAt: number; madeAt: number; hits: number }

const graceMs = 60_000
/** The number of requests answered from memory after which a page is compressed better. */
const hitsOfOftenRequested = 10

/**
 * Rendered pages in memory, bounded in bytes. Concurrent requests for a page share one rendering.
 * An expired page is served for a minute more while it is rendered again (stale-while-revalidate), and
 * without limit while the database is unavailable. Dropping a tag removes its pages at once. Later
 * requests do not share a rendering that was already in progress. After a database outage anything may have
 * changed, so every page is marked as suspect. A suspect page is rendered again before it is served, but stays
 * available for the next outage. Pages that are requested often are compressed better, one page at a time.
 */
export class PageCache {
  #entries: LRUCache<string, Entry>
  #pending = new Map<string, Promise<RenderedPage>>()
  #droppedAt = new Map<string, number>()
  #allSuspectAt = 0
  #isCompressing = false
  /** Counts the drops. `madeAt`, `#droppedAt` and `#allSuspectAt` are values of this counter, not times. */
  #dropCount = 0
  #now: () => number
  readonly counts = { hits: 0, misses: 0, stale: 0, renders: 0, dropped: 0 }

  constructor(options: { maxBytes: number; now?: () => number }) {
    this.#now = options.now ?? Date.now
    this.#entries = new LRUCache<string, Entry>({
      maxSize: options.maxBytes,
      sizeCalculation: ({ representation }, key) => representation.bytes + key.length + 1024,
    })
  }

  /** The page under `key` if it is in memory and has not expired. */
  findFresh(key: string): RenderedPage | undefined {
    const entry = this.#entries.get(key)
    if (!entry || entry.expiresAt <= this.#now() || this.#isSuspect(entry)) return undefined
    this.#countHit(key, entry)
    return entry
  }

  /** The page under `key` if it is in memory, even if expired. Used during a database outage. */
  findFreshOrStale(key: string): RenderedPage | undefined {
    const entry = this.#entries.get(key)
    if (!entry) return undefined
    this.counts[entry.expiresAt > this.#now() && !this.#isSuspect(entry) ? 'hits' : 'stale']++
    return entry
  }

  /**
   * The page under `key`, from memory or rendered now.
   * @param key identifies the page and everything that it depends on
   * @param render renders the page. If it fails, requests get the stale page, which stays in the cache. Without
   *   a stale page, or if that page is suspect, every waiting request gets the error
   */
  async get(key: string, render: () => Promise<RenderedPage>): Promise<RenderedPage> {
    const stored = this.#entries.get(key)
    const entry = stored && !this.#isSuspect(stored) ? stored : undefined
    const overdueMs = this.#now() - (entry?.expiresAt ?? 0)
    if (entry && overdueMs < 0) {
      this.#countHit(key, entry)
      return entry
    }
    const rendering = this.#render(key, render)
    if (!entry) {
      this.counts.misses++
      return rendering
    }
    this.counts.stale++
    const refreshed = rendering.catch(() => entry)
    return overdueMs < graceMs ? entry : refreshed
  }

  /**
   * Renders a page without caching it. Concurrent calls share one rendering.
   * @param key identifies the page and everything that it depends on
   */
  renderUncached(key: string, render: () => Promise<RenderedPage>): Promise<RenderedPage> {
    return this.#render(`once ${key}`, async () => ({ ...(await render()), maxAgeMs: 0 }))
  }

  /** Removes every page with one of `tags`; without tags, marks every page as suspect. */
  drop(tags?: string[]): void {
    const at = ++this.#dropCount
    if (!tags) {
      this.#allSuspectAt = at
      this.counts.dropped += this.#entries.size
      this.#pending.clear()
      return
    }
    for (const tag of tags) this.#droppedAt.set(tag, at)
    for (const [key, entry] of this.#entries.entries()) {
      if (!entry.tags.some((tag) => tags.includes(tag))) continue
      this.#entries.delete(key)
      this.counts.dropped++
    }
    // Renderings in progress may have read old rows. Later requests start a new rendering.
    this.#pending.clear()
  }

  get size(): { entries: number; bytes: number } {
    return { entries: this.#entries.size, bytes: this.#entries.calculatedSize }
  }

  #render(key: string, render: () => Promise<RenderedPage>): Promise<RenderedPage> {
    const pending = this.#pending.get(key)
    if (pending) return pending
    this.counts.renders++
    const startedAt = this.#dropCount
    const promise = render()
      .then((page) => {
        if (page.maxAgeMs > 0 && !this.#droppedSince(startedAt, page.tags)) {
          const expiresAt = this.#now() + page.maxAgeMs
          this.#entries.set(key, { ...page, expiresAt, madeAt: startedAt, hits: 0 })
        }
        return page
      })
      .finally(() => {
        if (this.#pending.get(key) === promise) this.#pending.delete(key)
      })
    this.#pending.set(key, promise)
    return promise
  }

  #countHit(key: string, entry: Entry): void {
    this.counts.hits++
    const { compressBetter } = entry.representation
    if (!compressBetter || ++entry.hits < hitsOfOftenRequested || this.#isCompressing) return
    this.#isCompressing = true
    void compressBetter()
      .then((representation) => {
        // The page may have been dropped or rendered again meanwhile.
        if (this.#entries.peek(key) !== entry) return
        this.#entries.set(key, { ...entry, representation })
      })
      .catch((err: unknown) => {
        // Memory may be short, so the page is not compressed again until it has been rendered again.
        entry.hits = Number.NEGATIVE_INFINITY
        log.warn({ err }, 'a page could not be compressed better')
      })
      .finally(() => {
        this.#isCompressing = false
      })
  }

  #isSuspect({ madeAt }: Pick<Entry, 'madeAt'>): boolean {
    return this.#allSuspectAt > madeAt
  }

  #droppedSince(startedAt: number, tags: string[]): boolean {
    if (this.#isSuspect({ madeAt: startedAt })) return true
    return tags.some((tag) => (this.#droppedAt.get(tag) ?? 0) > startedAt)
  }
}
