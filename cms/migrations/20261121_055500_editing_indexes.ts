import { type MigrateDownArgs, type MigrateUpArgs, sql } from '@payloadcms/db-postgres'

// The newest version of each text, and among them the drafts: a few of very many rows, which the
// planner only knows when it is told that the two columns have to do with each other.
export async function up({ db }: MigrateUpArgs): Promise<void> {
  await db.execute(sql`
   CREATE INDEX "_cms_content_v_newest_idx" ON "_cms_content_v" ("parent_id", "id") WHERE "latest";
   CREATE INDEX "_cms_global_content_v_newest_idx" ON "_cms_global_content_v" ("parent_id", "id") WHERE "latest";
   CREATE INDEX "_cms_content_v_drafts_idx" ON "_cms_content_v" ("parent_id") WHERE "latest" AND "version__status" = 'draft';
   CREATE INDEX "_cms_global_content_v_drafts_idx" ON "_cms_global_content_v" ("parent_id") WHERE "latest" AND "version__status" = 'draft';
   CREATE STATISTICS "_cms_content_v_newest_stats" (mcv) ON "latest", "version__status" FROM "_cms_content_v";
   CREATE STATISTICS "_cms_global_content_v_newest_stats" (mcv) ON "latest", "version__status" FROM "_cms_global_content_v";`)
}

export async function down({ db }: MigrateDownArgs): Promise<void> {
  await db.execute(sql`
   DROP STATISTICS "_cms_content_v_newest_stats", "_cms_global_content_v_newest_stats";
   DROP INDEX "_cms_content_v_newest_idx", "_cms_global_content_v_newest_idx",
     "_cms_content_v_drafts_idx", "_cms_global_content_v_drafts_idx";`)
}
