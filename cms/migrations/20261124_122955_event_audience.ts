import { type MigrateDownArgs, type MigrateUpArgs, sql } from '@payloadcms/db-postgres'

export async function up({ db, payload, req }: MigrateUpArgs): Promise<void> {
  await db.execute(sql`
   ALTER TYPE "public"."enum_faq_page" ADD VALUE 'calendar' BEFORE 'common-good';
  ALTER TYPE "public"."enum__faq_v_version_page" ADD VALUE 'calendar' BEFORE 'common-good';
  ALTER TABLE "letters" ADD COLUMN "event_date" numeric;
  ALTER TABLE "_letters_v" ADD COLUMN "version_event_date" numeric;
  ALTER TABLE "nudges" ADD COLUMN "event_date" numeric;`)
}

export async function down({ db, payload, req }: MigrateDownArgs): Promise<void> {
  await db.execute(sql`
   ALTER TABLE "faq" ALTER COLUMN "page" SET DATA TYPE text;
  DROP TYPE "public"."enum_faq_page";
  CREATE TYPE "public"."enum_faq_page" AS ENUM('home', 'cafe', 'cocktails', 'beer', 'kitchens', 'hall', 'community', 'common-room', 'letters', 'common-good', 'good-message', 'privacy', 'branding', 'secretkitchens', 'offline');
  ALTER TABLE "faq" ALTER COLUMN "page" SET DATA TYPE "public"."enum_faq_page" USING "page"::"public"."enum_faq_page";
  ALTER TABLE "_faq_v" ALTER COLUMN "version_page" SET DATA TYPE text;
  DROP TYPE "public"."enum__faq_v_version_page";
  CREATE TYPE "public"."enum__faq_v_version_page" AS ENUM('home', 'cafe', 'cocktails', 'beer', 'kitchens', 'hall', 'community', 'common-room', 'letters', 'common-good', 'good-message', 'privacy', 'branding', 'secretkitchens', 'offline');
  ALTER TABLE "_faq_v" ALTER COLUMN "version_page" SET DATA TYPE "public"."enum__faq_v_version_page" USING "version_page"::"public"."enum__faq_v_version_page";
  ALTER TABLE "letters" DROP COLUMN "event_date";
  ALTER TABLE "_letters_v" DROP COLUMN "version_event_date";
  ALTER TABLE "nudges" DROP COLUMN "event_date";`)
}
