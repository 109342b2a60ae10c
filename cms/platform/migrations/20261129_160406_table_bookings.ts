import { type MigrateUpArgs, sql } from '@payloadcms/db-postgres'

export async function up({ db }: MigrateUpArgs): Promise<void> {
  await db.execute(sql`
   ALTER TYPE "public"."enum_faq_page" ADD VALUE 'book' BEFORE 'common-good';
  ALTER TYPE "public"."enum__faq_v_version_page" ADD VALUE 'book' BEFORE 'common-good';
  ALTER TABLE "bookings" ADD COLUMN "still_coming_at" timestamp with time zone;
  ALTER TABLE "tables" ADD COLUMN "desk" boolean DEFAULT false;
  CREATE INDEX "bookings_phone_idx" ON "bookings" USING btree ("phone");`)
}
