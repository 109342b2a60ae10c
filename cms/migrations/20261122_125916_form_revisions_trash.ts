import { type MigrateDownArgs, type MigrateUpArgs, sql } from '@payloadcms/db-postgres'

export async function up({ db, payload, req }: MigrateUpArgs): Promise<void> {
  await db.execute(sql`
   CREATE TYPE "public"."enum__letters_v_version_audience_interests" AS ENUM('Private Events & Bookings', 'Corporate Hospitality', 'Wine Tastings & Masterclasses', 'Cocktail Masterclasses', 'Beer & Brewing Events', 'Cooking Classes', 'Art & Creative Workshops', 'Film & Cinema', 'Networking Events', 'Live Music & Entertainment', 'Special Occasions & Celebrations', 'Wedding & Party Catering', 'Business Meetings & Workspace');
  CREATE TYPE "public"."enum__letters_v_version_state" AS ENUM('draft', 'scheduled', 'sending', 'paused', 'sent', 'cancelled');
  CREATE TYPE "public"."enum__menus_v_version_items_diets" AS ENUM('vegetarian', 'vegan', 'gluten_free', 'dairy_free', 'contains_nuts', 'halal', 'low_no');
  CREATE TYPE "public"."enum__menus_v_version_page" AS ENUM('cafe', 'cocktails', 'beer', 'kitchens', 'hall');
  CREATE TYPE "public"."enum__taps_v_version_status" AS ENUM('pouring', 'next', 'gone');
  CREATE TYPE "public"."enum__taps_v_version_style" AS ENUM('IPA', 'Lager', 'Stout', 'Porter', 'Wheat Beer', 'Pilsner', 'Pale Ale', 'Saison', 'Sour Beer', 'Belgian', 'Cider');
  CREATE TYPE "public"."enum__redirects_v_version_match" AS ENUM('exact', 'prefix');
  CREATE TYPE "public"."enum__redirects_v_version_status" AS ENUM('301', '302');
  CREATE TABLE "_letters_v_version_audience_interests" (
  	"order" integer NOT NULL,
  	"parent_id" integer NOT NULL,
  	"value" "enum__letters_v_version_audience_interests",
  	"id" serial PRIMARY KEY NOT NULL
  );
  
  CREATE TABLE "_letters_v" (
  	"id" serial PRIMARY KEY NOT NULL,
  	"parent_id" integer,
  	"version_subject" varchar,
  	"version_preheader" varchar,
  	"version_body" jsonb,
  	"version_audience_birthday_this_month" boolean DEFAULT false,
  	"version_audience_joined_since" varchar,
  	"version_is_public" boolean DEFAULT false,
  	"version_state" "enum__letters_v_version_state" DEFAULT 'draft' NOT NULL,
  	"version_send_at" timestamp(3) with time zone,
  	"version_started_at" timestamp(3) with time zone,
  	"version_finished_at" timestamp(3) with time zone,
  	"version_last_error" varchar,
  	"version_slug" varchar,
  	"version_tries" numeric DEFAULT 0 NOT NULL,
  	"version_retry_at" timestamp(3) with time zone,
  	"version_updated_at" timestamp(3) with time zone,
  	"version_created_at" timestamp(3) with time zone,
  	"version_deleted_at" timestamp(3) with time zone,
  	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
  	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL
  );
  
  CREATE TABLE "_menus_v_version_items_diets" (
  	"order" integer NOT NULL,
  	"parent_id" integer NOT NULL,
  	"value" "enum__menus_v_version_items_diets",
  	"id" serial PRIMARY KEY NOT NULL
  );
  
  CREATE TABLE "_menus_v_version_items" (
  	"_order" integer NOT NULL,
  	"_parent_id" integer NOT NULL,
  	"id" serial PRIMARY KEY NOT NULL,
  	"name" varchar NOT NULL,
  	"description" varchar,
  	"price_cents" numeric,
  	"price_note" varchar,
  	"_uuid" varchar
  );
  
  CREATE TABLE "_menus_v" (
  	"id" serial PRIMARY KEY NOT NULL,
  	"parent_id" integer,
  	"version_title" varchar NOT NULL,
  	"version_page" "enum__menus_v_version_page" NOT NULL,
  	"version_position" numeric DEFAULT 0 NOT NULL,
  	"version_available" varchar,
  	"version_note" varchar,
  	"version_updated_at" timestamp(3) with time zone,
  	"version_created_at" timestamp(3) with time zone,
  	"version_deleted_at" timestamp(3) with time zone,
  	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
  	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL
  );
  
  CREATE TABLE "_taps_v" (
  	"id" serial PRIMARY KEY NOT NULL,
  	"parent_id" integer,
  	"version_name" varchar NOT NULL,
  	"version_number" numeric,
  	"version_status" "enum__taps_v_version_status" DEFAULT 'next' NOT NULL,
  	"version_brewery" varchar NOT NULL,
  	"version_place" varchar,
  	"version_style" "enum__taps_v_version_style" NOT NULL,
  	"version_abv" numeric NOT NULL,
  	"version_half_cents" numeric NOT NULL,
  	"version_pint_cents" numeric,
  	"version_notes" varchar,
  	"version_vegan" boolean DEFAULT false,
  	"version_gluten_free" boolean DEFAULT false,
  	"version_updated_at" timestamp(3) with time zone,
  	"version_created_at" timestamp(3) with time zone,
  	"version_deleted_at" timestamp(3) with time zone,
  	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
  	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL
  );
  
  CREATE TABLE "_redirects_v" (
  	"id" serial PRIMARY KEY NOT NULL,
  	"parent_id" integer,
  	"version_from" varchar NOT NULL,
  	"version_to" varchar NOT NULL,
  	"version_match" "enum__redirects_v_version_match" DEFAULT 'exact' NOT NULL,
  	"version_status" "enum__redirects_v_version_status" DEFAULT '301' NOT NULL,
  	"version_updated_at" timestamp(3) with time zone,
  	"version_created_at" timestamp(3) with time zone,
  	"version_deleted_at" timestamp(3) with time zone,
  	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
  	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL
  );
  
  CREATE TABLE "_common_good_v" (
  	"id" serial PRIMARY KEY NOT NULL,
  	"parent_id" integer,
  	"version_amount_cents" numeric NOT NULL,
  	"version_note" varchar NOT NULL,
  	"version_entered_at" timestamp(3) with time zone NOT NULL,
  	"version_updated_at" timestamp(3) with time zone,
  	"version_created_at" timestamp(3) with time zone,
  	"version_deleted_at" timestamp(3) with time zone,
  	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
  	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL
  );
  
  ALTER TABLE "payload_locked_documents" DISABLE ROW LEVEL SECURITY;
  ALTER TABLE "payload_locked_documents_rels" DISABLE ROW LEVEL SECURITY;
  DROP TABLE "payload_locked_documents" CASCADE;
  DROP TABLE "payload_locked_documents_rels" CASCADE;
  ALTER TABLE "faq" ADD COLUMN "deleted_at" timestamp(3) with time zone;
  ALTER TABLE "_faq_v" ADD COLUMN "version_deleted_at" timestamp(3) with time zone;
  ALTER TABLE "letters" ADD COLUMN "deleted_at" timestamp(3) with time zone;
  ALTER TABLE "media" ADD COLUMN "deleted_at" timestamp(3) with time zone;
  ALTER TABLE "menus" ADD COLUMN "deleted_at" timestamp(3) with time zone;
  ALTER TABLE "taps" ADD COLUMN "deleted_at" timestamp(3) with time zone;
  ALTER TABLE "redirects" ADD COLUMN "deleted_at" timestamp(3) with time zone;
  ALTER TABLE "common_good" ADD COLUMN "deleted_at" timestamp(3) with time zone;
  ALTER TABLE "_letters_v_version_audience_interests" ADD CONSTRAINT "_letters_v_version_audience_interests_parent_fk" FOREIGN KEY ("parent_id") REFERENCES "public"."_letters_v"("id") ON DELETE cascade ON UPDATE no action;
  ALTER TABLE "_letters_v" ADD CONSTRAINT "_letters_v_parent_id_letters_id_fk" FOREIGN KEY ("parent_id") REFERENCES "public"."letters"("id") ON DELETE set null ON UPDATE no action;
  ALTER TABLE "_menus_v_version_items_diets" ADD CONSTRAINT "_menus_v_version_items_diets_parent_fk" FOREIGN KEY ("parent_id") REFERENCES "public"."_menus_v_version_items"("id") ON DELETE cascade ON UPDATE no action;
  ALTER TABLE "_menus_v_version_items" ADD CONSTRAINT "_menus_v_version_items_parent_id_fk" FOREIGN KEY ("_parent_id") REFERENCES "public"."_menus_v"("id") ON DELETE cascade ON UPDATE no action;
  ALTER TABLE "_menus_v" ADD CONSTRAINT "_menus_v_parent_id_menus_id_fk" FOREIGN KEY ("parent_id") REFERENCES "public"."menus"("id") ON DELETE set null ON UPDATE no action;
  ALTER TABLE "_taps_v" ADD CONSTRAINT "_taps_v_parent_id_taps_id_fk" FOREIGN KEY ("parent_id") REFERENCES "public"."taps"("id") ON DELETE set null ON UPDATE no action;
  ALTER TABLE "_redirects_v" ADD CONSTRAINT "_redirects_v_parent_id_redirects_id_fk" FOREIGN KEY ("parent_id") REFERENCES "public"."redirects"("id") ON DELETE set null ON UPDATE no action;
  ALTER TABLE "_common_good_v" ADD CONSTRAINT "_common_good_v_parent_id_common_good_id_fk" FOREIGN KEY ("parent_id") REFERENCES "public"."common_good"("id") ON DELETE set null ON UPDATE no action;
  CREATE INDEX "_letters_v_version_audience_interests_order_idx" ON "_letters_v_version_audience_interests" USING btree ("order");
  CREATE INDEX "_letters_v_version_audience_interests_parent_idx" ON "_letters_v_version_audience_interests" USING btree ("parent_id");
  CREATE INDEX "_letters_v_parent_idx" ON "_letters_v" USING btree ("parent_id");
  CREATE INDEX "_letters_v_version_version_state_idx" ON "_letters_v" USING btree ("version_state");
  CREATE INDEX "_letters_v_version_version_slug_idx" ON "_letters_v" USING btree ("version_slug");
  CREATE INDEX "_letters_v_version_version_updated_at_idx" ON "_letters_v" USING btree ("version_updated_at");
  CREATE INDEX "_letters_v_version_version_created_at_idx" ON "_letters_v" USING btree ("version_created_at");
  CREATE INDEX "_letters_v_version_version_deleted_at_idx" ON "_letters_v" USING btree ("version_deleted_at");
  CREATE INDEX "_letters_v_created_at_idx" ON "_letters_v" USING btree ("created_at");
  CREATE INDEX "_letters_v_updated_at_idx" ON "_letters_v" USING btree ("updated_at");
  CREATE INDEX "_menus_v_version_items_diets_order_idx" ON "_menus_v_version_items_diets" USING btree ("order");
  CREATE INDEX "_menus_v_version_items_diets_parent_idx" ON "_menus_v_version_items_diets" USING btree ("parent_id");
  CREATE INDEX "_menus_v_version_items_order_idx" ON "_menus_v_version_items" USING btree ("_order");
  CREATE INDEX "_menus_v_version_items_parent_id_idx" ON "_menus_v_version_items" USING btree ("_parent_id");
  CREATE INDEX "_menus_v_parent_idx" ON "_menus_v" USING btree ("parent_id");
  CREATE INDEX "_menus_v_version_version_page_idx" ON "_menus_v" USING btree ("version_page");
  CREATE INDEX "_menus_v_version_version_position_idx" ON "_menus_v" USING btree ("version_position");
  CREATE INDEX "_menus_v_version_version_updated_at_idx" ON "_menus_v" USING btree ("version_updated_at");
  CREATE INDEX "_menus_v_version_version_created_at_idx" ON "_menus_v" USING btree ("version_created_at");
  CREATE INDEX "_menus_v_version_version_deleted_at_idx" ON "_menus_v" USING btree ("version_deleted_at");
  CREATE INDEX "_menus_v_created_at_idx" ON "_menus_v" USING btree ("created_at");
  CREATE INDEX "_menus_v_updated_at_idx" ON "_menus_v" USING btree ("updated_at");
  CREATE INDEX "_taps_v_parent_idx" ON "_taps_v" USING btree ("parent_id");
  CREATE INDEX "_taps_v_version_version_status_idx" ON "_taps_v" USING btree ("version_status");
  CREATE INDEX "_taps_v_version_version_updated_at_idx" ON "_taps_v" USING btree ("version_updated_at");
  CREATE INDEX "_taps_v_version_version_created_at_idx" ON "_taps_v" USING btree ("version_created_at");
  CREATE INDEX "_taps_v_version_version_deleted_at_idx" ON "_taps_v" USING btree ("version_deleted_at");
  CREATE INDEX "_taps_v_created_at_idx" ON "_taps_v" USING btree ("created_at");
  CREATE INDEX "_taps_v_updated_at_idx" ON "_taps_v" USING btree ("updated_at");
  CREATE INDEX "_redirects_v_parent_idx" ON "_redirects_v" USING btree ("parent_id");
  CREATE INDEX "_redirects_v_version_version_from_idx" ON "_redirects_v" USING btree ("version_from");
  CREATE INDEX "_redirects_v_version_version_updated_at_idx" ON "_redirects_v" USING btree ("version_updated_at");
  CREATE INDEX "_redirects_v_version_version_created_at_idx" ON "_redirects_v" USING btree ("version_created_at");
  CREATE INDEX "_redirects_v_version_version_deleted_at_idx" ON "_redirects_v" USING btree ("version_deleted_at");
  CREATE INDEX "_redirects_v_created_at_idx" ON "_redirects_v" USING btree ("created_at");
  CREATE INDEX "_redirects_v_updated_at_idx" ON "_redirects_v" USING btree ("updated_at");
  CREATE INDEX "_common_good_v_parent_idx" ON "_common_good_v" USING btree ("parent_id");
  CREATE INDEX "_common_good_v_version_version_updated_at_idx" ON "_common_good_v" USING btree ("version_updated_at");
  CREATE INDEX "_common_good_v_version_version_created_at_idx" ON "_common_good_v" USING btree ("version_created_at");
  CREATE INDEX "_common_good_v_version_version_deleted_at_idx" ON "_common_good_v" USING btree ("version_deleted_at");
  CREATE INDEX "_common_good_v_created_at_idx" ON "_common_good_v" USING btree ("created_at");
  CREATE INDEX "_common_good_v_updated_at_idx" ON "_common_good_v" USING btree ("updated_at");
  CREATE INDEX "faq_deleted_at_idx" ON "faq" USING btree ("deleted_at");
  CREATE INDEX "_faq_v_version_version_deleted_at_idx" ON "_faq_v" USING btree ("version_deleted_at");
  CREATE INDEX "letters_deleted_at_idx" ON "letters" USING btree ("deleted_at");
  CREATE INDEX "media_deleted_at_idx" ON "media" USING btree ("deleted_at");
  CREATE INDEX "menus_deleted_at_idx" ON "menus" USING btree ("deleted_at");
  CREATE INDEX "taps_deleted_at_idx" ON "taps" USING btree ("deleted_at");
  CREATE INDEX "redirects_deleted_at_idx" ON "redirects" USING btree ("deleted_at");
  CREATE INDEX "common_good_deleted_at_idx" ON "common_good" USING btree ("deleted_at");`)
}

