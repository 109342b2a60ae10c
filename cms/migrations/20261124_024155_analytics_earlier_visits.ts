import { type MigrateDownArgs, type MigrateUpArgs, sql } from '@payloadcms/db-postgres'

export async function up({ db, payload, req }: MigrateUpArgs): Promise<void> {
  await db.execute(sql`
   ALTER TABLE "analytics_visits" ADD COLUMN "earlier_segments" integer[] DEFAULT '{}' NOT NULL;
  ALTER TABLE "analytics_visits" ADD COLUMN "earlier_entries" text[] DEFAULT '{}' NOT NULL;
  ALTER TABLE "analytics_pages" ADD COLUMN "earlier_segments" integer[] DEFAULT '{}' NOT NULL;`)
  // All days are added up again, except those whose raw rows have been deleted.
  await db.execute(sql`UPDATE "analytics_days" SET "dirty_at" = now() WHERE "rolled_at" IS NOT NULL;`)
}

export async function down({ db, payload, req }: MigrateDownArgs): Promise<void> {
  await db.execute(sql`
   ALTER TABLE "analytics_visits" DROP COLUMN "earlier_segments";
  ALTER TABLE "analytics_visits" DROP COLUMN "earlier_entries";
  ALTER TABLE "analytics_pages" DROP COLUMN "earlier_segments";`)
}
