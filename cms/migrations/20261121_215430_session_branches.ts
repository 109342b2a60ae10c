import { type MigrateDownArgs, type MigrateUpArgs, sql } from '@payloadcms/db-postgres'

export async function up({ db, payload, req }: MigrateUpArgs): Promise<void> {
  await db.execute(sql`
   ALTER TABLE "member_sessions" ADD COLUMN "follows" integer DEFAULT -1 NOT NULL;
  UPDATE "member_sessions" SET "follows" = "generation" - 1;`)
}

export async function down({ db, payload, req }: MigrateDownArgs): Promise<void> {
  await db.execute(sql`
   ALTER TABLE "member_sessions" DROP COLUMN "follows";`)
}
