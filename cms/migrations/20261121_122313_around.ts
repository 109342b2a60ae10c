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
  
  CREATE TABLE "subscriber_imports" (
  	"id" serial PRIMARY KEY NOT NULL,
  	"name" text NOT NULL,
  	"state" text NOT NULL,
  	"birthday_order" text NOT NULL,
  	"by_id" integer NOT NULL,
  	"by_name" text NOT NULL,
  	"refusal" text,
  	"header" jsonb,
  	"rows" integer DEFAULT 0 NOT NULL,
  	"done" integer DEFAULT 0 NOT NULL,
  	"counts" jsonb,
  	"asks" boolean,
  	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
  	"changed_at" timestamp with time zone DEFAULT now() NOT NULL
  );
  
  CREATE TABLE "subscriber_import_parts" (
  	"import_id" integer NOT NULL,
  	"number" integer NOT NULL,
  	"bytes" "bytea" NOT NULL,
  	"is_read" boolean DEFAULT false NOT NULL,
  	CONSTRAINT "subscriber_import_parts_import_id_number_pk" PRIMARY KEY("import_id","number")
  );
  
  CREATE TABLE "subscriber_import_rows" (
  	"import_id" integer NOT NULL,
  	"number" integer NOT NULL,
  	"email" text,
  	"cells" jsonb NOT NULL,
  	"verdict" text NOT NULL,
  	"reason" text,
  	CONSTRAINT "subscriber_import_rows_import_id_number_pk" PRIMARY KEY("import_id","number")
  );
  
  CREATE TABLE "automations" (
  	"id" serial PRIMARY KEY NOT NULL,
  	"welcome_on" boolean DEFAULT false,
  	"welcome_subject" varchar,
  	"welcome_preheader" varchar,
  	"welcome_body" jsonb,
  	"birthday_on" boolean DEFAULT false,
  	"birthday_subject" varchar,
  	"birthday_preheader" varchar,
  	"birthday_body" jsonb,
  	"updated_at" timestamp(3) with time zone,
  	"created_at" timestamp(3) with time zone
  );
  
  ALTER TABLE "subscribers" ADD COLUMN "stopped_because" varchar;
  ALTER TABLE "subscriber_import_parts" ADD CONSTRAINT "subscriber_import_parts_import_id_subscriber_imports_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."subscriber_imports"("id") ON DELETE cascade ON UPDATE no action;
  ALTER TABLE "subscriber_import_rows" ADD CONSTRAINT "subscriber_import_rows_import_id_subscriber_imports_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."subscriber_imports"("id") ON DELETE cascade ON UPDATE no action;
  CREATE INDEX "mail_events_subscriber_idx" ON "mail_events" USING btree ("subscriber","at");
  CREATE INDEX "mail_events_mail_idx" ON "mail_events" USING btree ("mail");
  CREATE INDEX "mail_events_told_at_idx" ON "mail_events" USING btree ("told_at");
  CREATE INDEX "mail_events_new_idx" ON "mail_events" USING btree ("id") WHERE heeded_at is null;
  CREATE INDEX "subscriber_import_rows_email_idx" ON "subscriber_import_rows" USING btree ("email");`)
  // What waits to be tidied is a few rows of very many.
  await db.execute(sql`
   CREATE INDEX "mails_untidied_idx" ON "mails" ("created_at") WHERE "to_address" <> '';`)
}

export async function down({ db, payload, req }: MigrateDownArgs): Promise<void> {
  await db.execute(sql`
   DROP INDEX "mails_untidied_idx";
   DROP TABLE "mail_events" CASCADE;
  DROP TABLE "subscriber_imports" CASCADE;
  DROP TABLE "subscriber_import_parts" CASCADE;
  DROP TABLE "subscriber_import_rows" CASCADE;
  DROP TABLE "automations" CASCADE;
  ALTER TABLE "subscribers" DROP COLUMN "stopped_because";`)
}
