import { type MigrateUpArgs, sql } from '@payloadcms/db-postgres'

/**
 * What was changed for the date of an event that takes place once was stored with the date, so the event's form showed
 * older values, and changing them had no effect. These values move to the event.
 */
export async function up({ db }: MigrateUpArgs): Promise<void> {
  await db.execute(sql`
    create temporary table single_dates on commit drop as
    select date.id, date.event, date.own
      from event_dates as date join events as event on event.id = date.event
     where nullif(event.rule, '') is null and date.own - 'status' <> '{}'
       and date.status in ('draft', 'published', 'postponed')`)
  await db.execute(sql`
    update events as event
       set title = coalesce(own->>'title', title), summary = coalesce(own->>'summary', summary),
           start = coalesce(own->>'start', start), "end" = coalesce(own->>'end', "end"),
           doors = case when own ? 'doors' then own->>'doors' else doors end,
           capacity = case when own ? 'capacity' then (own->>'capacity')::int else capacity end,
           max_party = coalesce((own->>'maxParty')::int, max_party), updated_at = now()
      from single_dates as date
     where event.id = date.event`)
  await db.execute(sql`
    delete from events_areas
     where parent_id in (select event from single_dates where own ? 'areas')`)
  await db.execute(sql`
    insert into events_areas ("order", parent_id, value)
    select area.position, date.event, area.name::enum_events_areas
      from single_dates as date
     cross join jsonb_array_elements_text(date.own->'areas') with ordinality as area (name, position)`)
  await db.execute(sql`
    update event_dates as date
       set original_start = coalesce(date.own->>'start', original_start),
           own = jsonb_strip_nulls(jsonb_build_object('status', date.own->'status'))
      from single_dates as moved
     where date.id = moved.id`)
}

/** The older program reads the changed rows as well. */
export async function down(): Promise<void> {}
