import type { MailState } from '../../cms/platform/mail/rules.ts'
import { onDatabase } from './database.ts'
import type { ReceivedMail } from './smtp-server.ts'
import { waitUntil } from './wait-until.ts'

export type Row = {
  id: number
  to_address: string
  state: MailState
  tries: number
  response: string | null
  error: string | null
  /** Milliseconds until the next attempt. */
  waitMs: number
}

/**
 * Inserts mails to `NAME1@venue.example` and so on into the outbox, in one statement, as the sending of a letter does.
 * @param html each `{reader}` is replaced by the number of the mail
 * @returns their addresses
 */
export async function queueMany(
  url: string,
  name: string,
  count: number,
  { priority = 100, html = '<p>Hello</p>' } = {},
): Promise<string[]> {
  return onDatabase(url, async (query) => {
    const rows = await query<{ to_address: string }>(
      `with made as (
         insert into mails (key, kind, priority, to_address, to_name, subject, html, text, headers)
         select $1 || n, 'letter', $3, $1 || n || '@venue.example', 'Reader ' || n, 'Letter ' || n,
                replace($4, '{reader}', n::text), 'Hello', '{}' from generate_series(1, $2) n returning to_address),
       notified as (select pg_notify('common_room_changes', '["mail"]'))
       select to_address from made, notified`,
      [name, count, priority, html],
    )
    return rows.map(({ to_address }) => to_address)
  })
}

/** Queues one mail. */
export const queueOne = (url: string, address: string, { name = 'Ada', priority = 10 } = {}) =>
  onDatabase(url, (query) =>
    query(
      `insert into mails (key, kind, priority, to_address, to_name, subject, html, text)
       values (gen_random_uuid()::text, 'test', $2, $1, $3, 'Hello', '<p>Hello</p>', 'Hello')`,
      [address, priority, name],
    ),
  )

/** The mails to the addresses that match an SQL `like` pattern, oldest first. */
export const findMails = (url: string, like: string): Promise<Row[]> =>
  onDatabase(url, (query) =>
    query<Row>(
      `select id, to_address, state::text as state, tries::int, response, error,
              (extract(epoch from next_at - now()) * 1000)::float8 as "waitMs"
         from mails where to_address like $1 order by id`,
      [like],
    ),
  )

export const findMail = async (url: string, address: string) => (await findMails(url, address))[0]

/** The number of mails in each state. */
export async function countMailsByState(
  url: string,
  like: string,
): Promise<Partial<Record<MailState, number>>> {
  const rows = await onDatabase(url, (query) =>
    query<{ state: MailState; count: number }>(
      `select state::text as state, count(*)::int as count from mails where to_address like $1
        group by state`,
      [like],
    ),
  )
  return Object.fromEntries(rows.map(({ state, count }) => [state, count]))
}

/** Makes the next attempt of all deferred mails due. */
export const makeDue = (url: string) =>
  onDatabase(url, (query) => query(`update mails set next_at = now() where state = 'deferred'`))

/**
 * Waits until none of these mails is queued or being sent. Queries for one row, because repeated
 * counting would slow down the workers.
 */
export async function waitUntilSettled(url: string, like: string, withinMs = 60_000) {
  await onDatabase(url, (query) =>
    waitUntil(
      () =>
        query(
          `select from mails where state in ('queued', 'deferred', 'sending') and to_address like $1
            limit 1`,
          [like],
        ),
      ({ length }) => length === 0,
      withinMs,
    ),
  )
  return countMailsByState(url, like)
}

/** The recipient of the mail that `waitUntilOutboxDrained` queues. */
export const markerAddress = 'last@venue.example'

/**
 * Waits until the workers have handled all due mails: queues a mail behind all others and waits
 * until it is sent.
 */
export async function waitUntilOutboxDrained(url: string): Promise<void> {
  await queueOne(url, markerAddress, { priority: 10_000 })
  await waitUntilSettled(url, markerAddress)
  await onDatabase(url, (query) =>
    query('delete from mails where to_address = $1', [markerAddress]),
  )
}

/** The number of mails that each address received. */
export function countMailsByAddress(received: ReceivedMail[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { to } of received)
    for (const each of to) counts.set(each, (counts.get(each) ?? 0) + 1)
  return counts
}
