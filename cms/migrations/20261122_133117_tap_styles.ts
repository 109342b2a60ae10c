import { type MigrateDownArgs, type MigrateUpArgs, sql } from '@payloadcms/db-postgres'

export async function up({ db, payload, req }: MigrateUpArgs): Promise<void> {
  await db.execute(sql`
   ALTER TABLE "taps" ALTER COLUMN "style" SET DATA TYPE varchar;
  ALTER TABLE "_taps_v" ALTER COLUMN "version_style" SET DATA TYPE varchar;
  DROP TYPE "public"."enum_taps_style";
  DROP TYPE "public"."enum__taps_v_version_style";`)
}

export async function down({ db, payload, req }: MigrateDownArgs): Promise<void> {
  await db.execute(sql`
   CREATE TYPE "public"."enum_taps_style" AS ENUM('IPA', 'Lager', 'Stout', 'Porter', 'Wheat Beer', 'Pilsner', 'Pale Ale', 'Saison', 'Sour Beer', 'Belgian', 'Cider');
  CREATE TYPE "public"."enum__taps_v_version_style" AS ENUM('IPA', 'Lager', 'Stout', 'Porter', 'Wheat Beer', 'Pilsner', 'Pale Ale', 'Saison', 'Sour Beer', 'Belgian', 'Cider');
  ALTER TABLE "taps" ALTER COLUMN "style" SET DATA TYPE "public"."enum_taps_style" USING "style"::"public"."enum_taps_style";
  ALTER TABLE "_taps_v" ALTER COLUMN "version_style" SET DATA TYPE "public"."enum__taps_v_version_style" USING "version_style"::"public"."enum__taps_v_version_style";`)
}
