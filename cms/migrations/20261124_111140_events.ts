import { type MigrateDownArgs, type MigrateUpArgs, sql } from '@payloadcms/db-postgres'

export async function up({ db, payload, req }: MigrateUpArgs): Promise<void> {
  await db.execute(sql`
   CREATE TYPE "public"."enum_events_areas" AS ENUM('Beer Hall', 'Cafe', 'Cocktail Bar', 'Common Room', 'Kitchens', 'Event Spaces');
  CREATE TYPE "public"."enum_events_interests" AS ENUM('Private Events & Bookings', 'Corporate Hospitality', 'Wine Tastings & Masterclasses', 'Cocktail Masterclasses', 'Beer & Brewing Events', 'Cooking Classes', 'Art & Creative Workshops', 'Film & Cinema', 'Networking Events', 'Live Music & Entertainment', 'Special Occasions & Celebrations', 'Wedding & Party Catering', 'Business Meetings & Workspace');
  CREATE TYPE "public"."enum_events_status" AS ENUM('draft', 'published', 'cancelled', 'postponed', 'ended');
  CREATE TYPE "public"."enum_events_visibility" AS ENUM('public', 'members', 'secret');
  CREATE TYPE "public"."enum_events_payment" AS ENUM('free', 'credit', 'door');
  CREATE TYPE "public"."enum__events_v_version_areas" AS ENUM('Beer Hall', 'Cafe', 'Cocktail Bar', 'Common Room', 'Kitchens', 'Event Spaces');
  CREATE TYPE "public"."enum__events_v_version_interests" AS ENUM('Private Events & Bookings', 'Corporate Hospitality', 'Wine Tastings & Masterclasses', 'Cocktail Masterclasses', 'Beer & Brewing Events', 'Cooking Classes', 'Art & Creative Workshops', 'Film & Cinema', 'Networking Events', 'Live Music & Entertainment', 'Special Occasions & Celebrations', 'Wedding & Party Catering', 'Business Meetings & Workspace');
  CREATE TYPE "public"."enum__events_v_version_status" AS ENUM('draft', 'published', 'cancelled', 'postponed', 'ended');
  CREATE TYPE "public"."enum__events_v_version_visibility" AS ENUM('public', 'members', 'secret');
  CREATE TYPE "public"."enum__events_v_version_payment" AS ENUM('free', 'credit', 'door');
  CREATE TABLE "event_dates" (
  	"id" serial PRIMARY KEY NOT NULL,
  	"event" integer NOT NULL,
  	"original_start" text NOT NULL,
  	"slug" text NOT NULL,
  	"own" jsonb DEFAULT '{}'::jsonb NOT NULL,
  	"status" text NOT NULL,
  	"visibility" text NOT NULL,
  	"title" text NOT NULL,
  	"summary" text NOT NULL,
  	"starts_at" timestamp with time zone NOT NULL,
  	"ends_at" timestamp with time zone NOT NULL,
  	"doors_at" timestamp with time zone,
  	"day" text NOT NULL,
  	"slot" text NOT NULL,
  	"areas" text[] NOT NULL,
  	"interests" text[] NOT NULL,
  	"picture" integer,
  	"capacity" integer,
  	"max_party" integer NOT NULL,
  	"payment" text NOT NULL,
  	"price" bigint NOT NULL,
  	"member_price" bigint NOT NULL,
  	"common_good_percent" integer NOT NULL,
  	"taken" integer DEFAULT 0 NOT NULL,
  	"sequence" integer DEFAULT 0 NOT NULL,
  	"changed_at" timestamp with time zone DEFAULT now() NOT NULL,
  	"cancelled_at" timestamp with time zone,
  	CONSTRAINT "event_dates_slug_unique" UNIQUE("slug"),
  	CONSTRAINT "event_dates_original" UNIQUE("event","original_start")
  );
  
  CREATE TABLE "event_rsvps" (
  	"id" serial PRIMARY KEY NOT NULL,
  	"date" integer NOT NULL,
  	"member" integer,
  	"name" text,
  	"email" text,
  	"party" integer NOT NULL,
  	"status" text NOT NULL,
  	"price" bigint DEFAULT 0 NOT NULL,
  	"payment" text NOT NULL,
  	"hold" integer,
  	"transfer" bigint,
  	"key" text NOT NULL,
  	"queue" double precision,
  	"link_version" integer DEFAULT 1 NOT NULL,
  	"confirmed_at" timestamp with time zone,
  	"held_until" timestamp with time zone,
  	"offered_until" timestamp with time zone,
  	"inside" integer DEFAULT 0 NOT NULL,
  	"checked_in_at" timestamp with time zone,
  	"cancelled_by" text,
  	"cancelled_at" timestamp with time zone,
  	"note" text,
  	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
  	"version" integer DEFAULT 1 NOT NULL,
  	CONSTRAINT "event_rsvps_key" UNIQUE("date","key")
  );
  
  CREATE TABLE "event_links" (
  	"id" serial PRIMARY KEY NOT NULL,
  	"event" integer NOT NULL,
  	"scope" text NOT NULL,
  	"token_hash" text NOT NULL,
  	"name" text NOT NULL,
  	"email" text,
  	"created_by" integer,
  	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
  	"revoked_at" timestamp with time zone,
  	"last_used_at" timestamp with time zone,
  	CONSTRAINT "event_links_token_hash_unique" UNIQUE("token_hash")
  );
  
  CREATE TABLE "event_messages" (
  	"id" serial PRIMARY KEY NOT NULL,
  	"date" integer NOT NULL,
  	"audience" text NOT NULL,
  	"text" text NOT NULL,
  	"key" text NOT NULL,
  	"link" integer,
  	"staff" integer,
  	"recipients" integer NOT NULL,
  	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
  	CONSTRAINT "event_messages_key" UNIQUE("date","key")
  );
  
  CREATE TABLE "event_notices" (
  	"rsvp" integer NOT NULL,
  	"notice" text NOT NULL,
  	"at" timestamp with time zone DEFAULT now() NOT NULL,
  	CONSTRAINT "event_notices_rsvp_notice_pk" PRIMARY KEY("rsvp","notice")
  );
  
  CREATE TABLE "event_feedback" (
  	"rsvp" integer PRIMARY KEY NOT NULL,
  	"date" integer NOT NULL,
  	"score" integer NOT NULL,
  	"text" text,
  	"at" timestamp with time zone DEFAULT now() NOT NULL
  );
  
  CREATE TABLE "event_settings" (
  	"member" integer PRIMARY KEY NOT NULL,
  	"feed_version" integer DEFAULT 1 NOT NULL,
  	"wants_push" boolean DEFAULT true NOT NULL,
  	"changed_at" timestamp with time zone DEFAULT now() NOT NULL
  );
  
  CREATE TABLE "events_areas" (
  	"order" integer NOT NULL,
  	"parent_id" integer NOT NULL,
  	"value" "enum_events_areas",
  	"id" serial PRIMARY KEY NOT NULL
  );
  
  CREATE TABLE "events_interests" (
  	"order" integer NOT NULL,
  	"parent_id" integer NOT NULL,
  	"value" "enum_events_interests",
  	"id" serial PRIMARY KEY NOT NULL
  );
  
  CREATE TABLE "events" (
  	"id" serial PRIMARY KEY NOT NULL,
  	"title" varchar NOT NULL,
  	"slug" varchar NOT NULL,
  	"status" "enum_events_status" DEFAULT 'draft' NOT NULL,
  	"summary" varchar NOT NULL,
  	"body" varchar,
  	"picture_id" integer,
  	"start" varchar NOT NULL,
  	"end" varchar NOT NULL,
  	"doors" varchar,
  	"later_hour" boolean DEFAULT false,
  	"rule" varchar,
  	"left_out" jsonb,
  	"continues_id" integer,
  	"visibility" "enum_events_visibility" DEFAULT 'public' NOT NULL,
  	"capacity" numeric,
  	"max_party" numeric DEFAULT 6 NOT NULL,
  	"payment" "enum_events_payment" DEFAULT 'free' NOT NULL,
  	"price_cents" numeric,
  	"member_price_cents" numeric,
  	"common_good_percent" numeric DEFAULT 1 NOT NULL,
  	"organiser_name" varchar,
  	"organiser_email" varchar,
  	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
  	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
  	"deleted_at" timestamp(3) with time zone
  );
  
  CREATE TABLE "_events_v_version_areas" (
  	"order" integer NOT NULL,
  	"parent_id" integer NOT NULL,
  	"value" "enum__events_v_version_areas",
  	"id" serial PRIMARY KEY NOT NULL
  );
  
  CREATE TABLE "_events_v_version_interests" (
  	"order" integer NOT NULL,
  	"parent_id" integer NOT NULL,
  	"value" "enum__events_v_version_interests",
  	"id" serial PRIMARY KEY NOT NULL
  );
  
  CREATE TABLE "_events_v" (
  	"id" serial PRIMARY KEY NOT NULL,
  	"parent_id" integer,
  	"version_title" varchar NOT NULL,
  	"version_slug" varchar NOT NULL,
  	"version_status" "enum__events_v_version_status" DEFAULT 'draft' NOT NULL,
  	"version_summary" varchar NOT NULL,
  	"version_body" varchar,
  	"version_picture_id" integer,
  	"version_start" varchar NOT NULL,
  	"version_end" varchar NOT NULL,
  	"version_doors" varchar,
  	"version_later_hour" boolean DEFAULT false,
  	"version_rule" varchar,
  	"version_left_out" jsonb,
  	"version_continues_id" integer,
  	"version_visibility" "enum__events_v_version_visibility" DEFAULT 'public' NOT NULL,
  	"version_capacity" numeric,
  	"version_max_party" numeric DEFAULT 6 NOT NULL,
  	"version_payment" "enum__events_v_version_payment" DEFAULT 'free' NOT NULL,
  	"version_price_cents" numeric,
  	"version_member_price_cents" numeric,
  	"version_common_good_percent" numeric DEFAULT 1 NOT NULL,
  	"version_organiser_name" varchar,
  	"version_organiser_email" varchar,
  	"version_updated_at" timestamp(3) with time zone,
  	"version_created_at" timestamp(3) with time zone,
  	"version_deleted_at" timestamp(3) with time zone,
  	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
  	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL
  );
  
  ALTER TABLE "events_areas" ADD CONSTRAINT "events_areas_parent_fk" FOREIGN KEY ("parent_id") REFERENCES "public"."events"("id") ON DELETE cascade ON UPDATE no action;
  ALTER TABLE "events_interests" ADD CONSTRAINT "events_interests_parent_fk" FOREIGN KEY ("parent_id") REFERENCES "public"."events"("id") ON DELETE cascade ON UPDATE no action;
  ALTER TABLE "events" ADD CONSTRAINT "events_picture_id_media_id_fk" FOREIGN KEY ("picture_id") REFERENCES "public"."media"("id") ON DELETE set null ON UPDATE no action;
  ALTER TABLE "events" ADD CONSTRAINT "events_continues_id_events_id_fk" FOREIGN KEY ("continues_id") REFERENCES "public"."events"("id") ON DELETE set null ON UPDATE no action;
  ALTER TABLE "_events_v_version_areas" ADD CONSTRAINT "_events_v_version_areas_parent_fk" FOREIGN KEY ("parent_id") REFERENCES "public"."_events_v"("id") ON DELETE cascade ON UPDATE no action;
  ALTER TABLE "_events_v_version_interests" ADD CONSTRAINT "_events_v_version_interests_parent_fk" FOREIGN KEY ("parent_id") REFERENCES "public"."_events_v"("id") ON DELETE cascade ON UPDATE no action;
  ALTER TABLE "_events_v" ADD CONSTRAINT "_events_v_parent_id_events_id_fk" FOREIGN KEY ("parent_id") REFERENCES "public"."events"("id") ON DELETE set null ON UPDATE no action;
  ALTER TABLE "_events_v" ADD CONSTRAINT "_events_v_version_picture_id_media_id_fk" FOREIGN KEY ("version_picture_id") REFERENCES "public"."media"("id") ON DELETE set null ON UPDATE no action;
  ALTER TABLE "_events_v" ADD CONSTRAINT "_events_v_version_continues_id_events_id_fk" FOREIGN KEY ("version_continues_id") REFERENCES "public"."events"("id") ON DELETE set null ON UPDATE no action;
  CREATE INDEX "event_dates_starts_at_idx" ON "event_dates" USING btree ("starts_at");
  CREATE INDEX "event_dates_ends_at_idx" ON "event_dates" USING btree ("ends_at");
  CREATE UNIQUE INDEX "event_rsvps_email_idx" ON "event_rsvps" USING btree ("date","email") WHERE "event_rsvps"."status" in ('held', 'going', 'waitlisted', 'offered', 'attended', 'no_show');
  CREATE UNIQUE INDEX "event_rsvps_member_idx" ON "event_rsvps" USING btree ("date","member") WHERE "event_rsvps"."status" in ('held', 'going', 'waitlisted', 'offered', 'attended', 'no_show');
  CREATE INDEX "event_rsvps_waitlist_idx" ON "event_rsvps" USING btree ("date","queue") WHERE "event_rsvps"."status" in ('waitlisted');
  CREATE INDEX "event_rsvps_held_until_idx" ON "event_rsvps" USING btree ("held_until") WHERE "event_rsvps"."status" in ('held');
  CREATE INDEX "event_rsvps_offered_until_idx" ON "event_rsvps" USING btree ("offered_until") WHERE "event_rsvps"."status" in ('offered');
  CREATE INDEX "event_rsvps_of_member_idx" ON "event_rsvps" USING btree ("member");
  CREATE INDEX "event_rsvps_of_email_idx" ON "event_rsvps" USING btree ("email");
  CREATE INDEX "event_links_event_idx" ON "event_links" USING btree ("event");
  CREATE INDEX "event_feedback_date_idx" ON "event_feedback" USING btree ("date");
  CREATE INDEX "events_areas_order_idx" ON "events_areas" USING btree ("order");
  CREATE INDEX "events_areas_parent_idx" ON "events_areas" USING btree ("parent_id");
  CREATE INDEX "events_interests_order_idx" ON "events_interests" USING btree ("order");
  CREATE INDEX "events_interests_parent_idx" ON "events_interests" USING btree ("parent_id");
  CREATE UNIQUE INDEX "events_slug_idx" ON "events" USING btree ("slug");
  CREATE INDEX "events_status_idx" ON "events" USING btree ("status");
  CREATE INDEX "events_picture_idx" ON "events" USING btree ("picture_id");
  CREATE INDEX "events_continues_idx" ON "events" USING btree ("continues_id");
  CREATE INDEX "events_updated_at_idx" ON "events" USING btree ("updated_at");
  CREATE INDEX "events_created_at_idx" ON "events" USING btree ("created_at");
  CREATE INDEX "events_deleted_at_idx" ON "events" USING btree ("deleted_at");
  CREATE INDEX "_events_v_version_areas_order_idx" ON "_events_v_version_areas" USING btree ("order");
  CREATE INDEX "_events_v_version_areas_parent_idx" ON "_events_v_version_areas" USING btree ("parent_id");
  CREATE INDEX "_events_v_version_interests_order_idx" ON "_events_v_version_interests" USING btree ("order");
  CREATE INDEX "_events_v_version_interests_parent_idx" ON "_events_v_version_interests" USING btree ("parent_id");
  CREATE INDEX "_events_v_parent_idx" ON "_events_v" USING btree ("parent_id");
  CREATE INDEX "_events_v_version_version_slug_idx" ON "_events_v" USING btree ("version_slug");
  CREATE INDEX "_events_v_version_version_status_idx" ON "_events_v" USING btree ("version_status");
  CREATE INDEX "_events_v_version_version_picture_idx" ON "_events_v" USING btree ("version_picture_id");
  CREATE INDEX "_events_v_version_version_continues_idx" ON "_events_v" USING btree ("version_continues_id");
  CREATE INDEX "_events_v_version_version_updated_at_idx" ON "_events_v" USING btree ("version_updated_at");
  CREATE INDEX "_events_v_version_version_created_at_idx" ON "_events_v" USING btree ("version_created_at");
  CREATE INDEX "_events_v_version_version_deleted_at_idx" ON "_events_v" USING btree ("version_deleted_at");
  CREATE INDEX "_events_v_created_at_idx" ON "_events_v" USING btree ("created_at");
  CREATE INDEX "_events_v_updated_at_idx" ON "_events_v" USING btree ("updated_at");`)
}

