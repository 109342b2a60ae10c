import { type MigrateDownArgs, type MigrateUpArgs, sql } from '@payloadcms/db-postgres'

export async function up({ db, payload, req }: MigrateUpArgs): Promise<void> {
  await db.execute(sql`
   DELETE FROM "member_codes";
  DROP INDEX "member_codes_lane_idx";
  ALTER TABLE "member_codes" ADD COLUMN "salt" text NOT NULL;
  CREATE UNIQUE INDEX "member_codes_browser_idx" ON "member_codes" USING btree ("email","purpose","browser");
  CREATE INDEX "member_codes_seal_idx" ON "member_codes" USING btree ("seal");
  ALTER TABLE "member_codes" DROP COLUMN "lane";`)
}

export async function down({ db, payload, req }: MigrateDownArgs): Promise<void> {
  await db.execute(sql`
   DELETE FROM "member_codes";
  DROP INDEX "member_codes_browser_idx";
  DROP INDEX "member_codes_seal_idx";
  ALTER TABLE "member_codes" ADD COLUMN "lane" text NOT NULL;
  CREATE UNIQUE INDEX "member_codes_lane_idx" ON "member_codes" USING btree ("email","purpose","lane");
  ALTER TABLE "member_codes" DROP COLUMN "salt";`)
}
