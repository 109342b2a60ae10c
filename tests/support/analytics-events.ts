import { setTimeout as sleep } from 'node:timers/promises'
import type { CollectReply } from '../../cms/features/analytics/contract.ts'
import { phoneUserAgent } from './analytics-visits.ts'
import { onDatabase } from './database.ts'
import type { Reply } from './request.ts'
import type { Server } from './server.ts'
import { newClientAddress } from './visitor.ts'

type Target = Pick<Server, 'send'>

let serial = 0
const nextId = (kind: string): string => `${kind}${String(++serial).padStart(12, '0')}`
/** A page view as the tracker sends it. */
export const view = (path = '/beer', fields: object = {}) => ({
  type: 'view',
  id: nextId('v'),
  at: 0,
  path,
  title: 'A page',
  ...fields,
})
export const click = (fields: object = {}) => ({
  type: 'interaction',
  kind: 'click',
  id: nextId('i'),
  at: 0,
  path: '/beer',
  ...fields,
})
export const namedEvent = (fields: object = {}) => ({
  type: 'event',
  name: 'newsletter_panel',
  id: nextId('e'),
  at: 0,
  path: '/beer',
  ...fields,
})
export const journey = (fields: object = {}) => {
  const move = { from: '/', to: '/beer', transition: 'nav' }
  return { type: 'journey', id: nextId('j'), at: 0, ...move, ...fields }
}

/** Sends requests as the tracker of one browser does. */
export function trackerOf(
  server: Target,
  {
    client = newClientAddress(),
    userAgent = phoneUserAgent,
    headers = {} as Record<string, string>,
  } = {},
) {
  const post = (path: string, body: unknown, to: Target = server): Promise<Reply> =>
    to.send(path, {
      method: 'POST',
      headers: {
        'content-type': 'text/plain;charset=UTF-8',
        'user-agent': userAgent,
        'x-forwarded-for': client,
        ...headers,
      },
      body: typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body),
    })
  const send = (events: object[], more: object = {}, to?: Target) =>
    post('/api/analytics/collect', { sent: 0, events, ...more }, to)
  return {
    client,
    post,
    send,
    /** Sends events. @returns the reply @throws Error if they are not accepted */
    collect: async (events: object[], more: object = {}, to?: Target): Promise<CollectReply> => {
      const reply = await send(events, more, to)
      if (reply.status !== 200) throw new Error(`${reply.status} ${reply.text}`)
      return reply.json<CollectReply>()
    },
    /** Sends events until they are accepted, as the tracker does. */
    collectUntilAccepted: async (events: object[], currentServer: () => Target): Promise<void> => {
      for (;;) {
        const reply = await send(events, {}, currentServer()).catch(() => null)
        if (reply?.status === 200) return
        await sleep(100)
      }
    },
    endPage: (sessionId: string | null, fields: object = {}) =>
      post('/api/analytics/page-end', {
        sessionId,
        pagePath: '/beer',
        timeSpent: 12.7,
        scrollDepth: 60,
        ...fields,
      }),
  }
}

/** Reads what is stored about visits. */
export function visitReaderOf(url: string) {
  const query = <Row extends Record<string, unknown>>(text: string, values: unknown[] = []) =>
    onDatabase(url, (run) => run<Row>(text, values))
  return {
    query,
    /** A session; undefined if it is not stored. */
    session: async (id: string | null) =>
      (await query('select * from user_sessions where session_id = $1', [id]))[0],
    views: (session: string | null) =>
      query('select * from page_views where session_id = $1 order by viewed_at, id', [session]),
    interactions: (session: string | null) =>
      query('select * from user_interactions where session_id = $1 order by at, id', [session]),
    journeys: (session: string | null) =>
      query('select * from user_journeys where session_id = $1 order by at, id', [session]),
    count: async (table: string) =>
      (await query<{ n: number }>(`select count(*)::int as n from ${table}`))[0]?.n,
    /** Moves the last event of these sessions into the past, as if the visitor had paused since. */
    pause: (minutes: number, sessions: (string | null)[]) =>
      query(
        `update user_sessions set last_at = last_at - $1 * interval '1 minute'
          where session_id = any($2)`,
        [minutes, sessions],
      ),
  }
}
