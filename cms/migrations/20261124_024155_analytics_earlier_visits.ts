import { type MigrateDownArgs, type MigrateUpArgs, sql } from '@payloadcms/db-postgres'

export async function up({ db, payload, req }: MigrateUpArgs): Promise<void> {
  await db.execute(sql`
   ALTER TABLE "analytics_visits" ADD COLUMN "earlier_segments" integer[] DEFAULT '{}' NOT NULL;
  ALTER TABLE "analytics_visits" ADD COLUMN "earlier_entries" text[] DEFAULT '{}' NOT NULL;
  ALTER TABLE "analytics_pages" ADD COLUMN "earlier_segments" integer[] DEFAULT '{}' NOT NULL;
  ALTER TABLE "analytics_visits" ADD COLUMN "first_visits" integer DEFAULT 0 NOT NULL;
  ALTER TABLE "analytics_visits" ADD COLUMN "firsts_of_origin" integer DEFAULT 0 NOT NULL;
  ALTER TABLE "analytics_pages" ADD COLUMN "first_visits" integer DEFAULT 0 NOT NULL;
  ALTER TABLE "analytics_pages" ADD COLUMN "firsts_of_origin" integer DEFAULT 0 NOT NULL;`)
  // Sums whose raw rows have been deleted count visitors with their first visit of the day only.
  for (const table of ['analytics_visits', 'analytics_pages']) {
    await db.execute(
      sql.raw(`UPDATE "${table}" SET "first_visits" = "visitors", "firsts_of_origin" = "visitors";`),
    )
  }
  // All days are added up again, except those whose raw rows have been deleted.
  await db.execute(sql`UPDATE "analytics_days" SET "dirty_at" = now() WHERE "rolled_at" IS NOT NULL;`)
}

export async function down({ db, payload, req }: MigrateDownArgs): Promise<void> {
  await db.execute(sql`
   UPDATE "analytics_visits" SET "visitors" = "first_visits";
  UPDATE "analytics_pages" SET "visitors" = "first_visits";
  ALTER TABLE "analytics_visits" DROP COLUMN "first_visits";
  ALTER TABLE "analytics_visits" DROP COLUMN "firsts_of_origin";
  ALTER TABLE "analytics_pages" DROP COLUMN "first_visits";
  ALTER TABLE "analytics_pages" DROP COLUMN "firsts_of_origin";
  ALTER TABLE "analytics_visits" DROP COLUMN "earlier_segments";
  ALTER TABLE "analytics_visits" DROP COLUMN "earlier_entries";
  ALTER TABLE "analytics_pages" DROP COLUMN "earlier_segments";`)
}
