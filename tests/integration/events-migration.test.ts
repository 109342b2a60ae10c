import { expect, test } from 'vitest'
import { openBeforeMigration } from '../support/migrations.ts'

test('own values of an event’s only date move to the event; series and events with several dates stay as they are', async () => {
  const { query, migrate } = await openBeforeMigration('20261128_023000_single_event_values')
  const own = {
    ...{ title: 'Big quiz', start: '2027-01-07T20:00', end: '2027-01-07T23:00', doors: null },
    ...{ capacity: 9, maxParty: 4, areas: ['Cafe', 'Kitchens'], status: 'postponed' },
  }
  const add = async (slug: string, rule: string | null, cancelledStart: string | null = null) => {
    const [added] = await query<{ id: number }>(
      `with event as (
         insert into events (title, slug, status, summary, start, "end", doors, rule, visibility, max_party, payment,
                             common_good_percent)
         values ('Quiz', $1, 'published', 'Six rounds.', '2027-01-06T19:30', '2027-01-06T22:00', '2027-01-06T19:00', $2,
                 'public', 6, 'free', 1) returning id),
       area as (insert into events_areas ("order", parent_id, value) select 1, id, 'Beer Hall' from event)
       insert into event_dates (event, original_start, slug, own, status, visibility, title, summary, starts_at, ends_at,
                                day, slot, areas, interests, capacity, max_party, payment, price, member_price,
                                common_good_percent)
       select id, '2027-01-06T19:30', $1, $3, 'postponed', 'public', 'Big quiz', 'Six rounds.', '2027-01-07 20:00Z',
              '2027-01-07 23:00Z', '2027-01-07', 'evening', '{Cafe,Kitchens}', '{}', 9, 4, 'free', 0, 0, 1
         from event returning event as id`,
      [slug, rule, JSON.stringify(own)],
    )
    const id = added?.id ?? 0
    await query(
      `insert into event_dates (event, original_start, slug, own, status, visibility, title, summary, starts_at, ends_at,
                                day, slot, areas, interests, max_party, payment, price, member_price, common_good_percent)
       select event, $2, slug || '-2', '{}', 'cancelled', visibility, title, summary, starts_at, ends_at, day, slot, areas,
              interests, max_party, payment, price, member_price, common_good_percent
         from event_dates where event = $1 and $2::text is not null`,
      [id, cancelledStart],
    )
    return id
  }
  const read = async (event: number) => {
    const [row] = await query(
      `select e.title, e.start, e."end", e.doors, e.capacity::int, e.max_party::int, d.original_start, d.own,
              array(select value::text from events_areas where parent_id = e.id order by "order") as areas
         from events as e join event_dates as d on d.event = e.id where e.id = $1 order by d.id`,
      [event],
    )
    return row
  }
  const single = await add('single', null)
  const series = await add('series', 'FREQ=WEEKLY;COUNT=1')
  const several = await add('several', null, own.start)
  const before = [await read(series), await read(several)]
  await migrate()

  expect(await read(single)).toEqual({
    ...{ title: 'Big quiz', start: own.start, end: own.end, doors: null, capacity: 9 },
    ...{ max_party: 4, areas: own.areas, original_start: own.start, own: { status: 'postponed' } },
  })
  expect([await read(series), await read(several)]).toEqual(before)
  expect(before).toMatchObject([{ own }, { own, areas: ['Beer Hall'] }])
})
