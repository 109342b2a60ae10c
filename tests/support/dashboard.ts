import type { Query } from './database.ts'

/** Inserts a member who agrees that their visits are kept. @returns the id */
export async function addMember(query: Query, email: string, name: string | null = null) {
  const [row] = await query<{ id: number }>(
    `insert into members (email, name, analytics_consent, analytics_consent_at, source)
     values ($1, $2, true, now(), 'test') returning id`,
    [email, name],
  )
  return row?.id ?? 0
}

/** How many rows of each kind ten years have: together 5,000. */
export const tenYears = { visits: 3000, entries: 1500, events: 440, runs: 60 } as const

/**
 * Fills the ten years before today of a member: visits of all areas and hours, a ledger of top-ups, payments, gifts, round-ups and
 * reversals, events, and lunches of others that the member fetched.
 * @param query all statements need the same connection
 * @param prefix keeps the keys of two members apart
 */
export async function fillTenYears(query: Query, member: number, prefix: string): Promise<void> {
  const days = 3652
  await query(
    `insert into check_in_visits (member, night, area, at, source)
     select $1::int, (current_date - d)::text,
            (array['Beer Hall', 'Cafe', 'Cocktail Bar', 'Common Room', 'Kitchens', 'Event Spaces'])[1 + n % 6],
            ((current_date - d) + ((6 + (n * 7) % 24) || ' hours')::interval + (n % 60) * interval '1 minute') at time zone 'Europe/London',
            case when n % 5 = 0 then 'here' else 'door' end
       from generate_series(0, $2::int - 1) as n, lateral (select (n * $3::int / $2::int) as d) as x
     on conflict do nothing`,
    [member, tenYears.visits, days],
  )
  await query(
    `select ledger_transfer($2 || n, '\\x00'::bytea, kind, null, null, 'GBP', 'Europe/London', null, null, null,
                            'system', null, accounts, amounts)
       from generate_series(0, $3::int - 1) as n, lateral (
         select case when n % 5 = 0 then 'top_up' when n % 5 in (1, 2) then 'payment'
                     when n % 5 = 3 then 'gift' else 'round_up' end as kind) as k, lateral (
         select case when n % 5 = 0 then array['till:cash', 'member:' || $1::int]
                     when n % 5 in (1, 2) then array['member:' || $1::int, 'venue:sales']
                     else array['member:' || $1::int, 'common_good'] end as accounts,
                case when n % 5 = 0 then array[-5000, 5000]
                     when n % 5 in (1, 2) then array[-(1000 + n % 90), 1000 + n % 90]
                     when n % 5 = 3 then array[-(100 + n % 70), 100 + n % 70]
                     else array[-(1 + n % 99), 1 + n % 99] end::bigint[] as amounts) as a
      order by n`,
    [member, `${prefix}:`, tenYears.entries],
  )
  // One gift is taken back.
  await query(
    `select ledger_reverse($1 || 'back', '\\x00'::bytea, (select id from ledger_transfers where key = $1 || '8'),
                           'Europe/London', 'system', null)`,
    [`${prefix}:`],
  )
  // The ledger has the current time; for the test its entries are spread over the years, in their order.
  await query('set session_replication_role = replica')
  await query(
    `update ledger_entries as e
        set created_at = now() - interval '1 hour' - ($3::int - substring(t.key from length($2) + 1)::int) * interval '1 day' * ($4::float8 / $3)
       from ledger_transfers as t
      where t.id = e.transfer and t.key ~ ('^' || $2 || '[0-9]+$')
        and e.account = (select id from ledger_accounts where code = 'member:' || $1::int)`,
    [member, `${prefix}:`, tenYears.entries, days],
  )
  await query('set session_replication_role = origin')
  await query(
    `with dates as (
       insert into event_dates (event, original_start, slug, status, visibility, title, summary, starts_at, ends_at, day,
                                slot, areas, interests, capacity, max_party, payment, price, member_price,
                                common_good_percent, taken)
       select 500000 + $1::int, to_char(starts, 'YYYY-MM-DD"T"HH24:MI'), $2 || '-night-' || n, 'ended', 'public', 'Night ' || n,
              'Songs.', starts at time zone 'Europe/London', (starts + interval '2 hours') at time zone 'Europe/London',
              starts::date::text, 'Evening', array['Beer Hall'], '{}', 40, 6, 'free', 0, 0, 1, 1
         from generate_series(0, $3::int - 1) as n, lateral (
           select current_date - 1 - (n * $4::int / $3::int) + interval '19 hours' as starts) as at
       returning id, day)
     insert into reservations (kind, subject, member, party, status, payment, key, confirmed_at)
     select 'event', id, $1::int, 1 + id % 3,
            case id % 4 when 0 then 'no_show' when 1 then 'going' else 'attended' end, 'free', $2 || id, now() from dates`,
    [member, prefix, tenYears.events, days],
  )
  await query(
    `with runs as (
       insert into lunch_runs (day, source, offer_name, dishes, area, opens_at, cut_off_at, ends_at, without_runner, starter, key,
                               runner, state, settled_at)
       select (current_date - n * 5)::text, 'kitchens', 'Lunch ' || n, '[]', 'Kitchens', at - interval '2 hours', at,
              at + interval '10 hours', 'self', $1::int, $2 || n, $1::int,
              case when n % 10 = 9 then 'cancelled' else 'settled' end, case when n % 10 <> 9 then now() end
         from generate_series(1, $3::int) as n, lateral (
           select (current_date - n * 5 + interval '11 hours') at time zone 'Europe/London' as at) as x
       returning id, runner, state)
     insert into lunch_orders (run, member, account, lines, total, payment, state)
     select runs.id, case when k = 0 then runner else 900000 + k end, 'member:' || k,
            case when k = 3 then '[]'::jsonb else '[{}]' end, 100, 'bar',
            case when state = 'settled' then 'settled' else 'cancelled' end
       from runs, generate_series(0, 3) as k`,
    [member, prefix, tenYears.runs],
  )
}

/** A nudge with a link to the calendar, which a device of the member has got. @returns its id */
export async function addUnreadNudge(query: Query, member: number): Promise<number> {
  const [nudge] = await query<{ id: number }>(
    `insert into nudges (text, title, link, state, updated_at, created_at)
     values ('A chair is free.', 'Chair', '/calendar', 'sent', now(), now()) returning id`,
  )
  const [device] = await query<{ id: number }>(
    `insert into push_devices (endpoint, endpoint_hash, p256dh, auth, key_hash, member, user_agent)
     values ('x', 'hash-' || $1::int, 'x', 'x', 'key-' || $1::int, $1, '') returning id`,
    [member],
  )
  await query(
    `insert into nudge_deliveries (nudge, device, person, state, due_at, expires_at, accepted_at, token)
     values ($1, $2, 'member:' || $3::int, 'accepted', now(), now() + interval '1 day', now() - interval '1 second', 'token-' || $3::int)`,
    [nudge?.id, device?.id, member],
  )
  return nudge?.id ?? 0
}
