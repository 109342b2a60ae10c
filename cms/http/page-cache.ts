import { LRUCache } from 'lru-cache'
import type { Representation } from './representation.ts'

/** A rendered page, what it was made from, and how long what it says is true. */
export type RenderedPage = {
  representation: Representation
  tags: string[]
  /** Milliseconds it may be answered from memory; 0 keeps it out of the cache. */
  maxAgeMs: number
}

type Entry = RenderedPage & { expiresAt: number; madeAt: number }

const graceMs = 60_000

/**
 * Pages in memory, bounded in bytes. A page is rendered once however many ask at the same moment.
 * For a minute after its time has run out a page is answered while it is made again; later only
 * where it can't be. A page whose tag was dropped is gone at once, and so is any rendering of it that
 * was under way. Where anything may have changed, every page is doubted: none is answered before it
 * was made again, but each is there for when the database is gone once more.
 */
export class PageCache {
  #entries: LRUCache<string, Entry>
  #pending = new Map<string, Promise<RenderedPage>>()
  #droppedAt = new Map<string, number>()
  #allDoubtedAt = 0
  #clock = 0
  #now: () => number
  readonly counts = { hits: 0, misses: 0, stale: 0, renders: 0, dropped: 0 }

  constructor(options: { maxBytes: number; now?: () => number }) {
    this.#now = options.now ?? Date.now
    this.#entries = new LRUCache<string, Entry>({
      maxSize: options.maxBytes,
      sizeCalculation: ({ representation }, key) => representation.bytes + key.length + 1024,
    })
  }

  /** The page under `key` if it is in memory and still true. */
  fresh(key: string): RenderedPage | undefined {
    const entry = this.#entries.get(key)
    if (!entry || entry.expiresAt <= this.#now() || this.#isDoubted(entry)) return undefined
    this.counts.hits++
    return entry
  }

  /** The page under `key` if it is in memory, true or not: for when it can't be made again. */
  kept(key: string): RenderedPage | undefined {
    const entry = this.#entries.get(key)
    if (!entry) return undefined
    this.counts[entry.expiresAt > this.#now() && !this.#isDoubted(entry) ? 'hits' : 'stale']++
    return entry
  }

  /**
   * The page under `key`, from memory or rendered now.
   * @param key names the page and everything it depends on
   * @param render makes it; where it fails the page stays as it was, or everyone who waits is told:
   *   a page that is doubted comes from `kept` alone
   */
  async get(key: string, render: () => Promise<RenderedPage>): Promise<RenderedPage> {
    const kept = this.#entries.get(key)
    const entry = kept && !this.#isDoubted(kept) ? kept : undefined
    const overdueMs = this.#now() - (entry?.expiresAt ?? 0)
    if (entry && overdueMs < 0) {
      this.counts.hits++
      return entry
    }
    const rendering = this.#render(key, render)
    if (!entry) {
      this.counts.misses++
      return rendering
    }
    this.counts.stale++
    const better = rendering.catch(() => entry)
    return overdueMs < graceMs ? entry : better
  }

  /** Forgets every page made from one of `tags`; without tags, doubts every page. */
  drop(tags?: string[]): void {
    const at = ++this.#clock
    if (!tags) {
      this.#allDoubtedAt = at
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
    // What is being rendered may have read the old rows; whoever comes from now on renders anew.
    this.#pending.clear()
  }

  get size(): { entries: number; bytes: number } {
    return { entries: this.#entries.size, bytes: this.#entries.calculatedSize }
  }

  #render(key: string, render: () => Promise<RenderedPage>): Promise<RenderedPage> {
    const under = this.#pending.get(key)
    if (under) return under
    this.counts.renders++
    const startedAt = this.#clock
    const promise = render()
      .then((page) => {
        if (page.maxAgeMs > 0 && !this.#droppedSince(startedAt, page.tags)) {
          const expiresAt = this.#now() + page.maxAgeMs
          this.#entries.set(key, { ...page, expiresAt, madeAt: startedAt })
        }
        return page
      })
      .finally(() => {
        if (this.#pending.get(key) === promise) this.#pending.delete(key)
      })
    this.#pending.set(key, promise)
    return promise
  }

  #isDoubted({ madeAt }: Pick<Entry, 'madeAt'>): boolean {
    return this.#allDoubtedAt > madeAt
  }

  #droppedSince(startedAt: number, tags: string[]): boolean {
    if (this.#isDoubted({ madeAt: startedAt })) return true
    return tags.some((tag) => (this.#droppedAt.get(tag) ?? 0) > startedAt)
  }
}
