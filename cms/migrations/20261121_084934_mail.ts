import { type MigrateDownArgs, type MigrateUpArgs, sql } from '@payloadcms/db-postgres'

export async function up({ db, payload, req }: MigrateUpArgs): Promise<void> {
  await db.execute(sql`
   CREATE TYPE "public"."enum_mails_state" AS ENUM('queued', 'deferred', 'sending', 'sent', 'bounced', 'failed', 'unknown', 'cancelled');
  CREATE TABLE "mail_pace" (
  	"id" integer PRIMARY KEY NOT NULL,
  	"free_at" timestamp with time zone NOT NULL,
  	"granted" double precision DEFAULT 0 NOT NULL
  );
  
  CREATE TABLE "mails" (
  	"id" serial PRIMARY KEY NOT NULL,
  	"subject" varchar NOT NULL,
  	"to_address" varchar NOT NULL,
  	"to_name" varchar,
  	"kind" varchar NOT NULL,
  	"state" "enum_mails_state" DEFAULT 'queued' NOT NULL,
  	"tries" numeric DEFAULT 0 NOT NULL,
  	"next_at" timestamp(3) with time zone NOT NULL,
  	"sent_at" timestamp(3) with time zone,
  	"response" varchar,
  	"error" varchar,
  	"key" varchar NOT NULL,
  	"priority" numeric DEFAULT 10 NOT NULL,
  	"html" varchar,
  	"text" varchar,
  	"headers" jsonb,
  	"letter" numeric,
  	"subscriber" numeric,
  	"worker" varchar,
  	"handed_at" timestamp(3) with time zone,
  	"message_id" varchar,
  	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
  	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL
  );
  
  CREATE UNIQUE INDEX "mails_key_idx" ON "mails" USING btree ("key");
  CREATE INDEX "mails_updated_at_idx" ON "mails" USING btree ("updated_at");
  CREATE INDEX "mails_created_at_idx" ON "mails" USING btree ("created_at");`)
  // What workers look for is a few rows of very many. What a mail says lies apart from its state,
  // which is written three times. A mail is due from when it was queued.
  await db.execute(sql`
   CREATE INDEX "mails_due_idx" ON "mails" ("priority", "next_at", "id") WHERE "state" IN ('queued', 'deferred');
   CREATE INDEX "mails_taken_idx" ON "mails" ("worker") WHERE "state" = 'sending';
   CREATE INDEX "mails_unsent_idx" ON "mails" ("state", "created_at") WHERE "state" <> 'sent';
   CREATE INDEX "mails_letter_idx" ON "mails" ("letter", "state") WHERE "letter" IS NOT NULL;
   ALTER TABLE "mails" ALTER COLUMN "next_at" SET DEFAULT now();
   ALTER TABLE "mails" SET (toast_tuple_target = 256);
   INSERT INTO "mail_pace" ("id", "free_at") VALUES (1, now());`)
}

export async function down({ db, payload, req }: MigrateDownArgs): Promise<void> {
  await db.execute(sql`
   DROP TABLE "mail_pace" CASCADE;
  DROP TABLE "mails" CASCADE;
  DROP TYPE "public"."enum_mails_state";`)
}
