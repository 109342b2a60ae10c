import { type MigrateDownArgs, type MigrateUpArgs, sql } from '@payloadcms/db-postgres'

export async function up({ db, payload, req }: MigrateUpArgs): Promise<void> {
  await db.execute(sql`
   CREATE TYPE "public"."enum_cms_content_content_type" AS ENUM('text');
  CREATE TYPE "public"."enum_cms_content_status" AS ENUM('draft', 'published');
  CREATE TYPE "public"."enum__cms_content_v_version_content_type" AS ENUM('text');
  CREATE TYPE "public"."enum__cms_content_v_version_status" AS ENUM('draft', 'published');
  CREATE TYPE "public"."enum_cms_global_content_content_type" AS ENUM('text');
  CREATE TYPE "public"."enum_cms_global_content_status" AS ENUM('draft', 'published');
  CREATE TYPE "public"."enum__cms_global_content_v_version_content_type" AS ENUM('text');
  CREATE TYPE "public"."enum__cms_global_content_v_version_status" AS ENUM('draft', 'published');
  CREATE TYPE "public"."enum_menus_items_diets" AS ENUM('vegetarian', 'vegan', 'gluten_free', 'dairy_free', 'contains_nuts', 'halal', 'low_no');
  CREATE TYPE "public"."enum_menus_page" AS ENUM('cafe', 'cocktails', 'beer', 'kitchens', 'hall');
  CREATE TYPE "public"."enum_taps_status" AS ENUM('pouring', 'next', 'gone');
  CREATE TYPE "public"."enum_taps_style" AS ENUM('IPA', 'Lager', 'Stout', 'Porter', 'Wheat Beer', 'Pilsner', 'Pale Ale', 'Saison', 'Sour Beer', 'Belgian', 'Cider');
  CREATE TYPE "public"."enum_users_role" AS ENUM('editor', 'publisher', 'admin');
  CREATE TYPE "public"."enum_venue_opening_hours_days" AS ENUM('mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun');
  CREATE TYPE "public"."enum_venue_opening_hours_area" AS ENUM('Beer Hall', 'Cafe', 'Cocktail Bar', 'Common Room', 'Kitchens', 'Event Spaces');
  CREATE TYPE "public"."enum_venue_exceptions_area" AS ENUM('Beer Hall', 'Cafe', 'Cocktail Bar', 'Common Room', 'Kitchens', 'Event Spaces');
  CREATE TYPE "public"."enum_venue_hero_images_path" AS ENUM('/', '/cafe', '/cocktails', '/beer', '/kitchens', '/hall', '/community', '/common-room');
  CREATE TYPE "public"."enum__venue_v_version_opening_hours_days" AS ENUM('mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun');
  CREATE TYPE "public"."enum__venue_v_version_opening_hours_area" AS ENUM('Beer Hall', 'Cafe', 'Cocktail Bar', 'Common Room', 'Kitchens', 'Event Spaces');
  CREATE TYPE "public"."enum__venue_v_version_exceptions_area" AS ENUM('Beer Hall', 'Cafe', 'Cocktail Bar', 'Common Room', 'Kitchens', 'Event Spaces');
  CREATE TYPE "public"."enum__venue_v_version_hero_images_path" AS ENUM('/', '/cafe', '/cocktails', '/beer', '/kitchens', '/hall', '/community', '/common-room');
  CREATE TABLE "media_files" (
  	"hash" text NOT NULL,
  	"width" integer NOT NULL,
  	"format" text NOT NULL,
  	"media_id" integer NOT NULL,
  	"bytes" "bytea" NOT NULL,
  	CONSTRAINT "media_files_hash_width_format_media_id_pk" PRIMARY KEY("hash","width","format","media_id")
  );
  
  CREATE TABLE "cms_content" (
  	"id" serial PRIMARY KEY NOT NULL,
  	"page" varchar,
  	"section" varchar,
  	"content_key" varchar,
  	"content_type" "enum_cms_content_content_type" DEFAULT 'text',
  	"content_data" jsonb,
  	"published" boolean DEFAULT false,
  	"created_by_id" integer,
  	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
  	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
  	"_status" "enum_cms_content_status" DEFAULT 'draft'
  );
  
  CREATE TABLE "_cms_content_v" (
  	"id" serial PRIMARY KEY NOT NULL,
  	"parent_id" integer,
  	"version_page" varchar,
  	"version_section" varchar,
  	"version_content_key" varchar,
  	"version_content_type" "enum__cms_content_v_version_content_type" DEFAULT 'text',
  	"version_content_data" jsonb,
  	"version_published" boolean DEFAULT false,
  	"version_created_by_id" integer,
  	"version_updated_at" timestamp(3) with time zone,
  	"version_created_at" timestamp(3) with time zone,
  	"version__status" "enum__cms_content_v_version_status" DEFAULT 'draft',
  	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
  	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
  	"latest" boolean
  );
  
  CREATE TABLE "cms_global_content" (
  	"id" serial PRIMARY KEY NOT NULL,
  	"content_key" varchar,
  	"content_type" "enum_cms_global_content_content_type" DEFAULT 'text',
  	"content_value" varchar,
  	"content_data" jsonb,
  	"published" boolean DEFAULT false,
  	"created_by_id" integer,
  	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
  	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
  	"_status" "enum_cms_global_content_status" DEFAULT 'draft'
  );
  
  CREATE TABLE "_cms_global_content_v" (
  	"id" serial PRIMARY KEY NOT NULL,
  	"parent_id" integer,
  	"version_content_key" varchar,
  	"version_content_type" "enum__cms_global_content_v_version_content_type" DEFAULT 'text',
  	"version_content_value" varchar,
  	"version_content_data" jsonb,
  	"version_published" boolean DEFAULT false,
  	"version_created_by_id" integer,
  	"version_updated_at" timestamp(3) with time zone,
  	"version_created_at" timestamp(3) with time zone,
  	"version__status" "enum__cms_global_content_v_version_status" DEFAULT 'draft',
  	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
  	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
  	"latest" boolean
  );
  
  CREATE TABLE "media" (
  	"id" serial PRIMARY KEY NOT NULL,
  	"alt" varchar NOT NULL,
  	"picture" jsonb,
  	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
  	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
  	"url" varchar,
  	"thumbnail_u_r_l" varchar,
  	"filename" varchar,
  	"mime_type" varchar,
  	"filesize" numeric,
  	"width" numeric,
  	"height" numeric,
  	"focal_x" numeric,
  	"focal_y" numeric
  );
  
  CREATE TABLE "menus_items_diets" (
  	"order" integer NOT NULL,
  	"parent_id" varchar NOT NULL,
  	"value" "enum_menus_items_diets",
  	"id" serial PRIMARY KEY NOT NULL
  );
  
  CREATE TABLE "menus_items" (
  	"_order" integer NOT NULL,
  	"_parent_id" integer NOT NULL,
  	"id" varchar PRIMARY KEY NOT NULL,
  	"name" varchar NOT NULL,
  	"description" varchar,
  	"price_cents" numeric,
  	"price_note" varchar
  );
  
  CREATE TABLE "menus" (
  	"id" serial PRIMARY KEY NOT NULL,
  	"title" varchar NOT NULL,
  	"page" "enum_menus_page" NOT NULL,
  	"position" numeric DEFAULT 0 NOT NULL,
  	"available" varchar,
  	"note" varchar,
  	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
  	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL
  );
  
  CREATE TABLE "taps" (
  	"id" serial PRIMARY KEY NOT NULL,
  	"name" varchar NOT NULL,
  	"number" numeric,
  	"status" "enum_taps_status" DEFAULT 'next' NOT NULL,
  	"brewery" varchar NOT NULL,
  	"place" varchar,
  	"style" "enum_taps_style" NOT NULL,
  	"abv" numeric NOT NULL,
  	"half_cents" numeric NOT NULL,
  	"pint_cents" numeric,
  	"notes" varchar,
  	"vegan" boolean DEFAULT false,
  	"gluten_free" boolean DEFAULT false,
  	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
  	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL
  );
  
  CREATE TABLE "common_good" (
  	"id" serial PRIMARY KEY NOT NULL,
  	"amount_cents" numeric NOT NULL,
  	"note" varchar NOT NULL,
  	"entered_at" timestamp(3) with time zone NOT NULL,
  	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
  	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL
  );
  
  CREATE TABLE "users_sessions" (
  	"_order" integer NOT NULL,
  	"_parent_id" integer NOT NULL,
  	"id" varchar PRIMARY KEY NOT NULL,
  	"created_at" timestamp(3) with time zone,
  	"expires_at" timestamp(3) with time zone NOT NULL
  );
  
  CREATE TABLE "users" (
  	"id" serial PRIMARY KEY NOT NULL,
  	"name" varchar NOT NULL,
  	"role" "enum_users_role" DEFAULT 'editor' NOT NULL,
  	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
  	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
  	"email" varchar NOT NULL,
  	"reset_password_token" varchar,
  	"reset_password_expiration" timestamp(3) with time zone,
  	"salt" varchar,
  	"hash" varchar,
  	"reset_password_requested_at" timestamp(3) with time zone,
  	"login_attempts" numeric DEFAULT 0,
  	"lock_until" timestamp(3) with time zone
  );
  
  CREATE TABLE "payload_kv" (
  	"id" serial PRIMARY KEY NOT NULL,
  	"key" varchar NOT NULL,
  	"data" jsonb NOT NULL
  );
  
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
  	"cms_content_id" integer,
  	"cms_global_content_id" integer,
  	"media_id" integer,
  	"menus_id" integer,
  	"taps_id" integer,
  	"common_good_id" integer,
  	"users_id" integer
  );
  
  CREATE TABLE "payload_preferences" (
  	"id" serial PRIMARY KEY NOT NULL,
  	"key" varchar,
  	"value" jsonb,
  	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
  	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL
  );
  
  CREATE TABLE "payload_preferences_rels" (
  	"id" serial PRIMARY KEY NOT NULL,
  	"order" integer,
  	"parent_id" integer NOT NULL,
  	"path" varchar NOT NULL,
  	"users_id" integer
  );
  
  CREATE TABLE "payload_migrations" (
  	"id" serial PRIMARY KEY NOT NULL,
  	"name" varchar,
  	"batch" numeric,
  	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
  	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL
  );
  
  CREATE TABLE "venue_social" (
  	"_order" integer NOT NULL,
  	"_parent_id" integer NOT NULL,
  	"id" varchar PRIMARY KEY NOT NULL,
  	"label" varchar NOT NULL,
  	"url" varchar NOT NULL
  );
  
  CREATE TABLE "venue_opening_hours_days" (
  	"order" integer NOT NULL,
  	"parent_id" varchar NOT NULL,
  	"value" "enum_venue_opening_hours_days",
  	"id" serial PRIMARY KEY NOT NULL
  );
  
  CREATE TABLE "venue_opening_hours" (
  	"_order" integer NOT NULL,
  	"_parent_id" integer NOT NULL,
  	"id" varchar PRIMARY KEY NOT NULL,
  	"area" "enum_venue_opening_hours_area" NOT NULL,
  	"opens" varchar NOT NULL,
  	"closes" varchar NOT NULL
  );
  
  CREATE TABLE "venue_exceptions" (
  	"_order" integer NOT NULL,
  	"_parent_id" integer NOT NULL,
  	"id" varchar PRIMARY KEY NOT NULL,
  	"date" varchar NOT NULL,
  	"area" "enum_venue_exceptions_area",
  	"closed" boolean DEFAULT false,
  	"opens" varchar,
  	"closes" varchar,
  	"note" varchar
  );
  
  CREATE TABLE "venue_hero_images" (
  	"_order" integer NOT NULL,
  	"_parent_id" integer NOT NULL,
  	"id" varchar PRIMARY KEY NOT NULL,
  	"path" "enum_venue_hero_images_path" NOT NULL
  );
  
  CREATE TABLE "venue" (
  	"id" serial PRIMARY KEY NOT NULL,
  	"product_name" varchar NOT NULL,
  	"brand_text" varchar,
  	"tagline" varchar,
  	"copyright" varchar,
  	"time_zone" varchar DEFAULT 'Europe/London' NOT NULL,
  	"currency" varchar DEFAULT 'GBP' NOT NULL,
  	"contact_street" varchar,
  	"contact_locality" varchar,
  	"contact_postcode" varchar,
  	"contact_country" varchar DEFAULT 'GB',
  	"contact_latitude" numeric,
  	"contact_longitude" numeric,
  	"contact_phone" varchar,
  	"contact_email" varchar,
  	"contact_map_url" varchar,
  	"updated_at" timestamp(3) with time zone,
  	"created_at" timestamp(3) with time zone
  );
  
  CREATE TABLE "venue_rels" (
  	"id" serial PRIMARY KEY NOT NULL,
  	"order" integer,
  	"parent_id" integer NOT NULL,
  	"path" varchar NOT NULL,
  	"media_id" integer
  );
  
  CREATE TABLE "_venue_v_version_social" (
  	"_order" integer NOT NULL,
  	"_parent_id" integer NOT NULL,
  	"id" serial PRIMARY KEY NOT NULL,
  	"label" varchar NOT NULL,
  	"url" varchar NOT NULL,
  	"_uuid" varchar
  );
  
  CREATE TABLE "_venue_v_version_opening_hours_days" (
  	"order" integer NOT NULL,
  	"parent_id" integer NOT NULL,
  	"value" "enum__venue_v_version_opening_hours_days",
  	"id" serial PRIMARY KEY NOT NULL
  );
  
  CREATE TABLE "_venue_v_version_opening_hours" (
  	"_order" integer NOT NULL,
  	"_parent_id" integer NOT NULL,
  	"id" serial PRIMARY KEY NOT NULL,
  	"area" "enum__venue_v_version_opening_hours_area" NOT NULL,
  	"opens" varchar NOT NULL,
  	"closes" varchar NOT NULL,
  	"_uuid" varchar
  );
  
  CREATE TABLE "_venue_v_version_exceptions" (
  	"_order" integer NOT NULL,
  	"_parent_id" integer NOT NULL,
  	"id" serial PRIMARY KEY NOT NULL,
  	"date" varchar NOT NULL,
  	"area" "enum__venue_v_version_exceptions_area",
  	"closed" boolean DEFAULT false,
  	"opens" varchar,
  	"closes" varchar,
  	"note" varchar,
  	"_uuid" varchar
  );
  
  CREATE TABLE "_venue_v_version_hero_images" (
  	"_order" integer NOT NULL,
  	"_parent_id" integer NOT NULL,
  	"id" serial PRIMARY KEY NOT NULL,
  	"path" "enum__venue_v_version_hero_images_path" NOT NULL,
  	"_uuid" varchar
  );
  
  CREATE TABLE "_venue_v" (
  	"id" serial PRIMARY KEY NOT NULL,
  	"version_product_name" varchar NOT NULL,
  	"version_brand_text" varchar,
  	"version_tagline" varchar,
  	"version_copyright" varchar,
  	"version_time_zone" varchar DEFAULT 'Europe/London' NOT NULL,
  	"version_currency" varchar DEFAULT 'GBP' NOT NULL,
  	"version_contact_street" varchar,
  	"version_contact_locality" varchar,
  	"version_contact_postcode" varchar,
  	"version_contact_country" varchar DEFAULT 'GB',
  	"version_contact_latitude" numeric,
  	"version_contact_longitude" numeric,
  	"version_contact_phone" varchar,
  	"version_contact_email" varchar,
  	"version_contact_map_url" varchar,
  	"version_updated_at" timestamp(3) with time zone,
  	"version_created_at" timestamp(3) with time zone,
  	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
  	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL
  );
  
  CREATE TABLE "_venue_v_rels" (
  	"id" serial PRIMARY KEY NOT NULL,
  	"order" integer,
  	"parent_id" integer NOT NULL,
  	"path" varchar NOT NULL,
  	"media_id" integer
  );
  
  ALTER TABLE "cms_content" ADD CONSTRAINT "cms_content_created_by_id_users_id_fk" FOREIGN KEY ("created_by_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;
  ALTER TABLE "_cms_content_v" ADD CONSTRAINT "_cms_content_v_parent_id_cms_content_id_fk" FOREIGN KEY ("parent_id") REFERENCES "public"."cms_content"("id") ON DELETE set null ON UPDATE no action;
  ALTER TABLE "_cms_content_v" ADD CONSTRAINT "_cms_content_v_version_created_by_id_users_id_fk" FOREIGN KEY ("version_created_by_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;
  ALTER TABLE "cms_global_content" ADD CONSTRAINT "cms_global_content_created_by_id_users_id_fk" FOREIGN KEY ("created_by_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;
  ALTER TABLE "_cms_global_content_v" ADD CONSTRAINT "_cms_global_content_v_parent_id_cms_global_content_id_fk" FOREIGN KEY ("parent_id") REFERENCES "public"."cms_global_content"("id") ON DELETE set null ON UPDATE no action;
  ALTER TABLE "_cms_global_content_v" ADD CONSTRAINT "_cms_global_content_v_version_created_by_id_users_id_fk" FOREIGN KEY ("version_created_by_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;
  ALTER TABLE "menus_items_diets" ADD CONSTRAINT "menus_items_diets_parent_fk" FOREIGN KEY ("parent_id") REFERENCES "public"."menus_items"("id") ON DELETE cascade ON UPDATE no action;
  ALTER TABLE "menus_items" ADD CONSTRAINT "menus_items_parent_id_fk" FOREIGN KEY ("_parent_id") REFERENCES "public"."menus"("id") ON DELETE cascade ON UPDATE no action;
  ALTER TABLE "users_sessions" ADD CONSTRAINT "users_sessions_parent_id_fk" FOREIGN KEY ("_parent_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
  ALTER TABLE "payload_locked_documents_rels" ADD CONSTRAINT "payload_locked_documents_rels_parent_fk" FOREIGN KEY ("parent_id") REFERENCES "public"."payload_locked_documents"("id") ON DELETE cascade ON UPDATE no action;
  ALTER TABLE "payload_locked_documents_rels" ADD CONSTRAINT "payload_locked_documents_rels_cms_content_fk" FOREIGN KEY ("cms_content_id") REFERENCES "public"."cms_content"("id") ON DELETE cascade ON UPDATE no action;
  ALTER TABLE "payload_locked_documents_rels" ADD CONSTRAINT "payload_locked_documents_rels_cms_global_content_fk" FOREIGN KEY ("cms_global_content_id") REFERENCES "public"."cms_global_content"("id") ON DELETE cascade ON UPDATE no action;
  ALTER TABLE "payload_locked_documents_rels" ADD CONSTRAINT "payload_locked_documents_rels_media_fk" FOREIGN KEY ("media_id") REFERENCES "public"."media"("id") ON DELETE cascade ON UPDATE no action;
  ALTER TABLE "payload_locked_documents_rels" ADD CONSTRAINT "payload_locked_documents_rels_menus_fk" FOREIGN KEY ("menus_id") REFERENCES "public"."menus"("id") ON DELETE cascade ON UPDATE no action;
  ALTER TABLE "payload_locked_documents_rels" ADD CONSTRAINT "payload_locked_documents_rels_taps_fk" FOREIGN KEY ("taps_id") REFERENCES "public"."taps"("id") ON DELETE cascade ON UPDATE no action;
  ALTER TABLE "payload_locked_documents_rels" ADD CONSTRAINT "payload_locked_documents_rels_common_good_fk" FOREIGN KEY ("common_good_id") REFERENCES "public"."common_good"("id") ON DELETE cascade ON UPDATE no action;
  ALTER TABLE "payload_locked_documents_rels" ADD CONSTRAINT "payload_locked_documents_rels_users_fk" FOREIGN KEY ("users_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
  ALTER TABLE "payload_preferences_rels" ADD CONSTRAINT "payload_preferences_rels_parent_fk" FOREIGN KEY ("parent_id") REFERENCES "public"."payload_preferences"("id") ON DELETE cascade ON UPDATE no action;
  ALTER TABLE "payload_preferences_rels" ADD CONSTRAINT "payload_preferences_rels_users_fk" FOREIGN KEY ("users_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
  ALTER TABLE "venue_social" ADD CONSTRAINT "venue_social_parent_id_fk" FOREIGN KEY ("_parent_id") REFERENCES "public"."venue"("id") ON DELETE cascade ON UPDATE no action;
  ALTER TABLE "venue_opening_hours_days" ADD CONSTRAINT "venue_opening_hours_days_parent_fk" FOREIGN KEY ("parent_id") REFERENCES "public"."venue_opening_hours"("id") ON DELETE cascade ON UPDATE no action;
  ALTER TABLE "venue_opening_hours" ADD CONSTRAINT "venue_opening_hours_parent_id_fk" FOREIGN KEY ("_parent_id") REFERENCES "public"."venue"("id") ON DELETE cascade ON UPDATE no action;
  ALTER TABLE "venue_exceptions" ADD CONSTRAINT "venue_exceptions_parent_id_fk" FOREIGN KEY ("_parent_id") REFERENCES "public"."venue"("id") ON DELETE cascade ON UPDATE no action;
  ALTER TABLE "venue_hero_images" ADD CONSTRAINT "venue_hero_images_parent_id_fk" FOREIGN KEY ("_parent_id") REFERENCES "public"."venue"("id") ON DELETE cascade ON UPDATE no action;
  ALTER TABLE "venue_rels" ADD CONSTRAINT "venue_rels_parent_fk" FOREIGN KEY ("parent_id") REFERENCES "public"."venue"("id") ON DELETE cascade ON UPDATE no action;
  ALTER TABLE "venue_rels" ADD CONSTRAINT "venue_rels_media_fk" FOREIGN KEY ("media_id") REFERENCES "public"."media"("id") ON DELETE cascade ON UPDATE no action;
  ALTER TABLE "_venue_v_version_social" ADD CONSTRAINT "_venue_v_version_social_parent_id_fk" FOREIGN KEY ("_parent_id") REFERENCES "public"."_venue_v"("id") ON DELETE cascade ON UPDATE no action;
  ALTER TABLE "_venue_v_version_opening_hours_days" ADD CONSTRAINT "_venue_v_version_opening_hours_days_parent_fk" FOREIGN KEY ("parent_id") REFERENCES "public"."_venue_v_version_opening_hours"("id") ON DELETE cascade ON UPDATE no action;
  ALTER TABLE "_venue_v_version_opening_hours" ADD CONSTRAINT "_venue_v_version_opening_hours_parent_id_fk" FOREIGN KEY ("_parent_id") REFERENCES "public"."_venue_v"("id") ON DELETE cascade ON UPDATE no action;
  ALTER TABLE "_venue_v_version_exceptions" ADD CONSTRAINT "_venue_v_version_exceptions_parent_id_fk" FOREIGN KEY ("_parent_id") REFERENCES "public"."_venue_v"("id") ON DELETE cascade ON UPDATE no action;
  ALTER TABLE "_venue_v_version_hero_images" ADD CONSTRAINT "_venue_v_version_hero_images_parent_id_fk" FOREIGN KEY ("_parent_id") REFERENCES "public"."_venue_v"("id") ON DELETE cascade ON UPDATE no action;
  ALTER TABLE "_venue_v_rels" ADD CONSTRAINT "_venue_v_rels_parent_fk" FOREIGN KEY ("parent_id") REFERENCES "public"."_venue_v"("id") ON DELETE cascade ON UPDATE no action;
  ALTER TABLE "_venue_v_rels" ADD CONSTRAINT "_venue_v_rels_media_fk" FOREIGN KEY ("media_id") REFERENCES "public"."media"("id") ON DELETE cascade ON UPDATE no action;
  CREATE INDEX "media_files_media_id_idx" ON "media_files" USING btree ("media_id");
  CREATE INDEX "cms_content_page_idx" ON "cms_content" USING btree ("page");
  CREATE INDEX "cms_content_created_by_idx" ON "cms_content" USING btree ("created_by_id");
  CREATE INDEX "cms_content_updated_at_idx" ON "cms_content" USING btree ("updated_at");
  CREATE INDEX "cms_content_created_at_idx" ON "cms_content" USING btree ("created_at");
  CREATE INDEX "cms_content__status_idx" ON "cms_content" USING btree ("_status");
  CREATE UNIQUE INDEX "page_section_content_key_idx" ON "cms_content" USING btree ("page","section","content_key");
  CREATE INDEX "_cms_content_v_parent_idx" ON "_cms_content_v" USING btree ("parent_id");
  CREATE INDEX "_cms_content_v_version_version_page_idx" ON "_cms_content_v" USING btree ("version_page");
  CREATE INDEX "_cms_content_v_version_version_created_by_idx" ON "_cms_content_v" USING btree ("version_created_by_id");
  CREATE INDEX "_cms_content_v_version_version_updated_at_idx" ON "_cms_content_v" USING btree ("version_updated_at");
  CREATE INDEX "_cms_content_v_version_version_created_at_idx" ON "_cms_content_v" USING btree ("version_created_at");
  CREATE INDEX "_cms_content_v_version_version__status_idx" ON "_cms_content_v" USING btree ("version__status");
  CREATE INDEX "_cms_content_v_created_at_idx" ON "_cms_content_v" USING btree ("created_at");
  CREATE INDEX "_cms_content_v_updated_at_idx" ON "_cms_content_v" USING btree ("updated_at");
  CREATE INDEX "_cms_content_v_latest_idx" ON "_cms_content_v" USING btree ("latest");
  CREATE INDEX "version_page_version_section_version_content_key_idx" ON "_cms_content_v" USING btree ("version_page","version_section","version_content_key");
  CREATE UNIQUE INDEX "cms_global_content_content_key_idx" ON "cms_global_content" USING btree ("content_key");
  CREATE INDEX "cms_global_content_created_by_idx" ON "cms_global_content" USING btree ("created_by_id");
  CREATE INDEX "cms_global_content_updated_at_idx" ON "cms_global_content" USING btree ("updated_at");
  CREATE INDEX "cms_global_content_created_at_idx" ON "cms_global_content" USING btree ("created_at");
  CREATE INDEX "cms_global_content__status_idx" ON "cms_global_content" USING btree ("_status");
  CREATE INDEX "_cms_global_content_v_parent_idx" ON "_cms_global_content_v" USING btree ("parent_id");
  CREATE INDEX "_cms_global_content_v_version_version_content_key_idx" ON "_cms_global_content_v" USING btree ("version_content_key");
  CREATE INDEX "_cms_global_content_v_version_version_created_by_idx" ON "_cms_global_content_v" USING btree ("version_created_by_id");
  CREATE INDEX "_cms_global_content_v_version_version_updated_at_idx" ON "_cms_global_content_v" USING btree ("version_updated_at");
  CREATE INDEX "_cms_global_content_v_version_version_created_at_idx" ON "_cms_global_content_v" USING btree ("version_created_at");
  CREATE INDEX "_cms_global_content_v_version_version__status_idx" ON "_cms_global_content_v" USING btree ("version__status");
  CREATE INDEX "_cms_global_content_v_created_at_idx" ON "_cms_global_content_v" USING btree ("created_at");
  CREATE INDEX "_cms_global_content_v_updated_at_idx" ON "_cms_global_content_v" USING btree ("updated_at");
  CREATE INDEX "_cms_global_content_v_latest_idx" ON "_cms_global_content_v" USING btree ("latest");
  CREATE INDEX "media_updated_at_idx" ON "media" USING btree ("updated_at");
  CREATE INDEX "media_created_at_idx" ON "media" USING btree ("created_at");
  CREATE UNIQUE INDEX "media_filename_idx" ON "media" USING btree ("filename");
  CREATE INDEX "menus_items_diets_order_idx" ON "menus_items_diets" USING btree ("order");
  CREATE INDEX "menus_items_diets_parent_idx" ON "menus_items_diets" USING btree ("parent_id");
  CREATE INDEX "menus_items_order_idx" ON "menus_items" USING btree ("_order");
  CREATE INDEX "menus_items_parent_id_idx" ON "menus_items" USING btree ("_parent_id");
  CREATE INDEX "menus_page_idx" ON "menus" USING btree ("page");
  CREATE INDEX "menus_position_idx" ON "menus" USING btree ("position");
  CREATE INDEX "menus_updated_at_idx" ON "menus" USING btree ("updated_at");
  CREATE INDEX "menus_created_at_idx" ON "menus" USING btree ("created_at");
  CREATE INDEX "taps_status_idx" ON "taps" USING btree ("status");
  CREATE INDEX "taps_updated_at_idx" ON "taps" USING btree ("updated_at");
  CREATE INDEX "taps_created_at_idx" ON "taps" USING btree ("created_at");
  CREATE INDEX "common_good_updated_at_idx" ON "common_good" USING btree ("updated_at");
  CREATE INDEX "common_good_created_at_idx" ON "common_good" USING btree ("created_at");
  CREATE INDEX "users_sessions_order_idx" ON "users_sessions" USING btree ("_order");
  CREATE INDEX "users_sessions_parent_id_idx" ON "users_sessions" USING btree ("_parent_id");
  CREATE INDEX "users_updated_at_idx" ON "users" USING btree ("updated_at");
  CREATE INDEX "users_created_at_idx" ON "users" USING btree ("created_at");
  CREATE UNIQUE INDEX "users_email_idx" ON "users" USING btree ("email");
  CREATE UNIQUE INDEX "payload_kv_key_idx" ON "payload_kv" USING btree ("key");
  CREATE INDEX "payload_locked_documents_global_slug_idx" ON "payload_locked_documents" USING btree ("global_slug");
  CREATE INDEX "payload_locked_documents_updated_at_idx" ON "payload_locked_documents" USING btree ("updated_at");
  CREATE INDEX "payload_locked_documents_created_at_idx" ON "payload_locked_documents" USING btree ("created_at");
  CREATE INDEX "payload_locked_documents_rels_order_idx" ON "payload_locked_documents_rels" USING btree ("order");
  CREATE INDEX "payload_locked_documents_rels_parent_idx" ON "payload_locked_documents_rels" USING btree ("parent_id");
  CREATE INDEX "payload_locked_documents_rels_path_idx" ON "payload_locked_documents_rels" USING btree ("path");
  CREATE INDEX "payload_locked_documents_rels_cms_content_id_idx" ON "payload_locked_documents_rels" USING btree ("cms_content_id");
  CREATE INDEX "payload_locked_documents_rels_cms_global_content_id_idx" ON "payload_locked_documents_rels" USING btree ("cms_global_content_id");
  CREATE INDEX "payload_locked_documents_rels_media_id_idx" ON "payload_locked_documents_rels" USING btree ("media_id");
  CREATE INDEX "payload_locked_documents_rels_menus_id_idx" ON "payload_locked_documents_rels" USING btree ("menus_id");
  CREATE INDEX "payload_locked_documents_rels_taps_id_idx" ON "payload_locked_documents_rels" USING btree ("taps_id");
  CREATE INDEX "payload_locked_documents_rels_common_good_id_idx" ON "payload_locked_documents_rels" USING btree ("common_good_id");
  CREATE INDEX "payload_locked_documents_rels_users_id_idx" ON "payload_locked_documents_rels" USING btree ("users_id");
  CREATE INDEX "payload_preferences_key_idx" ON "payload_preferences" USING btree ("key");
  CREATE INDEX "payload_preferences_updated_at_idx" ON "payload_preferences" USING btree ("updated_at");
  CREATE INDEX "payload_preferences_created_at_idx" ON "payload_preferences" USING btree ("created_at");
  CREATE INDEX "payload_preferences_rels_order_idx" ON "payload_preferences_rels" USING btree ("order");
  CREATE INDEX "payload_preferences_rels_parent_idx" ON "payload_preferences_rels" USING btree ("parent_id");
  CREATE INDEX "payload_preferences_rels_path_idx" ON "payload_preferences_rels" USING btree ("path");
  CREATE INDEX "payload_preferences_rels_users_id_idx" ON "payload_preferences_rels" USING btree ("users_id");
  CREATE INDEX "payload_migrations_updated_at_idx" ON "payload_migrations" USING btree ("updated_at");
  CREATE INDEX "payload_migrations_created_at_idx" ON "payload_migrations" USING btree ("created_at");
  CREATE INDEX "venue_social_order_idx" ON "venue_social" USING btree ("_order");
  CREATE INDEX "venue_social_parent_id_idx" ON "venue_social" USING btree ("_parent_id");
  CREATE INDEX "venue_opening_hours_days_order_idx" ON "venue_opening_hours_days" USING btree ("order");
  CREATE INDEX "venue_opening_hours_days_parent_idx" ON "venue_opening_hours_days" USING btree ("parent_id");
  CREATE INDEX "venue_opening_hours_order_idx" ON "venue_opening_hours" USING btree ("_order");
  CREATE INDEX "venue_opening_hours_parent_id_idx" ON "venue_opening_hours" USING btree ("_parent_id");
  CREATE INDEX "venue_exceptions_order_idx" ON "venue_exceptions" USING btree ("_order");
  CREATE INDEX "venue_exceptions_parent_id_idx" ON "venue_exceptions" USING btree ("_parent_id");
  CREATE INDEX "venue_hero_images_order_idx" ON "venue_hero_images" USING btree ("_order");
  CREATE INDEX "venue_hero_images_parent_id_idx" ON "venue_hero_images" USING btree ("_parent_id");
  CREATE INDEX "venue_rels_order_idx" ON "venue_rels" USING btree ("order");
  CREATE INDEX "venue_rels_parent_idx" ON "venue_rels" USING btree ("parent_id");
  CREATE INDEX "venue_rels_path_idx" ON "venue_rels" USING btree ("path");
  CREATE INDEX "venue_rels_media_id_idx" ON "venue_rels" USING btree ("media_id");
  CREATE INDEX "_venue_v_version_social_order_idx" ON "_venue_v_version_social" USING btree ("_order");
  CREATE INDEX "_venue_v_version_social_parent_id_idx" ON "_venue_v_version_social" USING btree ("_parent_id");
  CREATE INDEX "_venue_v_version_opening_hours_days_order_idx" ON "_venue_v_version_opening_hours_days" USING btree ("order");
  CREATE INDEX "_venue_v_version_opening_hours_days_parent_idx" ON "_venue_v_version_opening_hours_days" USING btree ("parent_id");
  CREATE INDEX "_venue_v_version_opening_hours_order_idx" ON "_venue_v_version_opening_hours" USING btree ("_order");
  CREATE INDEX "_venue_v_version_opening_hours_parent_id_idx" ON "_venue_v_version_opening_hours" USING btree ("_parent_id");
  CREATE INDEX "_venue_v_version_exceptions_order_idx" ON "_venue_v_version_exceptions" USING btree ("_order");
  CREATE INDEX "_venue_v_version_exceptions_parent_id_idx" ON "_venue_v_version_exceptions" USING btree ("_parent_id");
  CREATE INDEX "_venue_v_version_hero_images_order_idx" ON "_venue_v_version_hero_images" USING btree ("_order");
  CREATE INDEX "_venue_v_version_hero_images_parent_id_idx" ON "_venue_v_version_hero_images" USING btree ("_parent_id");
  CREATE INDEX "_venue_v_created_at_idx" ON "_venue_v" USING btree ("created_at");
  CREATE INDEX "_venue_v_updated_at_idx" ON "_venue_v" USING btree ("updated_at");
  CREATE INDEX "_venue_v_rels_order_idx" ON "_venue_v_rels" USING btree ("order");
  CREATE INDEX "_venue_v_rels_parent_idx" ON "_venue_v_rels" USING btree ("parent_id");
  CREATE INDEX "_venue_v_rels_path_idx" ON "_venue_v_rels" USING btree ("path");
  CREATE INDEX "_venue_v_rels_media_id_idx" ON "_venue_v_rels" USING btree ("media_id");`)
}

