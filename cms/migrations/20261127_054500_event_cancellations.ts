import { type MigrateUpArgs, sql } from '@payloadcms/db-postgres'

/**
 * Dates that were cancelled with their event were stored as if they had been cancelled alone, and stayed cancelled when
 * the event was published again. A cancellation of an event is one transaction, so its dates have the latest time. A date
 * of an event without a rule is never cancelled alone.
 */
export async function up({ db }: MigrateUpArgs): Promise<void> {
  await db.execute(sql`
    update event_dates as date set own = date.own - 'status'
      from events as event
     where event.id = date.event and date.own->>'status' = 'cancelled'
       and (nullif(event.rule, '') is null
         or event.status = 'cancelled' and date.cancelled_at = (
              select max(cancelled_at) from event_dates as other where other.event = date.event))`)
}

/** The older program reads the changed rows as well. */
export async function down(): Promise<void> {}
