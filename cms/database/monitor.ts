import pg from 'pg'
import { log } from '../log.ts'
import { channel } from './announce.ts'

const pingEveryMs = 500
const answerWithinMs = 1000
// A timer that is later than this was held up by this process: an answer may lie unread.
const lateMs = 100

type Client = Pick<pg.Client, 'connect' | 'query' | 'end' | 'on'>

export type Monitor = {
  isUp: () => boolean
  /** Calls back when the database is found to be gone (at once where it is); returns its undoing. */
  onDown: (listener: () => void) => () => void
  stop: () => Promise<void>
}

/**
 * Holds one connection that listens for announced changes and is asked twice a second whether
 * the database still answers. When it is lost, it is made again as soon as that is possible, and
 * everything is taken to have changed: what was announced meanwhile was not heard.
 * @param url the database
 * @param onChange gets the tags that changed, or undefined for all
 * @param makeClient makes what is connected, once for each try
 */
export async function watchDatabase(
  url: string,
  onChange: (tags?: string[]) => void,
  makeClient: (url: string) => Client = clientOf,
): Promise<Monitor> {
  let client: Client | null = null
  let stopped = false
  let wasLost = false
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
      if (stopped) throw new Error('Stopped while connecting.')
    } catch (error) {
      void fresh.end().catch(() => {})
      throw error
    }
    client = fresh
    if (wasLost) log.info('database found again')
    wasLost = false
    onChange(undefined)
  }

  const tick = async () => {
    const held = client
    try {
      if (held) await ask(held)
      else await connect()
    } catch (error) {
      if (held) lose(held, error)
    }
    if (!stopped) timer = setTimeout(tick, pingEveryMs)
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
      stopped = true
      clearTimeout(timer)
      const held = client
      client = null
      await held?.end().catch(() => {})
    },
  }
}

const clientOf = (url: string): Client =>
  new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: answerWithinMs,
    query_timeout: answerWithinMs,
    keepAlive: true,
    application_name: 'common-room-listener',
  })

/** Asks until there is an answer, or none although this process had the time to read one. */
async function ask(client: Client): Promise<void> {
  for (;;) {
    const askedAt = performance.now()
    try {
      await client.query('select')
      return
    } catch (error) {
      if (performance.now() - askedAt < answerWithinMs + lateMs) throw error
    }
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
