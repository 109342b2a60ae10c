import { createServer, type Server } from 'node:http'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { isDiskFull } from '../../database/disk.ts'
import { securityCounter } from '../../security/events.ts'
import type { PageCache } from '../pages/page-cache.ts'

/** How a request was answered: the label `route` of the request metrics. */
export type AnswerKind =
  | ('file' | 'cache' | 'page' | 'api' | 'admin' | 'media' | 'health' | 'refused')
  /** A direct call; see `DirectCall`. */
  | 'direct'

export type Metrics = {
  count: (route: AnswerKind, status: number) => void
  time: (route: AnswerKind, seconds: number) => void
  serve: (port: number, host: string) => Promise<Server>
}

/** A number that a feature keeps in the database, read for each scrape. */
export type StoredGauge = { name: string; help: string; read: () => Promise<number> }

/** Prometheus metrics of this process, served on a separate private port. */
export function createMetrics(
  cache: PageCache,
  database: { isUp: () => boolean },
  stored: readonly StoredGauge[],
): Metrics {
  const register = new Registry()
  register.registerMetric(securityCounter)
  collectDefaultMetrics({ register })
  const requests = new Counter({
    name: 'http_requests_total',
    help: 'Answered requests',
    labelNames: ['route', 'status'],
    registers: [register],
  })
  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time to answer requests that were not answered from memory',
    labelNames: ['route'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5],
    registers: [register],
  })
  const gauge = (name: string, help: string, read: () => number) =>
    new Gauge({
      name,
      help,
      registers: [register],
      collect() {
        this.set(read())
      },
    })
  gauge('page_cache_entries', 'Pages in memory', () => cache.size.entries)
  gauge('page_cache_bytes', 'Bytes of pages in memory', () => cache.size.bytes)
  gauge('page_cache_hits', 'Pages answered from memory', () => cache.counts.hits)
  gauge('page_cache_misses', 'Requested pages that were not in memory', () => cache.counts.misses)
  gauge('page_cache_renders', 'Pages rendered for the cache', () => cache.counts.renders)
  gauge('page_cache_dropped', 'Pages dropped because something changed', () => cache.counts.dropped)
  gauge('database_up', 'Whether the database answers', () => Number(database.isUp()))
  gauge('database_disk_full', 'Whether a write found the disk full', () => Number(isDiskFull()))

  for (const { read, ...labels } of stored) {
    new Gauge({
      ...labels,
      registers: [register],
      async collect() {
        // Without the database the gauge keeps its value, and the other metrics are served.
        if (database.isUp()) {
          await read().then(
            (value) => this.set(value),
            () => {},
          )
        }
      },
    })
  }

  // Most responses take microseconds. So they are counted in a map, which is cheaper than the library's counter. The
  // counts are passed to the library on each scrape.
  const counts = new Map<string, { route: AnswerKind; status: number; count: number }>()
  const flush = () => {
    for (const { route, status, count } of counts.values()) {
      requests.inc({ route, status }, count)
    }
    counts.clear()
  }
  return {
    count: (route, status) => {
      const key = `${route}${status}`
      const entry = counts.get(key)
      if (entry) entry.count++
      else counts.set(key, { route, status, count: 1 })
    },
    time: (route, seconds) => duration.observe({ route }, seconds),
    serve: async (port, host) => {
      const server = createServer(async (req, res) => {
        if (req.url !== '/metrics') {
          res.writeHead(404).end()
          return
        }
        flush()
        res.writeHead(200, { 'content-type': register.contentType }).end(await register.metrics())
      })
      server.unref()
      await new Promise<void>((resolve, reject) => {
        server.once('error', reject)
        server.listen(port, host, resolve)
      })
      return server
    },
  }
}
