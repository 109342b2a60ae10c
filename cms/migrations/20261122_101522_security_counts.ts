import { type MigrateDownArgs, type MigrateUpArgs, sql } from '@payloadcms/db-postgres'

export async function up({ db, payload, req }: MigrateUpArgs): Promise<void> {
  await db.execute(sql`
   CREATE TABLE "security_counts" (
  	"hour" timestamp with time zone NOT NULL,
  	"kind" text NOT NULL,
  	"client" text NOT NULL,
  	"count" integer NOT NULL,
  	CONSTRAINT "security_counts_hour_kind_client_pk" PRIMARY KEY("hour","kind","client")
  );
  `)
}

export async function down({ db, payload, req }: MigrateDownArgs): Promise<void> {
  await db.execute(sql`
   DROP TABLE "security_counts" CASCADE;`)
}
