import { type MigrateDownArgs, type MigrateUpArgs, sql } from '@payloadcms/db-postgres'

export async function up({ db, payload, req }: MigrateUpArgs): Promise<void> {
  await db.execute(sql`
   CREATE TABLE "limits" (
  	"key" text PRIMARY KEY NOT NULL,
  	"taken" integer NOT NULL,
  	"free_at" timestamp with time zone NOT NULL
  );
  
  ALTER TABLE "faq" ALTER COLUMN "position" DROP DEFAULT;
  ALTER TABLE "_faq_v" ALTER COLUMN "version_position" DROP DEFAULT;
  ALTER TABLE "scheduled_changes" ADD COLUMN "batch" varchar NOT NULL;
  ALTER TABLE "scheduled_changes" ADD COLUMN "tries" numeric DEFAULT 0 NOT NULL;
  ALTER TABLE "scheduled_changes" ADD COLUMN "retry_at" timestamp(3) with time zone;
  CREATE INDEX "scheduled_changes_batch_idx" ON "scheduled_changes" USING btree ("batch");
  ALTER TABLE "users" DROP COLUMN "login_attempts";
  ALTER TABLE "users" DROP COLUMN "lock_until";`)
}

export async function down({ db, payload, req }: MigrateDownArgs): Promise<void> {
  await db.execute(sql`
   ALTER TABLE "limits" DISABLE ROW LEVEL SECURITY;
  DROP TABLE "limits" CASCADE;
  DROP INDEX "scheduled_changes_batch_idx";
  ALTER TABLE "faq" ALTER COLUMN "position" SET DEFAULT 0;
  ALTER TABLE "_faq_v" ALTER COLUMN "version_position" SET DEFAULT 0;
  ALTER TABLE "users" ADD COLUMN "login_attempts" numeric DEFAULT 0;
  ALTER TABLE "users" ADD COLUMN "lock_until" timestamp(3) with time zone;
  ALTER TABLE "scheduled_changes" DROP COLUMN "batch";
  ALTER TABLE "scheduled_changes" DROP COLUMN "tries";
  ALTER TABLE "scheduled_changes" DROP COLUMN "retry_at";`)
}
