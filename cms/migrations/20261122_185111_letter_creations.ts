import { type MigrateDownArgs, type MigrateUpArgs, sql } from '@payloadcms/db-postgres'

export async function up({ db, payload, req }: MigrateUpArgs): Promise<void> {
  await db.execute(sql`
   CREATE TABLE "letter_creations" (
  	"key" text PRIMARY KEY NOT NULL,
  	"letter" integer NOT NULL,
  	"saved_at" timestamp with time zone NOT NULL
  );
  `)
}

export async function down({ db, payload, req }: MigrateDownArgs): Promise<void> {
  await db.execute(sql`
   DROP TABLE "letter_creations" CASCADE;`)
}
