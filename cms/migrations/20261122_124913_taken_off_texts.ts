import { type MigrateDownArgs, type MigrateUpArgs, sql } from '@payloadcms/db-postgres'

export async function up({ db, payload, req }: MigrateUpArgs): Promise<void> {
  await db.execute(sql`
   CREATE TYPE "public"."enum_scheduled_changes_instead" AS ENUM('nothing', 'previous', 'delivered');
  ALTER TABLE "scheduled_changes" ADD COLUMN "instead" "enum_scheduled_changes_instead";`)
}

export async function down({ db, payload, req }: MigrateDownArgs): Promise<void> {
  await db.execute(sql`
   ALTER TABLE "scheduled_changes" DROP COLUMN "instead";
  DROP TYPE "public"."enum_scheduled_changes_instead";`)
}
