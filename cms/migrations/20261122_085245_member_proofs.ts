import { type MigrateDownArgs, type MigrateUpArgs, sql } from '@payloadcms/db-postgres'

export async function up({ db, payload, req }: MigrateUpArgs): Promise<void> {
  await db.execute(sql`
   DROP INDEX "mail_events_new_idx";
  ALTER TABLE "member_sessions" ADD COLUMN "proved_at" timestamp with time zone;
  CREATE INDEX "mail_events_new_idx" ON "mail_events" USING btree ("id") WHERE "mail_events"."heeded_at" is null;`)
}

export async function down({ db, payload, req }: MigrateDownArgs): Promise<void> {
  await db.execute(sql`
   DROP INDEX "mail_events_new_idx";
  CREATE INDEX "mail_events_new_idx" ON "mail_events" USING btree ("id") WHERE heeded_at is null;
  ALTER TABLE "member_sessions" DROP COLUMN "proved_at";`)
}
