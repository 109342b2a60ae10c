import { type MigrateDownArgs, type MigrateUpArgs, sql } from '@payloadcms/db-postgres'

export async function up({ db }: MigrateUpArgs): Promise<void> {
  await db.execute(sql`
  ALTER TABLE "mail_events" RENAME COLUMN "told_at" TO "reported_at";
  ALTER TABLE "mail_events" RENAME COLUMN "heeded_at" TO "handled_at";
  ALTER INDEX "mail_events_told_at_idx" RENAME TO "mail_events_reported_at_idx";`)
}

export async function down({ db }: MigrateDownArgs): Promise<void> {
  await db.execute(sql`
  ALTER TABLE "mail_events" RENAME COLUMN "reported_at" TO "told_at";
  ALTER TABLE "mail_events" RENAME COLUMN "handled_at" TO "heeded_at";
  ALTER INDEX "mail_events_reported_at_idx" RENAME TO "mail_events_told_at_idx";`)
}
