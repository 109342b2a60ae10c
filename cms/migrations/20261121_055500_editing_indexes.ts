import { type MigrateDownArgs, type MigrateUpArgs, sql } from '@payloadcms/db-postgres'

// The newest version of each text, and among them the drafts: a few of very many rows.
export async function up({ db }: MigrateUpArgs): Promise<void> {
  await db.execute(sql`
   CREATE INDEX "_cms_content_v_newest_idx" ON "_cms_content_v" ("parent_id", "id") WHERE "latest";
   CREATE INDEX "_cms_global_content_v_newest_idx" ON "_cms_global_content_v" ("parent_id", "id") WHERE "latest";
   CREATE INDEX "_cms_content_v_drafts_idx" ON "_cms_content_v" ("parent_id") WHERE "latest" AND "version__status" = 'draft';
   CREATE INDEX "_cms_global_content_v_drafts_idx" ON "_cms_global_content_v" ("parent_id") WHERE "latest" AND "version__status" = 'draft';`)
}

export async function down({ db }: MigrateDownArgs): Promise<void> {
  await db.execute(sql`
   DROP INDEX "_cms_content_v_newest_idx", "_cms_global_content_v_newest_idx",
     "_cms_content_v_drafts_idx", "_cms_global_content_v_drafts_idx";`)
}
