import { type MigrateDownArgs, type MigrateUpArgs, sql } from '@payloadcms/db-postgres'

/** Written by hand, after the migration that creates the tables: what Drizzle can't declare. */
export async function up({ db }: MigrateUpArgs): Promise<void> {
  await db.execute(sql`
  ALTER TABLE "event_dates"
    ADD CONSTRAINT "event_dates_status" CHECK (status IN ('draft', 'published', 'cancelled', 'postponed', 'ended')),
    ADD CONSTRAINT "event_dates_visibility" CHECK (visibility IN ('public', 'members', 'secret')),
    ADD CONSTRAINT "event_dates_payment" CHECK (payment IN ('free', 'credit', 'door')),
    ADD CONSTRAINT "event_dates_times" CHECK (ends_at > starts_at AND doors_at <= starts_at),
    ADD CONSTRAINT "event_dates_prices" CHECK (price >= 0 AND member_price >= 0),
    ADD CONSTRAINT "event_dates_percent" CHECK (common_good_percent BETWEEN 1 AND 100),
    ADD CONSTRAINT "event_dates_party" CHECK (max_party BETWEEN 1 AND 20),
    -- Nobody takes a place that is not there.
    ADD CONSTRAINT "event_dates_capacity" CHECK (taken >= 0 AND taken <= capacity);
  CREATE INDEX "event_dates_listed_idx" ON "event_dates" (starts_at)
    WHERE visibility <> 'secret' AND status <> 'draft';

  ALTER TABLE "event_rsvps"
    ADD CONSTRAINT "event_rsvps_status"
      CHECK (status IN ('held', 'going', 'waitlisted', 'offered', 'cancelled', 'attended', 'no_show')),
    ADD CONSTRAINT "event_rsvps_payment" CHECK (payment IN ('free', 'credit', 'door')),
    ADD CONSTRAINT "event_rsvps_party" CHECK (party BETWEEN 1 AND 20 AND inside BETWEEN 0 AND party),
    ADD CONSTRAINT "event_rsvps_price" CHECK (price >= 0),
    ADD CONSTRAINT "event_rsvps_cancelled"
      CHECK ((status = 'cancelled') = (cancelled_at IS NOT NULL)
        AND (cancelled_at IS NULL) = (cancelled_by IS NULL)
        AND (cancelled_by IN ('guest', 'organiser', 'staff', 'event', 'expiry')) IS NOT FALSE),
    ADD CONSTRAINT "event_rsvps_held" CHECK (status <> 'held' OR held_until IS NOT NULL),
    ADD CONSTRAINT "event_rsvps_offered" CHECK ((status = 'offered') = (offered_until IS NOT NULL)),
    ADD CONSTRAINT "event_rsvps_waitlisted" CHECK (status <> 'waitlisted' OR queue IS NOT NULL);

  ALTER TABLE "event_links"
    ADD CONSTRAINT "event_links_scope" CHECK (scope IN ('view', 'door', 'edit'));
  ALTER TABLE "event_messages"
    ADD CONSTRAINT "event_messages_audience" CHECK (audience IN ('going', 'waiting')),
    ADD CONSTRAINT "event_messages_sender" CHECK ((link IS NULL) <> (staff IS NULL));
  ALTER TABLE "event_feedback"
    ADD CONSTRAINT "event_feedback_score" CHECK (score BETWEEN 1 AND 3);`)
}

export async function down({ db }: MigrateDownArgs): Promise<void> {
  await db.execute(sql`
  ALTER TABLE "event_feedback" DROP CONSTRAINT "event_feedback_score";
  ALTER TABLE "event_messages"
    DROP CONSTRAINT "event_messages_sender",
    DROP CONSTRAINT "event_messages_audience";
  ALTER TABLE "event_links" DROP CONSTRAINT "event_links_scope";
  ALTER TABLE "event_rsvps"
    DROP CONSTRAINT "event_rsvps_waitlisted",
    DROP CONSTRAINT "event_rsvps_offered",
    DROP CONSTRAINT "event_rsvps_held",
    DROP CONSTRAINT "event_rsvps_cancelled",
    DROP CONSTRAINT "event_rsvps_price",
    DROP CONSTRAINT "event_rsvps_party",
    DROP CONSTRAINT "event_rsvps_payment",
    DROP CONSTRAINT "event_rsvps_status";
  DROP INDEX "event_dates_listed_idx";
  ALTER TABLE "event_dates"
    DROP CONSTRAINT "event_dates_capacity",
    DROP CONSTRAINT "event_dates_party",
    DROP CONSTRAINT "event_dates_percent",
    DROP CONSTRAINT "event_dates_prices",
    DROP CONSTRAINT "event_dates_times",
    DROP CONSTRAINT "event_dates_payment",
    DROP CONSTRAINT "event_dates_visibility",
    DROP CONSTRAINT "event_dates_status";`)
}
