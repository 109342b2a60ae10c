import { type MigrateDownArgs, type MigrateUpArgs, sql } from '@payloadcms/db-postgres'

export async function up({ db, payload, req }: MigrateUpArgs): Promise<void> {
  await db.execute(sql`
   ALTER TABLE "subscriber_imports" ADD COLUMN "tries" integer DEFAULT 0 NOT NULL;
  ALTER TABLE "mails" ADD COLUMN "shows" numeric;`)
  await db.execute(sql`
   CREATE INDEX "mails_shows_idx" ON "mails" ("shows") WHERE "shows" IS NOT NULL;`)
}

export async function down({ db, payload, req }: MigrateDownArgs): Promise<void> {
  await db.execute(sql`
   DROP INDEX "mails_shows_idx";`)
  await db.execute(sql`
   ALTER TABLE "subscriber_imports" DROP COLUMN "tries";
  ALTER TABLE "mails" DROP COLUMN "shows";`)
}
