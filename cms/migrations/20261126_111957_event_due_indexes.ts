import { type MigrateDownArgs, type MigrateUpArgs, sql } from '@payloadcms/db-postgres'

export async function up({ db, payload, req }: MigrateUpArgs): Promise<void> {
  await db.execute(sql`
   DROP INDEX "event_rsvps_held_until_idx";
  DROP INDEX "event_rsvps_offered_until_idx";
  CREATE INDEX "event_rsvps_held_until_idx" ON "event_rsvps" USING btree ("date","held_until") WHERE "event_rsvps"."status" in ('held');
  CREATE INDEX "event_rsvps_offered_until_idx" ON "event_rsvps" USING btree ("date","offered_until") WHERE "event_rsvps"."status" in ('offered');`)
}

export async function down({ db, payload, req }: MigrateDownArgs): Promise<void> {
  await db.execute(sql`
   DROP INDEX "event_rsvps_held_until_idx";
  DROP INDEX "event_rsvps_offered_until_idx";
  CREATE INDEX "event_rsvps_held_until_idx" ON "event_rsvps" USING btree ("held_until") WHERE "event_rsvps"."status" in ('held');
  CREATE INDEX "event_rsvps_offered_until_idx" ON "event_rsvps" USING btree ("offered_until") WHERE "event_rsvps"."status" in ('offered');`)
}
