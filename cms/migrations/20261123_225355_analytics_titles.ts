import { type MigrateDownArgs, type MigrateUpArgs, sql } from '@payloadcms/db-postgres'

export async function up({ db, payload, req }: MigrateUpArgs): Promise<void> {
  await db.execute(sql`
   DROP TABLE "analytics_titles" CASCADE;`)
}

export async function down({ db, payload, req }: MigrateDownArgs): Promise<void> {
  await db.execute(sql`
   CREATE TABLE "analytics_titles" (
  	"page_path" text PRIMARY KEY NOT NULL,
  	"page_title" text NOT NULL,
  	"day" date NOT NULL
  );
  `)
}
