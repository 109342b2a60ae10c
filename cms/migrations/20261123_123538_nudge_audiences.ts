import { type MigrateDownArgs, type MigrateUpArgs, sql } from '@payloadcms/db-postgres'

/**
 * All processes of the earlier version must have ended: they store no `expires_at`, and do not know the new
 * audiences. All deliveries are written again, while `nudge_deliveries` is locked.
 */
export async function up({ db, payload, req }: MigrateUpArgs): Promise<void> {
  await db.execute(sql`
   CREATE TYPE "public"."enum_nudges_areas" AS ENUM('Beer Hall', 'Cafe', 'Cocktail Bar', 'Common Room', 'Kitchens', 'Event Spaces');
  CREATE TYPE "public"."enum_nudges_time_slots" AS ENUM('Morning', 'Afternoon', 'Evening', 'Late Night');
  CREATE TYPE "public"."enum_nudges_beer_styles" AS ENUM('IPA', 'Lager', 'Stout', 'Porter', 'Wheat Beer', 'Pilsner', 'Pale Ale', 'Saison', 'Sour Beer', 'Belgian', 'Cider');
  CREATE TABLE "nudges_areas" (
  	"order" integer NOT NULL,
  	"parent_id" integer NOT NULL,
  	"value" "enum_nudges_areas",
  	"id" serial PRIMARY KEY NOT NULL
  );
  
  CREATE TABLE "nudges_time_slots" (
  	"order" integer NOT NULL,
  	"parent_id" integer NOT NULL,
  	"value" "enum_nudges_time_slots",
  	"id" serial PRIMARY KEY NOT NULL
  );
  
  CREATE TABLE "nudges_beer_styles" (
  	"order" integer NOT NULL,
  	"parent_id" integer NOT NULL,
  	"value" "enum_nudges_beer_styles",
  	"id" serial PRIMARY KEY NOT NULL
  );
  
  CREATE TABLE "venue_topics" (
  	"_order" integer NOT NULL,
  	"_parent_id" integer NOT NULL,
  	"id" varchar PRIMARY KEY NOT NULL,
  	"name" varchar NOT NULL
  );
  
  CREATE TABLE "_venue_v_version_topics" (
  	"_order" integer NOT NULL,
  	"_parent_id" integer NOT NULL,
  	"id" serial PRIMARY KEY NOT NULL,
  	"name" varchar NOT NULL,
  	"_uuid" varchar
  );
  
  CREATE TABLE "nudge_views" (
  	"token" text PRIMARY KEY NOT NULL,
  	"nudge" integer NOT NULL,
  	"shown_at" timestamp with time zone DEFAULT now() NOT NULL,
  	"clicked_at" timestamp with time zone
  );
  
  ALTER TYPE "public"."enum_nudges_audience" RENAME VALUE 'interests' TO 'chosen';
  ALTER TYPE "public"."enum_nudges_audience" ADD VALUE 'person';
  ALTER TABLE "push_devices" ADD COLUMN "time_slots" jsonb;
  ALTER TABLE "push_devices" ADD COLUMN "accepted_at" timestamp with time zone;
  ALTER TABLE "push_devices" ADD COLUMN "unanswered_nudge" integer;
  UPDATE "push_devices" AS p SET "accepted_at" = d."accepted_at"
    FROM (SELECT "device", min("accepted_at") AS "accepted_at" FROM "nudge_deliveries" GROUP BY "device") AS d
    WHERE d."device" = p."id";
  ALTER TABLE "nudge_deliveries" ADD COLUMN "expires_at" timestamp with time zone;
  UPDATE "nudge_deliveries" AS d SET "expires_at" = coalesce(
    (SELECT n."sent_at" + n."ttl_minutes" * interval '1 minute' FROM "nudges" AS n WHERE n."id" = d."nudge"),
    d."due_at");
  ALTER TABLE "nudge_deliveries" ALTER COLUMN "expires_at" SET NOT NULL;
  CREATE INDEX "nudge_deliveries_open_idx" ON "nudge_deliveries" USING btree ("nudge") WHERE "nudge_deliveries"."state" in ('queued', 'claimed', 'handed_over');
  ALTER TABLE "letters" ADD COLUMN "audience_own_topics" jsonb DEFAULT '[]'::jsonb;
  ALTER TABLE "_letters_v" ADD COLUMN "version_audience_own_topics" jsonb DEFAULT '[]'::jsonb;
  ALTER TABLE "subscribers" ADD COLUMN "own_topics" jsonb DEFAULT '[]'::jsonb;
  ALTER TABLE "nudges" ADD COLUMN "icon_id" integer;
  ALTER TABLE "nudges" ADD COLUMN "own_topics" jsonb DEFAULT '[]'::jsonb;
  ALTER TABLE "nudges" ADD COLUMN "person_id" integer;
  ALTER TABLE "nudges" ADD COLUMN "in_slot" boolean DEFAULT false;
  ALTER TABLE "nudges" ADD COLUMN "missed_at" timestamp(3) with time zone;
  ALTER TABLE "nudges_areas" ADD CONSTRAINT "nudges_areas_parent_fk" FOREIGN KEY ("parent_id") REFERENCES "public"."nudges"("id") ON DELETE cascade ON UPDATE no action;
  ALTER TABLE "nudges_time_slots" ADD CONSTRAINT "nudges_time_slots_parent_fk" FOREIGN KEY ("parent_id") REFERENCES "public"."nudges"("id") ON DELETE cascade ON UPDATE no action;
  ALTER TABLE "nudges_beer_styles" ADD CONSTRAINT "nudges_beer_styles_parent_fk" FOREIGN KEY ("parent_id") REFERENCES "public"."nudges"("id") ON DELETE cascade ON UPDATE no action;
  ALTER TABLE "venue_topics" ADD CONSTRAINT "venue_topics_parent_id_fk" FOREIGN KEY ("_parent_id") REFERENCES "public"."venue"("id") ON DELETE cascade ON UPDATE no action;
  ALTER TABLE "_venue_v_version_topics" ADD CONSTRAINT "_venue_v_version_topics_parent_id_fk" FOREIGN KEY ("_parent_id") REFERENCES "public"."_venue_v"("id") ON DELETE cascade ON UPDATE no action;
  CREATE INDEX "nudge_views_nudge_idx" ON "nudge_views" USING btree ("nudge");
  CREATE INDEX "nudge_views_shown_at_idx" ON "nudge_views" USING btree ("shown_at");
  CREATE INDEX "nudges_areas_order_idx" ON "nudges_areas" USING btree ("order");
  CREATE INDEX "nudges_areas_parent_idx" ON "nudges_areas" USING btree ("parent_id");
  CREATE INDEX "nudges_time_slots_order_idx" ON "nudges_time_slots" USING btree ("order");
  CREATE INDEX "nudges_time_slots_parent_idx" ON "nudges_time_slots" USING btree ("parent_id");
  CREATE INDEX "nudges_beer_styles_order_idx" ON "nudges_beer_styles" USING btree ("order");
  CREATE INDEX "nudges_beer_styles_parent_idx" ON "nudges_beer_styles" USING btree ("parent_id");
  CREATE INDEX "venue_topics_order_idx" ON "venue_topics" USING btree ("_order");
  CREATE INDEX "venue_topics_parent_id_idx" ON "venue_topics" USING btree ("_parent_id");
  CREATE INDEX "_venue_v_version_topics_order_idx" ON "_venue_v_version_topics" USING btree ("_order");
  CREATE INDEX "_venue_v_version_topics_parent_id_idx" ON "_venue_v_version_topics" USING btree ("_parent_id");
  ALTER TABLE "nudges" ADD CONSTRAINT "nudges_icon_id_media_id_fk" FOREIGN KEY ("icon_id") REFERENCES "public"."media"("id") ON DELETE set null ON UPDATE no action;
  ALTER TABLE "nudges" ADD CONSTRAINT "nudges_person_id_members_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."members"("id") ON DELETE set null ON UPDATE no action;
  CREATE INDEX "nudges_icon_idx" ON "nudges" USING btree ("icon_id");
  CREATE INDEX "nudges_person_idx" ON "nudges" USING btree ("person_id");`)
}

