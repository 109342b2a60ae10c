import { type MigrateDownArgs, type MigrateUpArgs, sql } from '@payloadcms/db-postgres'

export async function up({ db, payload, req }: MigrateUpArgs): Promise<void> {
  await db.execute(sql`
   CREATE TABLE "mail_texts" (
  	"id" serial PRIMARY KEY NOT NULL,
  	"mail" varchar NOT NULL,
  	"name" varchar,
  	"subject" varchar,
  	"heading" varchar,
  	"opening" varchar,
  	"closing" varchar,
  	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
  	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL
  );
  
  CREATE TABLE "_mail_texts_v" (
  	"id" serial PRIMARY KEY NOT NULL,
  	"parent_id" integer,
  	"version_mail" varchar NOT NULL,
  	"version_name" varchar,
  	"version_subject" varchar,
  	"version_heading" varchar,
  	"version_opening" varchar,
  	"version_closing" varchar,
  	"version_updated_at" timestamp(3) with time zone,
  	"version_created_at" timestamp(3) with time zone,
  	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
  	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL
  );
  
  ALTER TABLE "_mail_texts_v" ADD CONSTRAINT "_mail_texts_v_parent_id_mail_texts_id_fk" FOREIGN KEY ("parent_id") REFERENCES "public"."mail_texts"("id") ON DELETE set null ON UPDATE no action;
  CREATE UNIQUE INDEX "mail_texts_mail_idx" ON "mail_texts" USING btree ("mail");
  CREATE INDEX "mail_texts_updated_at_idx" ON "mail_texts" USING btree ("updated_at");
  CREATE INDEX "mail_texts_created_at_idx" ON "mail_texts" USING btree ("created_at");
  CREATE INDEX "_mail_texts_v_parent_idx" ON "_mail_texts_v" USING btree ("parent_id");
  CREATE INDEX "_mail_texts_v_version_version_mail_idx" ON "_mail_texts_v" USING btree ("version_mail");
  CREATE INDEX "_mail_texts_v_version_version_updated_at_idx" ON "_mail_texts_v" USING btree ("version_updated_at");
  CREATE INDEX "_mail_texts_v_version_version_created_at_idx" ON "_mail_texts_v" USING btree ("version_created_at");
  CREATE INDEX "_mail_texts_v_created_at_idx" ON "_mail_texts_v" USING btree ("created_at");
  CREATE INDEX "_mail_texts_v_updated_at_idx" ON "_mail_texts_v" USING btree ("updated_at");`)
}

export async function down({ db, payload, req }: MigrateDownArgs): Promise<void> {
  await db.execute(sql`
   DROP TABLE "mail_texts" CASCADE;
  DROP TABLE "_mail_texts_v" CASCADE;`)
}
