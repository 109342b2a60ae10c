import { z } from 'zod'
import { type Database, execute, findRows, jsonRows } from '../../../platform/database/query.ts'
import type { SubscriberState } from '../rules.ts'

/** The data of a subscriber in an imported list. Undefined fields stay unchanged. */
export type ImportedSubscriber = {
  email: string
  state: SubscriberState
  name?: string | undefined
  phone?: string | undefined
  birthday_day?: number | undefined
  birthday_month?: number | undefined
  joined_at?: Date | undefined
  left_at?: Date | undefined
  paused_until?: Date | undefined
}

/**
 * Adds subscribers. Existing subscribers change only if they are pending.
 * @returns the ids of the added and changed subscribers, by address
 */
export async function insertImported(
  db: Database,
  subscribers: readonly ImportedSubscriber[],
  source: string,
): Promise<Map<string, number>> {
  const written = await findRows(db, z.object({ id: z.number(), email: z.string() }))`
    insert into subscribers as s (email, state, name, phone, birthday_day, birthday_month, source,
                                  joined_at, left_at, paused_until)
    select email, state::enum_subscribers_state, name, phone, birthday_day, birthday_month, ${source},
           joined_at, left_at, paused_until
      from jsonb_to_recordset(${jsonRows(subscribers)}) as listed (
             email text, state text, name text, phone text, birthday_day numeric,
             birthday_month numeric, joined_at timestamptz, left_at timestamptz,
             paused_until timestamptz)
    on conflict (email) do update
       set state = excluded.state, name = coalesce(excluded.name, s.name),
           phone = coalesce(excluded.phone, s.phone),
           birthday_day = coalesce(excluded.birthday_day, s.birthday_day),
           birthday_month = coalesce(excluded.birthday_month, s.birthday_month),
           joined_at = coalesce(s.joined_at, excluded.joined_at),
           paused_until = excluded.paused_until, updated_at = now()
     where s.state = 'pending'
    returning id, email`
  return new Map(written.map(({ id, email }) => [email, id]))
}

/** Changes the details of subscribers to those that the list states. */
export const changeListedSubscribers = (
  db: Database,
  changes: readonly ({ id: number } & Partial<ImportedSubscriber>)[],
): Promise<number> =>
  execute(db)`
    update subscribers as s
       set name = coalesce(listed.name, s.name), phone = coalesce(listed.phone, s.phone),
           birthday_day = coalesce(listed.birthday_day, s.birthday_day),
           birthday_month = coalesce(listed.birthday_month, s.birthday_month), updated_at = now()
      from jsonb_to_recordset(${jsonRows(changes)}) as listed (
             id int, name text, phone text, birthday_day numeric, birthday_month numeric)
     where s.id = listed.id`

/** Sets subscribers to the stopped state (unsubscribed, bounced or complained) that the list states. */
export const stopListedSubscribers = (
  db: Database,
  stops: readonly { id: number; state: SubscriberState }[],
): Promise<number> =>
  execute(db)`
    update subscribers as s
       set state = listed.state::enum_subscribers_state, left_at = now(), paused_until = null,
           updated_at = now()
      from jsonb_to_recordset(${jsonRows(stops)}) as listed (id int, state text)
     where s.id = listed.id`