export async function down({ db, payload, req }: MigrateDownArgs): Promise<void> {
  await db.execute(sql`
   DROP TABLE "media_files" CASCADE;
  DROP TABLE "cms_content" CASCADE;
  DROP TABLE "_cms_content_v" CASCADE;
  DROP TABLE "cms_global_content" CASCADE;
  DROP TABLE "_cms_global_content_v" CASCADE;
  DROP TABLE "media" CASCADE;
  DROP TABLE "menus_items_diets" CASCADE;
  DROP TABLE "menus_items" CASCADE;
  DROP TABLE "menus" CASCADE;
  DROP TABLE "taps" CASCADE;
  DROP TABLE "common_good" CASCADE;
  DROP TABLE "users_sessions" CASCADE;
  DROP TABLE "users" CASCADE;
  DROP TABLE "payload_kv" CASCADE;
  DROP TABLE "payload_locked_documents" CASCADE;
  DROP TABLE "payload_locked_documents_rels" CASCADE;
  DROP TABLE "payload_preferences" CASCADE;
  DROP TABLE "payload_preferences_rels" CASCADE;
  DROP TABLE "payload_migrations" CASCADE;
  DROP TABLE "venue_social" CASCADE;
  DROP TABLE "venue_opening_hours_days" CASCADE;
  DROP TABLE "venue_opening_hours" CASCADE;
  DROP TABLE "venue_exceptions" CASCADE;
  DROP TABLE "venue_hero_images" CASCADE;
  DROP TABLE "venue" CASCADE;
  DROP TABLE "venue_rels" CASCADE;
  DROP TABLE "_venue_v_version_social" CASCADE;
  DROP TABLE "_venue_v_version_opening_hours_days" CASCADE;
  DROP TABLE "_venue_v_version_opening_hours" CASCADE;
  DROP TABLE "_venue_v_version_exceptions" CASCADE;
  DROP TABLE "_venue_v_version_hero_images" CASCADE;
  DROP TABLE "_venue_v" CASCADE;
  DROP TABLE "_venue_v_rels" CASCADE;
  DROP TYPE "public"."enum_cms_content_content_type";
  DROP TYPE "public"."enum_cms_content_status";
  DROP TYPE "public"."enum__cms_content_v_version_content_type";
  DROP TYPE "public"."enum__cms_content_v_version_status";
  DROP TYPE "public"."enum_cms_global_content_content_type";
  DROP TYPE "public"."enum_cms_global_content_status";
  DROP TYPE "public"."enum__cms_global_content_v_version_content_type";
  DROP TYPE "public"."enum__cms_global_content_v_version_status";
  DROP TYPE "public"."enum_menus_items_diets";
  DROP TYPE "public"."enum_menus_page";
  DROP TYPE "public"."enum_taps_status";
  DROP TYPE "public"."enum_taps_style";
  DROP TYPE "public"."enum_users_role";
  DROP TYPE "public"."enum_venue_opening_hours_days";
  DROP TYPE "public"."enum_venue_opening_hours_area";
  DROP TYPE "public"."enum_venue_exceptions_area";
  DROP TYPE "public"."enum_venue_hero_images_path";
  DROP TYPE "public"."enum__venue_v_version_opening_hours_days";
  DROP TYPE "public"."enum__venue_v_version_opening_hours_area";
  DROP TYPE "public"."enum__venue_v_version_exceptions_area";
  DROP TYPE "public"."enum__venue_v_version_hero_images_path";`)
}
