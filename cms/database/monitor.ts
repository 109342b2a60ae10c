import pg from 'pg'
import { channel } from './announce.ts'

const pingEveryMs = 500
const answerWithinMs = 1000

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
 */
export async function watchDatabase(
  url: string,
  onChange: (tags?: string[]) => void,
): Promise<Monitor> {
  let client: pg.Client | null = null
  let stopped = false
  let timer: NodeJS.Timeout | undefined
  const listeners = new Set<() => void>()

  const lose = (lost: pg.Client) => {
    if (client !== lost) return
    client = null
    for (const listener of listeners) listener()
    void lost.end().catch(() => {})
  }

  const connect = async () => {
    const fresh = new pg.Client({
      connectionString: url,
      connectionTimeoutMillis: answerWithinMs,
      query_timeout: answerWithinMs,
      keepAlive: true,
      application_name: 'common-room-listener',
    })
    fresh.on('error', () => lose(fresh))
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
    onChange(undefined)
  }

  const tick = async () => {
    const held = client
    try {
      if (held) await held.query('select')
      else await connect()
    } catch {
      if (held) lose(held)
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

function parseTags(payload: string | undefined): string[] | undefined {
  try {
    const tags: unknown = JSON.parse(payload ?? '')
    return Array.isArray(tags) ? tags.filter((tag) => typeof tag === 'string') : undefined
  } catch {
    return undefined
  }
}