/**
 * The earlier version sends a nudge or letter without interests to everybody. So what is only for one person, or
 * chosen by another list, is not sent any more.
 */
export async function down({ db, payload, req }: MigrateDownArgs): Promise<void> {
  await db.execute(sql`
   UPDATE "nudges" SET "state" = 'draft', "at" = null
    WHERE "state" = 'scheduled' AND "audience" IN ('chosen', 'person');
  UPDATE "nudges" SET "state" = 'cancelled'
    WHERE "audience" IN ('chosen', 'person')
      AND ("state" = 'sending' OR ("state" = 'sent' AND "sent_at" > now() - interval '10 minutes'));
  UPDATE "letters" SET "state" = 'draft', "send_at" = null
    WHERE "state" = 'scheduled' AND "audience_own_topics" <> '[]'::jsonb;
  UPDATE "push_devices" SET "topics" = (
    SELECT jsonb_agg(topic) FROM jsonb_array_elements_text("topics") AS topic
     WHERE topic IN (SELECT unnest(enum_range(null::"enum_nudges_interests"))::text))
    WHERE "topics" IS NOT NULL;
  ALTER TABLE "nudges_areas" DISABLE ROW LEVEL SECURITY;
  ALTER TABLE "nudges_time_slots" DISABLE ROW LEVEL SECURITY;
  ALTER TABLE "nudges_beer_styles" DISABLE ROW LEVEL SECURITY;
  ALTER TABLE "venue_topics" DISABLE ROW LEVEL SECURITY;
  ALTER TABLE "_venue_v_version_topics" DISABLE ROW LEVEL SECURITY;
  ALTER TABLE "nudge_views" DISABLE ROW LEVEL SECURITY;
  DROP TABLE "nudges_areas" CASCADE;
  DROP TABLE "nudges_time_slots" CASCADE;
  DROP TABLE "nudges_beer_styles" CASCADE;
  DROP TABLE "venue_topics" CASCADE;
  DROP TABLE "_venue_v_version_topics" CASCADE;
  DROP TABLE "nudge_views" CASCADE;
  ALTER TABLE "nudges" DROP CONSTRAINT "nudges_icon_id_media_id_fk";
  
  ALTER TABLE "nudges" DROP CONSTRAINT "nudges_person_id_members_id_fk";
  
  ALTER TABLE "nudges" ALTER COLUMN "audience" SET DATA TYPE text;
  ALTER TABLE "nudges" ALTER COLUMN "audience" SET DEFAULT 'everyone'::text;
  UPDATE "nudges" SET "audience" = 'interests' WHERE "audience" IN ('chosen', 'person');
  DROP TYPE "public"."enum_nudges_audience";
  CREATE TYPE "public"."enum_nudges_audience" AS ENUM('everyone', 'members', 'interests');
  ALTER TABLE "nudges" ALTER COLUMN "audience" SET DEFAULT 'everyone'::"public"."enum_nudges_audience";
  ALTER TABLE "nudges" ALTER COLUMN "audience" SET DATA TYPE "public"."enum_nudges_audience" USING "audience"::"public"."enum_nudges_audience";
  DROP INDEX "nudges_icon_idx";
  DROP INDEX "nudges_person_idx";
  DROP INDEX "nudge_deliveries_open_idx";
  ALTER TABLE "push_devices" DROP COLUMN "time_slots";
  ALTER TABLE "push_devices" DROP COLUMN "accepted_at";
  ALTER TABLE "push_devices" DROP COLUMN "unanswered_nudge";
  ALTER TABLE "nudge_deliveries" DROP COLUMN "expires_at";
  ALTER TABLE "letters" DROP COLUMN "audience_own_topics";
  ALTER TABLE "_letters_v" DROP COLUMN "version_audience_own_topics";
  ALTER TABLE "subscribers" DROP COLUMN "own_topics";
  ALTER TABLE "nudges" DROP COLUMN "icon_id";
  ALTER TABLE "nudges" DROP COLUMN "own_topics";
  ALTER TABLE "nudges" DROP COLUMN "person_id";
  ALTER TABLE "nudges" DROP COLUMN "in_slot";
  ALTER TABLE "nudges" DROP COLUMN "missed_at";
  DROP TYPE "public"."enum_nudges_areas";
  DROP TYPE "public"."enum_nudges_time_slots";
  DROP TYPE "public"."enum_nudges_beer_styles";`)
}
