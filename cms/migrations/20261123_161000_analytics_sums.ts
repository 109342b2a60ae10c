import { type MigrateDownArgs, type MigrateUpArgs, sql } from '@payloadcms/db-postgres'

export async function up({ db, payload, req }: MigrateUpArgs): Promise<void> {
  await db.execute(sql`
   CREATE TABLE "analytics_visits" (
  	"period" text NOT NULL,
  	"start" date NOT NULL,
  	"segment" integer NOT NULL,
  	"entry_page" text NOT NULL,
  	"sessions" integer NOT NULL,
  	"visitors" integer NOT NULL,
  	"views" integer NOT NULL,
  	"bounces" integer NOT NULL,
  	"scroll" bigint NOT NULL
  );
  
  CREATE TABLE "analytics_pages" (
  	"period" text NOT NULL,
  	"start" date NOT NULL,
  	"segment" integer NOT NULL,
  	"page_path" text NOT NULL,
  	"sessions" integer NOT NULL,
  	"visitors" integer NOT NULL,
  	"views" integer NOT NULL,
  	"bounces" integer NOT NULL,
  	"scroll" bigint NOT NULL,
  	"entries" integer NOT NULL,
  	"exits" integer NOT NULL
  );
  
  CREATE TABLE "analytics_times" (
  	"period" text NOT NULL,
  	"start" date NOT NULL,
  	"device_type" text NOT NULL,
  	"is_authenticated" boolean NOT NULL,
  	"bot" text,
  	"page_path" text NOT NULL,
  	"seconds" integer NOT NULL,
  	"views" integer NOT NULL
  );
  
  CREATE TABLE "analytics_moves" (
  	"period" text NOT NULL,
  	"start" date NOT NULL,
  	"device_type" text NOT NULL,
  	"is_authenticated" boolean NOT NULL,
  	"bot" text,
  	"from_page" text NOT NULL,
  	"to_page" text NOT NULL,
  	"transition_type" text NOT NULL,
  	"moves" integer NOT NULL,
  	"sessions" integer NOT NULL
  );
  
  CREATE TABLE "analytics_actions" (
  	"period" text NOT NULL,
  	"start" date NOT NULL,
  	"device_type" text NOT NULL,
  	"is_authenticated" boolean NOT NULL,
  	"bot" text,
  	"page_path" text NOT NULL,
  	"interaction_type" text NOT NULL,
  	"element" text,
  	"interactions" integer NOT NULL,
  	"sessions" integer NOT NULL
  );
  
  CREATE TABLE "analytics_vitals" (
  	"period" text NOT NULL,
  	"start" date NOT NULL,
  	"device_type" text NOT NULL,
  	"is_authenticated" boolean NOT NULL,
  	"bot" text,
  	"page_path" text NOT NULL,
  	"metric" text NOT NULL,
  	"value" integer NOT NULL,
  	"views" integer NOT NULL
  );
  
  CREATE TABLE "analytics_funnels" (
  	"period" text NOT NULL,
  	"start" date NOT NULL,
  	"segment" integer NOT NULL,
  	"funnel" text NOT NULL,
  	"step" smallint NOT NULL,
  	"sessions" integer NOT NULL
  );
  
  CREATE TABLE "analytics_months" (
  	"start" date PRIMARY KEY NOT NULL,
  	"rolled_at" timestamp with time zone DEFAULT now() NOT NULL
  );
  
  CREATE TABLE "analytics_titles" (
  	"page_path" text PRIMARY KEY NOT NULL,
  	"page_title" text NOT NULL,
  	"day" date NOT NULL
  );
  
  CREATE TABLE "analytics_own_funnels" (
  	"id" serial PRIMARY KEY NOT NULL,
  	"name" text NOT NULL,
  	"steps" jsonb NOT NULL,
  	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
  	"counted_at" timestamp with time zone
  );
  
  CREATE INDEX "analytics_visits_start_idx" ON "analytics_visits" USING btree ("period","start");
  CREATE INDEX "analytics_pages_start_idx" ON "analytics_pages" USING btree ("period","start");
  CREATE INDEX "analytics_times_start_idx" ON "analytics_times" USING btree ("period","start");
  CREATE INDEX "analytics_moves_start_idx" ON "analytics_moves" USING btree ("period","start");
  CREATE INDEX "analytics_actions_start_idx" ON "analytics_actions" USING btree ("period","start");
  CREATE INDEX "analytics_vitals_start_idx" ON "analytics_vitals" USING btree ("period","start");
  CREATE INDEX "analytics_funnels_start_idx" ON "analytics_funnels" USING btree ("period","start");`)
}

export async function down({ db, payload, req }: MigrateDownArgs): Promise<void> {
  await db.execute(sql`
   DROP TABLE "analytics_visits" CASCADE;
  DROP TABLE "analytics_pages" CASCADE;
  DROP TABLE "analytics_times" CASCADE;
  DROP TABLE "analytics_moves" CASCADE;
  DROP TABLE "analytics_actions" CASCADE;
  DROP TABLE "analytics_vitals" CASCADE;
  DROP TABLE "analytics_funnels" CASCADE;
  DROP TABLE "analytics_months" CASCADE;
  DROP TABLE "analytics_titles" CASCADE;
  DROP TABLE "analytics_own_funnels" CASCADE;`)
}
