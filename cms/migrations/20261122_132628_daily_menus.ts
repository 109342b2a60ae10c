import { type MigrateDownArgs, type MigrateUpArgs, sql } from '@payloadcms/db-postgres'

export async function up({ db, payload, req }: MigrateUpArgs): Promise<void> {
  await db.execute(sql`
   ALTER TABLE "menus_items" ADD COLUMN "sold_out_on" varchar;
  ALTER TABLE "_menus_v_version_items" ADD COLUMN "sold_out_on" varchar;
  ALTER TABLE "venue_exceptions" ADD COLUMN "at_short_notice" boolean DEFAULT false;
  ALTER TABLE "_venue_v_version_exceptions" ADD COLUMN "at_short_notice" boolean DEFAULT false;`)
}

export async function down({ db, payload, req }: MigrateDownArgs): Promise<void> {
  await db.execute(sql`
   ALTER TABLE "menus_items" DROP COLUMN "sold_out_on";
  ALTER TABLE "_menus_v_version_items" DROP COLUMN "sold_out_on";
  ALTER TABLE "venue_exceptions" DROP COLUMN "at_short_notice";
  ALTER TABLE "_venue_v_version_exceptions" DROP COLUMN "at_short_notice";`)
}
