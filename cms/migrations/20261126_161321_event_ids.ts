import { type MigrateDownArgs, type MigrateUpArgs, sql } from '@payloadcms/db-postgres'

export async function up({ db, payload, req }: MigrateUpArgs): Promise<void> {
  await db.execute(sql`
   CREATE INDEX "page_views_id_idx" ON "page_views" USING btree ("id","day","session_id");
  CREATE INDEX "user_journeys_id_idx" ON "user_journeys" USING btree ("id","day","session_id");
  CREATE INDEX "user_interactions_id_idx" ON "user_interactions" USING btree ("id","day","session_id");`)
}

export async function down({ db, payload, req }: MigrateDownArgs): Promise<void> {
  await db.execute(sql`
   DROP INDEX "page_views_id_idx";
  DROP INDEX "user_journeys_id_idx";
  DROP INDEX "user_interactions_id_idx";`)
}