export async function down({ db, payload, req }: MigrateDownArgs): Promise<void> {
  await db.execute(sql`
   DROP TABLE "event_dates" CASCADE;
  DROP TABLE "event_rsvps" CASCADE;
  DROP TABLE "event_links" CASCADE;
  DROP TABLE "event_messages" CASCADE;
  DROP TABLE "event_notices" CASCADE;
  DROP TABLE "event_feedback" CASCADE;
  DROP TABLE "event_settings" CASCADE;
  DROP TABLE "events_areas" CASCADE;
  DROP TABLE "events_interests" CASCADE;
  DROP TABLE "events" CASCADE;
  DROP TABLE "_events_v_version_areas" CASCADE;
  DROP TABLE "_events_v_version_interests" CASCADE;
  DROP TABLE "_events_v" CASCADE;
  DROP TYPE "public"."enum_events_areas";
  DROP TYPE "public"."enum_events_interests";
  DROP TYPE "public"."enum_events_status";
  DROP TYPE "public"."enum_events_visibility";
  DROP TYPE "public"."enum_events_payment";
  DROP TYPE "public"."enum__events_v_version_areas";
  DROP TYPE "public"."enum__events_v_version_interests";
  DROP TYPE "public"."enum__events_v_version_status";
  DROP TYPE "public"."enum__events_v_version_visibility";
  DROP TYPE "public"."enum__events_v_version_payment";`)
}
