import { type MigrateDownArgs, type MigrateUpArgs, sql } from '@payloadcms/db-postgres'

/**
 * The raw tables have no partitions yet: the program creates those of a month when it needs them. A backup that held
 * salts would keep them beyond their day.
 */
export async function up({ db, payload, req }: MigrateUpArgs): Promise<void> {
  await db.execute(sql`
   CREATE TABLE "user_sessions" (
  	"day" date NOT NULL,
  	"session_id" text NOT NULL,
  	"visitor_id" text NOT NULL,
  	"number" integer NOT NULL,
  	"user_id" integer,
  	"started_at" timestamp with time zone NOT NULL,
  	"last_at" timestamp with time zone NOT NULL,
  	"ended_at" timestamp with time zone,
  	"user_agent" text NOT NULL,
  	"referrer" text,
  	"device_type" text NOT NULL,
  	"browser" text NOT NULL,
  	"os" text NOT NULL,
  	"country" text,
  	"source" text,
  	"medium" text,
  	"campaign" text,
  	"is_authenticated" boolean NOT NULL,
  	"entry_page" text NOT NULL,
  	"exit_page" text NOT NULL,
  	"exit_at" timestamp with time zone,
  	"views" integer NOT NULL,
  	"interactions" integer NOT NULL,
  	"bot" text,
  	"is_data_center" boolean NOT NULL,
  	"is_automated" boolean DEFAULT false NOT NULL,
  	"segment" integer NOT NULL,
  	CONSTRAINT "user_sessions_day_session_id_pk" PRIMARY KEY("day","session_id")
  ) PARTITION BY RANGE ("day");

  CREATE TABLE "page_views" (
  	"day" date NOT NULL,
  	"session_id" text NOT NULL,
  	"id" text NOT NULL,
  	"user_id" integer,
  	"page_path" text NOT NULL,
  	"page_title" text NOT NULL,
  	"referrer" text,
  	"viewed_at" timestamp with time zone NOT NULL,
  	"time_spent_seconds" integer NOT NULL,
  	"scroll_depth_percent" integer NOT NULL,
  	"is_bounce" boolean NOT NULL,
  	"is_entry" boolean NOT NULL,
  	"lcp_ms" integer,
  	"inp_ms" integer,
  	"fcp_ms" integer,
  	"ttfb_ms" integer,
  	"cls" real,
  	CONSTRAINT "page_views_day_session_id_id_pk" PRIMARY KEY("day","session_id","id")
  ) PARTITION BY RANGE ("day");

  CREATE TABLE "user_journeys" (
  	"day" date NOT NULL,
  	"session_id" text NOT NULL,
  	"id" text NOT NULL,
  	"user_id" integer,
  	"from_page" text NOT NULL,
  	"to_page" text NOT NULL,
  	"transition_type" text NOT NULL,
  	"at" timestamp with time zone NOT NULL,
  	CONSTRAINT "user_journeys_day_session_id_id_pk" PRIMARY KEY("day","session_id","id")
  ) PARTITION BY RANGE ("day");

  CREATE TABLE "user_interactions" (
  	"day" date NOT NULL,
  	"session_id" text NOT NULL,
  	"id" text NOT NULL,
  	"user_id" integer,
  	"page_path" text NOT NULL,
  	"interaction_type" text NOT NULL,
  	"element_id" text,
  	"element_class" text,
  	"element_text" text,
  	"coordinates" jsonb,
  	"additional_data" jsonb,
  	"at" timestamp with time zone NOT NULL,
  	CONSTRAINT "user_interactions_day_session_id_id_pk" PRIMARY KEY("day","session_id","id")
  ) PARTITION BY RANGE ("day");

  CREATE TABLE "analytics_salts" (
  	"day" date PRIMARY KEY NOT NULL,
  	"salt" "bytea" NOT NULL
  );
  COMMENT ON TABLE "analytics_salts" IS 'not backed up';

  CREATE TABLE "analytics_segments" (
  	"id" serial PRIMARY KEY NOT NULL,
  	"device_type" text NOT NULL,
  	"browser" text NOT NULL,
  	"os" text NOT NULL,
  	"country" text,
  	"is_authenticated" boolean NOT NULL,
  	"bot" text,
  	"source" text,
  	"medium" text,
  	"campaign" text,
  	CONSTRAINT "analytics_segments_unique" UNIQUE NULLS NOT DISTINCT("device_type","browser","os","country","is_authenticated","bot","source","medium","campaign")
  );

  CREATE TABLE "analytics_days" (
  	"day" date PRIMARY KEY NOT NULL,
  	"rolled_at" timestamp with time zone,
  	"dirty_at" timestamp with time zone,
  	"bot_rules" integer
  );

  ALTER TABLE "members" ADD COLUMN "analytics_consent" boolean DEFAULT false NOT NULL;
  ALTER TABLE "members" ADD COLUMN "analytics_consent_at" timestamp(3) with time zone;
  CREATE INDEX "user_sessions_visitor_idx" ON "user_sessions" USING btree ("day","visitor_id","number");
  CREATE INDEX "user_sessions_user_idx" ON "user_sessions" USING btree ("user_id") WHERE "user_sessions"."user_id" is not null;
  CREATE INDEX "page_views_user_idx" ON "page_views" USING btree ("user_id") WHERE "page_views"."user_id" is not null;
  CREATE INDEX "user_journeys_user_idx" ON "user_journeys" USING btree ("user_id") WHERE "user_journeys"."user_id" is not null;
  CREATE INDEX "user_interactions_user_idx" ON "user_interactions" USING btree ("user_id") WHERE "user_interactions"."user_id" is not null;`)
}

export async function down({ db, payload, req }: MigrateDownArgs): Promise<void> {
  await db.execute(sql`
   DROP TABLE "user_sessions" CASCADE;
  DROP TABLE "page_views" CASCADE;
  DROP TABLE "user_journeys" CASCADE;
  DROP TABLE "user_interactions" CASCADE;
  DROP TABLE "analytics_salts" CASCADE;
  DROP TABLE "analytics_segments" CASCADE;
  DROP TABLE "analytics_days" CASCADE;
  ALTER TABLE "members" DROP COLUMN "analytics_consent";
  ALTER TABLE "members" DROP COLUMN "analytics_consent_at";`)
}
