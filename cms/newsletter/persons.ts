import type { Payload } from 'payload'
import { type Executor, rows as rowsOf, sql } from '../database/sql.ts'
import type { Consent, Person } from './csv/person.ts'
import type { Interest, SubscriberState } from './rules.ts'

type Moment = string | Date | null
type Row = {
  id: number
  email: string
  name: string | null
  phone: string | null
  birthday_day: number | null
  birthday_month: number | null
  interests: Interest[]
  state: SubscriberState
  joined_at: Moment
  left_at: Moment
  paused_until: Moment
  confirmed_at: Moment
}

const asked = sql.raw(`
  select s.id, s.email, s.name, s.phone, s.birthday_day::int as birthday_day,
         s.birthday_month::int as birthday_month, s.state::text as state, s.joined_at, s.left_at,
         s.paused_until, s.confirmed_at,
         coalesce((select jsonb_agg(value order by "order") from subscribers_interests
                    where parent_id = s.id), '[]'::jsonb) as interests`)

const dateOf = (value: Moment) => (value === null ? null : new Date(value))

function personOf(row: Row): Person {
  const { birthday_day: day, birthday_month: month } = row
  return {
    email: row.email,
    name: row.name,
    phone: row.phone,
    birthday: day && month ? { day, month } : null,
    interests: row.interests,
    state: row.state,
    joinedAt: dateOf(row.joined_at),
    leftAt: dateOf(row.left_at),
    pausedUntil: dateOf(row.paused_until),
  }
}

/**
 * Whom these addresses belong to, as a list tells of them.
 * @param options.holds whether nobody else may change them until the transaction ends
 */
export async function personsAt(
  db: Executor,
  addresses: readonly string[],
  { holds }: { holds: boolean },
): Promise<{ id: number; person: Person; confirmedAt: Date | null }[]> {
  const { rows } = await db.execute(sql`
    ${asked} from subscribers as s
     where s.email in (select jsonb_array_elements_text(${JSON.stringify(addresses)}::jsonb))
     order by s.id ${sql.raw(holds ? 'for update of s' : '')}`)
  return (rows as Row[]).map((row) => ({
    id: row.id,
    person: personOf(row),
    confirmedAt: dateOf(row.confirmed_at),
  }))
}

/** Which subscribers are meant; all, where nothing is said. */
export type Chosen = { state?: SubscriberState | undefined; interest?: Interest | undefined }

const isChosen = ({ state, interest }: Chosen) => sql`
  (${state ?? null}::text is null or s.state::text = ${state ?? null})
  and (${interest ?? null}::text is null or exists (
        select from subscribers_interests
         where parent_id = s.id and value::text = ${interest ?? null}))`

export async function countPersons(db: Executor, chosen: Chosen): Promise<number> {
  const { rows } = await db.execute(
    sql`select count(*)::int as count from subscribers as s where ${isChosen(chosen)}`,
  )
  return Number(rows[0]?.count ?? 0)
}

/** How many are in which state. */
export async function countByState(
  payload: Payload,
): Promise<Partial<Record<SubscriberState, number>>> {
  const found = await rowsOf<{ state: SubscriberState; count: number }>(
    payload,
    sql`select state::text as state, count(*)::int as count from subscribers group by state`,
  )
  return Object.fromEntries(found.map(({ state, count }) => [state, count]))
}

/** The next subscribers by their numbers, each with what they agreed to last. */
export async function personsAfter(
  db: Executor,
  { after, most, ...chosen }: Chosen & { after: number; most: number },
): Promise<{ id: number; person: Person; consent: Consent }[]> {
  const { rows } = await db.execute(sql`
    ${asked}, agreed.at as consent_at, agreed.how as consent_how, agreed.wording as consent_wording
      from subscribers as s
      left join lateral (
             select at, how, wording from consents
              where subscriber_id = s.id and (kind = 'given' or wording is not null)
              order by at desc, id desc limit 1) as agreed on true
     where s.id > ${after} and ${isChosen(chosen)} order by s.id limit ${most}`)
  type Agreed = { consent_at: Moment; consent_how: string | null; consent_wording: string | null }
  return (rows as (Row & Agreed)[]).map((row) => ({
    id: row.id,
    person: personOf(row),
    consent: { at: dateOf(row.consent_at), how: row.consent_how, wording: row.consent_wording },
  }))
}
