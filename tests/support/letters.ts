import type { ActReply, LetterProgress } from '../../cms/features/letters/contract.ts'
import type { LetterAction, LetterState } from '../../cms/features/letters/rules.ts'
import type { Interest } from '../../cms/features/newsletter/rules.ts'
import { onDatabase } from './database.ts'
import { runDue } from './jobs.ts'
import type { Reply } from './request.ts'
import type { Server } from './server.ts'
import { jsonRequest } from './staff.ts'
import { waitUntil } from './wait-until.ts'

type Sessions = { editor: string; publisher: string; admin: string }
type Letter = { id: number; updatedAt: string; state: LetterState; slug: string }

/** A subscriber to insert: active, unless `state` says otherwise. */
export type NewSubscriber = {
  email: string
  name?: string | null
  interests?: Interest[]
  birthdayMonth?: number
  joinedAt?: string
  pausedUntil?: string
  state?: string
}

/** Inserts subscribers. @returns their ids */
export const makeSubscribers = (url: string, subscribers: NewSubscriber[]): Promise<number[]> =>
  onDatabase(url, async (query) => {
    const rows = await query<{ id: number }>(
      `insert into subscribers (email, name, state, birthday_day, birthday_month, joined_at,
                                confirmed_at, paused_until, source)
       select email, name, coalesce(state, 'active')::enum_subscribers_state,
              case when "birthdayMonth" is not null then 1 end, "birthdayMonth",
              coalesce("joinedAt", now()), now(), "pausedUntil", 'form'
         from jsonb_to_recordset($1::jsonb) as r (email text, name text, state text,
              "birthdayMonth" int, "joinedAt" timestamptz, "pausedUntil" timestamptz)
       returning id`,
      [JSON.stringify(subscribers)],
    )
    const ids = rows.map(({ id }) => id)
    const chosen = subscribers.flatMap(({ interests = [] }, index) =>
      interests.map((value, order) => ({ order, parent_id: ids[index], value })),
    )
    await query(
      `insert into subscribers_interests ("order", parent_id, value)
       select "order", parent_id, value::enum_subscribers_interests
         from jsonb_to_recordset($1::jsonb) as i ("order" int, parent_id int, value text)`,
      [JSON.stringify(chosen)],
    )
    return ids
  })

/** Inserts `count` subscribers, `NAME1@venue.example` and so on. @returns their addresses */
export async function makeManySubscribers(
  url: string,
  name: string,
  count: number,
): Promise<string[]> {
  const subscribers = [...Array(count).keys()].map((n) => ({
    email: `${name}${n + 1}@venue.example`,
    name: `Reader ${n + 1}`,
  }))
  await makeSubscribers(url, subscribers)
  return subscribers.map(({ email }) => email)
}

const textNode = (text: string) => ({
  type: 'text',
  version: 1,
  text,
  format: 0,
  detail: 0,
  mode: 'normal',
  style: '',
})
const element = (type: string, children: object[]) => ({
  type,
  version: 1,
  direction: null,
  format: '',
  indent: 0,
  children,
})

/** A text in the editor's format: paragraphs, followed by a link to each URL of `links`. */
export const bodyOf = (paragraphs: string[], links: string[] = []) => ({
  root: element('root', [
    ...paragraphs.map((text) => element('paragraph', [textNode(text)])),
    ...links.map((url) =>
      element('paragraph', [
        {
          ...element('link', [textNode(`To ${url}`)]),
          version: 3,
          fields: { linkType: 'custom', url },
        },
      ]),
    ),
  ]),
})

/** A letter as it is written in the admin. */
export const letterData = (subject: string, others: Record<string, unknown> = {}) => ({
  subject,
  body: bodyOf(
    ['Hello {name|neighbour}, the hall is open again.'],
    ['https://example.com/tickets'],
  ),
  ...others,
})

/** The calls with which staff create, change and send letters. */
export function lettersOf(server: Pick<Server, 'send' | 'get'>, sessions: Sessions, url: string) {
  type Actor = keyof Sessions | null
  const sendAs = (who: Actor, method: string, path: string, body?: unknown): Promise<Reply> =>
    body === undefined
      ? server.send(path, {
          method,
          headers: jsonRequest('GET', null, who ? sessions[who] : '').headers ?? {},
        })
      : server.send(path, jsonRequest(method, body, who ? sessions[who] : undefined))
  const call = (path: string, body: unknown, who: Actor = 'publisher') =>
    sendAs(who, 'POST', `/api/letter/${path}`, body)

  const write = async (subject: string, others: Record<string, unknown> = {}): Promise<Letter> => {
    const response = await sendAs('editor', 'POST', '/api/letters', letterData(subject, others))
    if (response.status !== 201) throw new Error(response.text)
    return response.json<{ doc: Letter }>().doc
  }
  const find = async (id: number) => {
    const [row] = await onDatabase(url, (query) =>
      query<{
        state: LetterState
        last_error: string | null
        updatedAt: Date
        send_at: Date | null
      }>(
        `select state::text as state, last_error, updated_at as "updatedAt", send_at
           from letters where id = $1`,
        [id],
      ),
    )
    if (!row) throw new Error(`There is no letter ${id}.`)
    return { ...row, updatedAt: row.updatedAt.toISOString() }
  }
  /** Acts on the newest version of the letter. `others` overrides fields of the request. */
  const act = async (
    id: number,
    action: LetterAction,
    others: Record<string, unknown> = {},
    who: Actor = 'publisher',
  ) => call('act', { id, action, seen: (await find(id)).updatedAt, ...others }, who)
  /** Like `act`, but throws if the call fails. */
  const actOrThrow = async (...request: Parameters<typeof act>): Promise<ActReply> => {
    const response = await act(...request)
    if (response.status !== 200) throw new Error(response.text)
    return response.json<ActReply>()
  }
  const stats = async (id: number, who: Actor = 'editor') =>
    (await sendAs(who, 'GET', `/api/letter/progress?id=${id}`)).json<LetterProgress>()
  /** Schedules a letter and makes it due. */
  const makeLetterDue = async (id: number) => {
    await actOrThrow(id, 'schedule', { at: '2100-07-01T12:00' })
    await onDatabase(url, (query) =>
      query(`update letters set send_at = now() where id = $1 and state = 'scheduled'`, [id]),
    )
    await runDue(url)
  }
  const waitForState = (id: number, state: LetterState, withinMs?: number) =>
    waitUntil(
      () => find(id),
      (letter) => letter.state === state,
      withinMs,
    )
  return {
    sendAs,
    call,
    write,
    find,
    act,
    actOrThrow,
    stats,
    makeLetterDue,
    waitForState,
    sessions,
  }
}
