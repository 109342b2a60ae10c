import { type MigrateUpArgs, sql } from '@payloadcms/db-postgres'

/** The reservations of events become reservations of any kind. Nothing is lost: tables and columns are renamed. */
export async function up({ db }: MigrateUpArgs): Promise<void> {
  await db.execute(sql`
  ALTER TABLE "event_rsvps" RENAME TO "reservations";
  ALTER SEQUENCE "event_rsvps_id_seq" RENAME TO "reservations_id_seq";
  ALTER TABLE "reservations" RENAME COLUMN "date" TO "subject";
  ALTER TABLE "reservations" ADD COLUMN "kind" text DEFAULT 'event' NOT NULL;
  ALTER TABLE "reservations" ALTER COLUMN "kind" DROP DEFAULT;
  ALTER TABLE "reservations" ADD COLUMN "extended_at" timestamp with time zone;

  ALTER TABLE "reservations" RENAME CONSTRAINT "event_rsvps_pkey" TO "reservations_pkey";
  ALTER TABLE "reservations" RENAME CONSTRAINT "event_rsvps_status" TO "reservations_status";
  ALTER TABLE "reservations" RENAME CONSTRAINT "event_rsvps_price" TO "reservations_price";
  ALTER TABLE "reservations" RENAME CONSTRAINT "event_rsvps_cancelled" TO "reservations_cancelled";
  ALTER TABLE "reservations" RENAME CONSTRAINT "event_rsvps_held" TO "reservations_held";
  ALTER TABLE "reservations" RENAME CONSTRAINT "event_rsvps_offered" TO "reservations_offered";
  ALTER TABLE "reservations" RENAME CONSTRAINT "event_rsvps_waitlisted" TO "reservations_waitlisted";
  ALTER TABLE "reservations"
    DROP CONSTRAINT "event_rsvps_key",
    DROP CONSTRAINT "event_rsvps_payment",
    DROP CONSTRAINT "event_rsvps_party",
    ADD CONSTRAINT "reservations_key" UNIQUE ("kind", "subject", "key"),
    ADD CONSTRAINT "reservations_kind" CHECK (kind IN ('event', 'table', 'desk', 'drop', 'space')),
    ADD CONSTRAINT "reservations_payment" CHECK (payment IN ('free', 'credit', 'door', 'card')),
    -- Each kind has its own limit.
    ADD CONSTRAINT "reservations_party" CHECK (party BETWEEN 1 AND 1000 AND inside BETWEEN 0 AND party);

  DROP INDEX "event_rsvps_email_idx", "event_rsvps_member_idx", "event_rsvps_waitlist_idx",
    "event_rsvps_held_until_idx", "event_rsvps_offered_until_idx";
  ALTER INDEX "event_rsvps_of_member_idx" RENAME TO "reservations_of_member_idx";
  ALTER INDEX "event_rsvps_of_email_idx" RENAME TO "reservations_of_email_idx";
  CREATE UNIQUE INDEX "reservations_email_idx" ON "reservations" USING btree ("kind","subject","email") WHERE "reservations"."status" in ('held', 'going', 'waitlisted', 'offered', 'attended', 'no_show');
  CREATE UNIQUE INDEX "reservations_member_idx" ON "reservations" USING btree ("kind","subject","member") WHERE "reservations"."status" in ('held', 'going', 'waitlisted', 'offered', 'attended', 'no_show');
  CREATE INDEX "reservations_waitlist_idx" ON "reservations" USING btree ("kind","subject","queue") WHERE "reservations"."status" in ('waitlisted');
  CREATE INDEX "reservations_held_until_idx" ON "reservations" USING btree ("kind","subject","held_until") WHERE "reservations"."status" in ('held');
  CREATE INDEX "reservations_offered_until_idx" ON "reservations" USING btree ("kind","subject","offered_until") WHERE "reservations"."status" in ('offered');

  ALTER TABLE "event_notices" RENAME TO "reservation_notices";
  ALTER TABLE "reservation_notices" RENAME COLUMN "rsvp" TO "reservation";
  ALTER TABLE "reservation_notices" RENAME CONSTRAINT "event_notices_rsvp_notice_pk" TO "reservation_notices_reservation_notice_pk";`)
}
