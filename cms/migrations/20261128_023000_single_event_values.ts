import { type MigrateUpArgs, sql } from '@payloadcms/db-postgres'

/**
 * Changes of the only date of an event were stored as the date's own values. The event's form did not show them, and
 * changing these fields there had no effect. This migration moves the values to the event.
 */
export async function up({ db }: MigrateUpArgs): Promise<void> {
  await db.execute(sql`
    create temporary table single_dates on commit drop as
    select date.id, date.event, date.own
      from event_dates as date join events as event on event.id = date.event
     where nullif(event.rule, '') is null and date.own - 'status' <> '{}'
       and date.status in ('draft', 'published', 'postponed')
       and not exists (select from event_dates as other where other.event = date.event and other.id <> date.id)`)
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

/** Nothing to undo: the previous version of the program can read the changed rows. */
export async function down(): Promise<void> {}
