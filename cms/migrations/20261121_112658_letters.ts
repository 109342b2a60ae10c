import { type MigrateDownArgs, type MigrateUpArgs, sql } from '@payloadcms/db-postgres'

export async function up({ db, payload, req }: MigrateUpArgs): Promise<void> {
  await db.execute(sql`
   CREATE TYPE "public"."enum_letters_audience_interests" AS ENUM('Private Events & Bookings', 'Corporate Hospitality', 'Wine Tastings & Masterclasses', 'Cocktail Masterclasses', 'Beer & Brewing Events', 'Cooking Classes', 'Art & Creative Workshops', 'Film & Cinema', 'Networking Events', 'Live Music & Entertainment', 'Special Occasions & Celebrations', 'Wedding & Party Catering', 'Business Meetings & Workspace');
  CREATE TYPE "public"."enum_letters_state" AS ENUM('draft', 'scheduled', 'sending', 'paused', 'sent', 'cancelled');
  ALTER TYPE "public"."enum_mails_state" ADD VALUE 'held';
  CREATE TABLE "letter_editions" (
  	"letter" integer PRIMARY KEY NOT NULL,
  	"subject" text NOT NULL,
  	"html" text NOT NULL,
  	"text" text NOT NULL,
  	"menus" jsonb DEFAULT '[]'::jsonb NOT NULL,
  	"created_at" timestamp with time zone DEFAULT now() NOT NULL
  );
  
  CREATE TABLE "letter_links" (
  	"letter" integer NOT NULL,
  	"place" integer NOT NULL,
  	"url" text NOT NULL,
  	"label" text NOT NULL,
  	"clicks" integer DEFAULT 0 NOT NULL,
  	CONSTRAINT "letter_links_letter_place_pk" PRIMARY KEY("letter","place")
  );
  
  CREATE TABLE "letters_audience_interests" (
  	"order" integer NOT NULL,
  	"parent_id" integer NOT NULL,
  	"value" "enum_letters_audience_interests",
  	"id" serial PRIMARY KEY NOT NULL
  );
  
  CREATE TABLE "letters" (
  	"id" serial PRIMARY KEY NOT NULL,
  	"subject" varchar,
  	"preheader" varchar,
  	"body" jsonb,
  	"audience_birthday_this_month" boolean DEFAULT false,
  	"audience_joined_since" varchar,
  	"state" "enum_letters_state" DEFAULT 'draft' NOT NULL,
  	"send_at" timestamp(3) with time zone,
  	"started_at" timestamp(3) with time zone,
  	"finished_at" timestamp(3) with time zone,
  	"last_error" varchar,
  	"is_public" boolean DEFAULT false,
  	"slug" varchar,
  	"tries" numeric DEFAULT 0 NOT NULL,
  	"retry_at" timestamp(3) with time zone,
  	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
  	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL
  );
  
  ALTER TABLE "mails" ADD COLUMN "stopped" varchar;
  ALTER TABLE "mails" ADD COLUMN "complained_at" timestamp(3) with time zone;
  ALTER TABLE "consents" ADD COLUMN "letter" numeric;
  ALTER TABLE "payload_locked_documents_rels" ADD COLUMN "letters_id" integer;
  ALTER TABLE "letters_audience_interests" ADD CONSTRAINT "letters_audience_interests_parent_fk" FOREIGN KEY ("parent_id") REFERENCES "public"."letters"("id") ON DELETE cascade ON UPDATE no action;
  CREATE INDEX "letters_audience_interests_order_idx" ON "letters_audience_interests" USING btree ("order");
  CREATE INDEX "letters_audience_interests_parent_idx" ON "letters_audience_interests" USING btree ("parent_id");
  CREATE INDEX "letters_state_idx" ON "letters" USING btree ("state");
  CREATE UNIQUE INDEX "letters_slug_idx" ON "letters" USING btree ("slug");
  CREATE INDEX "letters_updated_at_idx" ON "letters" USING btree ("updated_at");
  CREATE INDEX "letters_created_at_idx" ON "letters" USING btree ("created_at");
  ALTER TABLE "payload_locked_documents_rels" ADD CONSTRAINT "payload_locked_documents_rels_letters_fk" FOREIGN KEY ("letters_id") REFERENCES "public"."letters"("id") ON DELETE cascade ON UPDATE no action;
  CREATE INDEX "payload_locked_documents_rels_letters_id_idx" ON "payload_locked_documents_rels" USING btree ("letters_id");`)
  // What becomes of one reader, and of one letter, is looked up among very many mails.
  await db.execute(sql`
   CREATE INDEX "mails_subscriber_idx" ON "mails" ("subscriber") WHERE "subscriber" IS NOT NULL;
   CREATE INDEX "mails_complained_idx" ON "mails" ("letter") WHERE "complained_at" IS NOT NULL;
   CREATE INDEX "consents_letter_idx" ON "consents" ("letter") WHERE "letter" IS NOT NULL;`)
}

export async function down({ db, payload, req }: MigrateDownArgs): Promise<void> {
  // PostgreSQL takes no value out of a type: "held" stays one of the states a mail can have.
  await db.execute(sql`
   ALTER TABLE "letter_editions" DISABLE ROW LEVEL SECURITY;
  ALTER TABLE "letter_links" DISABLE ROW LEVEL SECURITY;
  ALTER TABLE "letters_audience_interests" DISABLE ROW LEVEL SECURITY;
  ALTER TABLE "letters" DISABLE ROW LEVEL SECURITY;
  DROP TABLE "letter_editions" CASCADE;
  DROP TABLE "letter_links" CASCADE;
  DROP TABLE "letters_audience_interests" CASCADE;
  DROP TABLE "letters" CASCADE;
  ALTER TABLE "payload_locked_documents_rels" DROP CONSTRAINT "payload_locked_documents_rels_letters_fk";
  
  DROP INDEX "mails_subscriber_idx";
  DROP INDEX "mails_complained_idx";
  DROP INDEX "consents_letter_idx";
  UPDATE "mails" SET "state" = 'queued' WHERE "state" = 'held';
  DROP INDEX "payload_locked_documents_rels_letters_id_idx";
  ALTER TABLE "mails" DROP COLUMN "stopped";
  ALTER TABLE "mails" DROP COLUMN "complained_at";
  ALTER TABLE "consents" DROP COLUMN "letter";
  ALTER TABLE "payload_locked_documents_rels" DROP COLUMN "letters_id";
  DROP TYPE "public"."enum_letters_audience_interests";
  DROP TYPE "public"."enum_letters_state";`)
}
