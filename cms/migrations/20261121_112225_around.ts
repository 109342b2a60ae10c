import { type MigrateDownArgs, type MigrateUpArgs, sql } from '@payloadcms/db-postgres'

export async function up({ db, payload, req }: MigrateUpArgs): Promise<void> {
  await db.execute(sql`
   CREATE TABLE "mail_events" (
  	"id" text PRIMARY KEY NOT NULL,
  	"what" text NOT NULL,
  	"mail" integer,
  	"subscriber" integer,
  	"message_id" text,
  	"at" timestamp with time zone NOT NULL,
  	"reason" text,
  	"is_refusal" boolean DEFAULT false NOT NULL,
  	"told_at" timestamp with time zone DEFAULT now() NOT NULL,
  	"heeded_at" timestamp with time zone
  );
  
  ALTER TABLE "subscribers" ADD COLUMN "stopped_because" varchar;
  CREATE INDEX "mail_events_subscriber_idx" ON "mail_events" USING btree ("subscriber","at");
  CREATE INDEX "mail_events_mail_idx" ON "mail_events" USING btree ("mail");
  CREATE INDEX "mail_events_told_at_idx" ON "mail_events" USING btree ("told_at");
  CREATE INDEX "mail_events_new_idx" ON "mail_events" USING btree ("id") WHERE heeded_at is null;`)
  // Of a table of millions, whoever leaves has a few.
  await db.execute(sql`
   CREATE INDEX "mails_subscriber_idx" ON "mails" ("subscriber") WHERE "subscriber" IS NOT NULL;`)
}

export async function down({ db, payload, req }: MigrateDownArgs): Promise<void> {
  await db.execute(sql`
   DROP INDEX "mails_subscriber_idx";
  DROP TABLE "mail_events" CASCADE;
  ALTER TABLE "subscribers" DROP COLUMN "stopped_because";`)
}