export async function down({ db, payload, req }: MigrateDownArgs): Promise<void> {
  await db.execute(sql`
   CREATE TABLE "payload_locked_documents" (
  	"id" serial PRIMARY KEY NOT NULL,
  	"global_slug" varchar,
  	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
  	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL
  );
  
  CREATE TABLE "payload_locked_documents_rels" (
  	"id" serial PRIMARY KEY NOT NULL,
  	"order" integer,
  	"parent_id" integer NOT NULL,
  	"path" varchar NOT NULL,
  	"letters_id" integer,
  	"media_id" integer,
  	"menus_id" integer,
  	"taps_id" integer,
  	"redirects_id" integer,
  	"common_good_id" integer,
  	"users_id" integer,
  	"subscribers_id" integer
  );
  
  ALTER TABLE "_letters_v_version_audience_interests" DISABLE ROW LEVEL SECURITY;
  ALTER TABLE "_letters_v" DISABLE ROW LEVEL SECURITY;
  ALTER TABLE "_menus_v_version_items_diets" DISABLE ROW LEVEL SECURITY;
  ALTER TABLE "_menus_v_version_items" DISABLE ROW LEVEL SECURITY;
  ALTER TABLE "_menus_v" DISABLE ROW LEVEL SECURITY;
  ALTER TABLE "_taps_v" DISABLE ROW LEVEL SECURITY;
  ALTER TABLE "_redirects_v" DISABLE ROW LEVEL SECURITY;
  ALTER TABLE "_common_good_v" DISABLE ROW LEVEL SECURITY;
  DROP TABLE "_letters_v_version_audience_interests" CASCADE;
  DROP TABLE "_letters_v" CASCADE;
  DROP TABLE "_menus_v_version_items_diets" CASCADE;
  DROP TABLE "_menus_v_version_items" CASCADE;
  DROP TABLE "_menus_v" CASCADE;
  DROP TABLE "_taps_v" CASCADE;
  DROP TABLE "_redirects_v" CASCADE;
  DROP TABLE "_common_good_v" CASCADE;
  DROP INDEX "faq_deleted_at_idx";
  DROP INDEX "_faq_v_version_version_deleted_at_idx";
  DROP INDEX "letters_deleted_at_idx";
  DROP INDEX "media_deleted_at_idx";
  DROP INDEX "menus_deleted_at_idx";
  DROP INDEX "taps_deleted_at_idx";
  DROP INDEX "redirects_deleted_at_idx";
  DROP INDEX "common_good_deleted_at_idx";
  ALTER TABLE "payload_locked_documents_rels" ADD CONSTRAINT "payload_locked_documents_rels_parent_fk" FOREIGN KEY ("parent_id") REFERENCES "public"."payload_locked_documents"("id") ON DELETE cascade ON UPDATE no action;
  ALTER TABLE "payload_locked_documents_rels" ADD CONSTRAINT "payload_locked_documents_rels_letters_fk" FOREIGN KEY ("letters_id") REFERENCES "public"."letters"("id") ON DELETE cascade ON UPDATE no action;
  ALTER TABLE "payload_locked_documents_rels" ADD CONSTRAINT "payload_locked_documents_rels_media_fk" FOREIGN KEY ("media_id") REFERENCES "public"."media"("id") ON DELETE cascade ON UPDATE no action;
  ALTER TABLE "payload_locked_documents_rels" ADD CONSTRAINT "payload_locked_documents_rels_menus_fk" FOREIGN KEY ("menus_id") REFERENCES "public"."menus"("id") ON DELETE cascade ON UPDATE no action;
  ALTER TABLE "payload_locked_documents_rels" ADD CONSTRAINT "payload_locked_documents_rels_taps_fk" FOREIGN KEY ("taps_id") REFERENCES "public"."taps"("id") ON DELETE cascade ON UPDATE no action;
  ALTER TABLE "payload_locked_documents_rels" ADD CONSTRAINT "payload_locked_documents_rels_redirects_fk" FOREIGN KEY ("redirects_id") REFERENCES "public"."redirects"("id") ON DELETE cascade ON UPDATE no action;
  ALTER TABLE "payload_locked_documents_rels" ADD CONSTRAINT "payload_locked_documents_rels_common_good_fk" FOREIGN KEY ("common_good_id") REFERENCES "public"."common_good"("id") ON DELETE cascade ON UPDATE no action;
  ALTER TABLE "payload_locked_documents_rels" ADD CONSTRAINT "payload_locked_documents_rels_users_fk" FOREIGN KEY ("users_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
  ALTER TABLE "payload_locked_documents_rels" ADD CONSTRAINT "payload_locked_documents_rels_subscribers_fk" FOREIGN KEY ("subscribers_id") REFERENCES "public"."subscribers"("id") ON DELETE cascade ON UPDATE no action;
  CREATE INDEX "payload_locked_documents_global_slug_idx" ON "payload_locked_documents" USING btree ("global_slug");
  CREATE INDEX "payload_locked_documents_updated_at_idx" ON "payload_locked_documents" USING btree ("updated_at");
  CREATE INDEX "payload_locked_documents_created_at_idx" ON "payload_locked_documents" USING btree ("created_at");
  CREATE INDEX "payload_locked_documents_rels_order_idx" ON "payload_locked_documents_rels" USING btree ("order");
  CREATE INDEX "payload_locked_documents_rels_parent_idx" ON "payload_locked_documents_rels" USING btree ("parent_id");
  CREATE INDEX "payload_locked_documents_rels_path_idx" ON "payload_locked_documents_rels" USING btree ("path");
  CREATE INDEX "payload_locked_documents_rels_letters_id_idx" ON "payload_locked_documents_rels" USING btree ("letters_id");
  CREATE INDEX "payload_locked_documents_rels_media_id_idx" ON "payload_locked_documents_rels" USING btree ("media_id");
  CREATE INDEX "payload_locked_documents_rels_menus_id_idx" ON "payload_locked_documents_rels" USING btree ("menus_id");
  CREATE INDEX "payload_locked_documents_rels_taps_id_idx" ON "payload_locked_documents_rels" USING btree ("taps_id");
  CREATE INDEX "payload_locked_documents_rels_redirects_id_idx" ON "payload_locked_documents_rels" USING btree ("redirects_id");
  CREATE INDEX "payload_locked_documents_rels_common_good_id_idx" ON "payload_locked_documents_rels" USING btree ("common_good_id");
  CREATE INDEX "payload_locked_documents_rels_users_id_idx" ON "payload_locked_documents_rels" USING btree ("users_id");
  CREATE INDEX "payload_locked_documents_rels_subscribers_id_idx" ON "payload_locked_documents_rels" USING btree ("subscribers_id");
  ALTER TABLE "faq" DROP COLUMN "deleted_at";
  ALTER TABLE "_faq_v" DROP COLUMN "version_deleted_at";
  ALTER TABLE "letters" DROP COLUMN "deleted_at";
  ALTER TABLE "media" DROP COLUMN "deleted_at";
  ALTER TABLE "menus" DROP COLUMN "deleted_at";
  ALTER TABLE "taps" DROP COLUMN "deleted_at";
  ALTER TABLE "redirects" DROP COLUMN "deleted_at";
  ALTER TABLE "common_good" DROP COLUMN "deleted_at";
  DROP TYPE "public"."enum__letters_v_version_audience_interests";
  DROP TYPE "public"."enum__letters_v_version_state";
  DROP TYPE "public"."enum__menus_v_version_items_diets";
  DROP TYPE "public"."enum__menus_v_version_page";
  DROP TYPE "public"."enum__taps_v_version_status";
  DROP TYPE "public"."enum__taps_v_version_style";
  DROP TYPE "public"."enum__redirects_v_version_match";
  DROP TYPE "public"."enum__redirects_v_version_status";`)
}
