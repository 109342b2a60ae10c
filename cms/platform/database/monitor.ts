import pg from 'pg'
import { wasBlocked } from '../runtime/deadline.ts'
import { log } from '../runtime/log/log.ts'
import { channel } from './announce.ts'
import { diskFullMessage, isDiskFull, setDiskFull, writeProbeSql } from './disk.ts'

const pingEveryMs = 500
const connectTimeoutMs = 5000
const answerTimeoutMs = 1000
// After this many timeouts in a row, the database counts as lost. A single one may be due to a busy machine.
const maxTimeouts = 2

type Client = Pick<pg.Client, 'connect' | 'query' | 'end' | 'on'>

export type Monitor = {
  isUp: () => boolean
  /**
   * Calls `listener` each time the database is lost. If the database is lost already, calls it at once and
   * does not subscribe.
   * @returns a function that unsubscribes
   */
  onDown: (listener: () => void) => () => void
  stop: () => Promise<void>
}

/**
 * Keeps one connection that listens for announced changes, and pings the database on it twice a second. A
 * lost connection is replaced as soon as possible. After each connect, all tags count as changed, because
 * notifications may have been missed.
 * @param url the database
 * @param onChange gets the changed tags; undefined means all tags
 * @param makeClient creates a client for each attempt to connect
 * @throws Error if the first attempt to connect fails
 */
export async function watchDatabase(
  url: string,
  onChange: (tags?: string[]) => void,
  makeClient: (url: string) => Client = clientOf,
): Promise<Monitor> {
  let client: Client | null = null
  let isStopped = false
  let wasLost = false
  let wasFull = false
  let timer: NodeJS.Timeout | undefined
  const listeners = new Set<() => void>()

  const lose = (lost: Client, error?: unknown) => {
    if (client !== lost) return
    client = null
    wasLost = true
    log.warn({ err: error }, 'database lost')
    for (const listener of listeners) listener()
    void lost.end().catch(() => {})
  }

  const connect = async () => {
    const fresh = makeClient(url)
    fresh.on('error', (error) => lose(fresh, error))
    fresh.on('end', () => lose(fresh))
    fresh.on('notification', ({ payload }) => onChange(parseTags(payload)))
    try {
      await fresh.connect()
      await fresh.query(`listen ${channel}`)
      if (isStopped) throw new Error('Stopped while connecting.')
    } catch (error) {
      void fresh.end().catch(() => {})
      throw error
    }
    client = fresh
    if (wasLost) log.info('database available again')
    wasLost = false
    onChange(undefined)
  }

  const tick = async () => {
    const current = client
    try {
      if (isDiskFull() !== wasFull) {
        wasFull = !wasFull
        log[wasFull ? 'error' : 'info'](wasFull ? diskFullMessage : 'the disk has free space again')
      }
      if (!current) await connect()
      else if (isDiskFull()) await probe(current)
      else await ping(current)
    } catch (error) {
      if (current) lose(current, error)
    }
    if (!isStopped) timer = setTimeout(tick, pingEveryMs)
  }

  await connect()
  timer = setTimeout(tick, pingEveryMs)
  return {
    isUp: () => client !== null,
    onDown: (listener) => {
      if (client === null) listener()
      else listeners.add(listener)
      return () => listeners.delete(listener)
    },
    stop: async () => {
      isStopped = true
      clearTimeout(timer)
      const current = client
      client = null
      await current?.end().catch(() => {})
    },
  }
}

const clientOf = (url: string): Client =>
  new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: connectTimeoutMs,
    query_timeout: answerTimeoutMs,
    keepAlive: true,
    application_name: 'common-room-listener',
  })

/**
 * Pings until the database replies.
 * @throws Error if the connection fails, or if two pings in a row time out although this process was not blocked
 */
async function ping(client: Client): Promise<void> {
  for (let timeouts = 0; ; ) {
    const dueAt = performance.now() + answerTimeoutMs
    try {
      await client.query('select')
      return
    } catch (error) {
      if ((error as Error).message !== 'Query read timeout') throw error
      if (!wasBlocked(dueAt) && ++timeouts === maxTimeouts) throw error
    }
  }
}

/** Checks whether a full disk has free space again. @throws Error if the server does not answer */
async function probe(client: Client): Promise<void> {
  try {
    await client.query(writeProbeSql)
    setDiskFull(false)
  } catch (error) {
    await client.query('rollback')
    log.debug({ err: error }, 'the disk is still full')
  }
}

function parseTags(payload: string | undefined): string[] | undefined {
  try {
    const tags: unknown = JSON.parse(payload ?? '')
    return Array.isArray(tags) ? tags.filter((tag) => typeof tag === 'string') : undefined
  } catch {
    return undefined
  }
}
