import { type MigrateUpArgs, sql } from '@payloadcms/db-postgres'

export async function up({ db }: MigrateUpArgs): Promise<void> {
  await db.execute(sql`
   CREATE TYPE "public"."enum_tables_area" AS ENUM('Beer Hall', 'Cafe', 'Cocktail Bar', 'Common Room', 'Kitchens', 'Event Spaces');
  CREATE TYPE "public"."enum_booking_rules_days" AS ENUM('mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun');
  CREATE TYPE "public"."enum_booking_rules_area" AS ENUM('Beer Hall', 'Cafe', 'Cocktail Bar', 'Common Room', 'Kitchens', 'Event Spaces');
  CREATE TYPE "public"."enum_booking_closures_area" AS ENUM('Beer Hall', 'Cafe', 'Cocktail Bar', 'Common Room', 'Kitchens', 'Event Spaces');
  CREATE TABLE "bookings" (
  	"id" serial PRIMARY KEY NOT NULL,
  	"area" text NOT NULL,
  	"day" text NOT NULL,
  	"starts_at" timestamp with time zone NOT NULL,
  	"ends_at" timestamp with time zone NOT NULL,
  	"party" integer NOT NULL,
  	"source" text NOT NULL,
  	"deposit" bigint DEFAULT 0 NOT NULL,
  	"cancel_until" timestamp with time zone NOT NULL,
  	"phone" text,
  	"notes" text,
  	"occasion" text,
  	"high_chair" boolean DEFAULT false NOT NULL,
  	"step_free" boolean DEFAULT false NOT NULL,
  	"quoted_for" timestamp with time zone,
  	"late_minutes" integer DEFAULT 0 NOT NULL,
  	"seated_at" timestamp with time zone,
  	"finished_at" timestamp with time zone,
  	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
  	"version" integer DEFAULT 1 NOT NULL
  );
  
  CREATE TABLE "booking_tables" (
  	"id" serial PRIMARY KEY NOT NULL,
  	"booking" integer NOT NULL,
  	"table_id" integer NOT NULL,
  	"during" "tstzrange" NOT NULL,
  	"arrivals" integer NOT NULL,
  	"active" boolean DEFAULT true NOT NULL,
  	"held_until" timestamp with time zone
  );
  
  CREATE TABLE "booking_health" (
  	"booking" integer PRIMARY KEY NOT NULL,
  	"text" text NOT NULL
  );
  
  CREATE TABLE "tables" (
  	"id" serial PRIMARY KEY NOT NULL,
  	"name" varchar NOT NULL,
  	"area" "enum_tables_area" NOT NULL,
  	"min_party" numeric DEFAULT 1 NOT NULL,
  	"max_party" numeric NOT NULL,
  	"position" numeric DEFAULT 0 NOT NULL,
  	"joins" varchar,
  	"step_free" boolean DEFAULT false,
  	"outdoors" boolean DEFAULT false,
  	"high_chair" boolean DEFAULT false,
  	"active" boolean DEFAULT true,
  	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
  	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
  	"deleted_at" timestamp(3) with time zone
  );
  
  CREATE TABLE "booking_rules_days" (
  	"order" integer NOT NULL,
  	"parent_id" integer NOT NULL,
  	"value" "enum_booking_rules_days",
  	"id" serial PRIMARY KEY NOT NULL
  );
  
  CREATE TABLE "booking_rules_stays" (
  	"_order" integer NOT NULL,
  	"_parent_id" integer NOT NULL,
  	"id" varchar PRIMARY KEY NOT NULL,
  	"party" numeric DEFAULT 2 NOT NULL,
  	"minutes" numeric DEFAULT 90 NOT NULL
  );
  
  CREATE TABLE "booking_rules_deposit_days" (
  	"_order" integer NOT NULL,
  	"_parent_id" integer NOT NULL,
  	"id" varchar PRIMARY KEY NOT NULL,
  	"day" varchar NOT NULL,
  	"cents" numeric NOT NULL
  );
  
  CREATE TABLE "booking_rules" (
  	"id" serial PRIMARY KEY NOT NULL,
  	"area" "enum_booking_rules_area" NOT NULL,
  	"interval" numeric DEFAULT 30 NOT NULL,
  	"last" numeric DEFAULT 60 NOT NULL,
  	"buffer" numeric DEFAULT 0 NOT NULL,
  	"covers" numeric,
  	"days_ahead" numeric DEFAULT 60 NOT NULL,
  	"notice" numeric DEFAULT 30 NOT NULL,
  	"largest_party" numeric DEFAULT 8 NOT NULL,
  	"spare_seats" numeric DEFAULT 2 NOT NULL,
  	"cancel_hours" numeric DEFAULT 2 NOT NULL,
  	"deposit_cents" numeric,
  	"deposit_party" numeric,
  	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
  	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
  	"deleted_at" timestamp(3) with time zone
  );
  
  CREATE TABLE "booking_closures" (
  	"id" serial PRIMARY KEY NOT NULL,
  	"area" "enum_booking_closures_area",
  	"from" varchar NOT NULL,
  	"to" varchar NOT NULL,
  	"reason" varchar NOT NULL,
  	"guest_text" varchar,
  	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
  	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
  	"deleted_at" timestamp(3) with time zone
  );
  
  CREATE TABLE "booking_closures_rels" (
  	"id" serial PRIMARY KEY NOT NULL,
  	"order" integer,
  	"parent_id" integer NOT NULL,
  	"path" varchar NOT NULL,
  	"tables_id" integer
  );
  
  ALTER TABLE "booking_rules_days" ADD CONSTRAINT "booking_rules_days_parent_fk" FOREIGN KEY ("parent_id") REFERENCES "public"."booking_rules"("id") ON DELETE cascade ON UPDATE no action;
  ALTER TABLE "booking_rules_stays" ADD CONSTRAINT "booking_rules_stays_parent_id_fk" FOREIGN KEY ("_parent_id") REFERENCES "public"."booking_rules"("id") ON DELETE cascade ON UPDATE no action;
  ALTER TABLE "booking_rules_deposit_days" ADD CONSTRAINT "booking_rules_deposit_days_parent_id_fk" FOREIGN KEY ("_parent_id") REFERENCES "public"."booking_rules"("id") ON DELETE cascade ON UPDATE no action;
  ALTER TABLE "booking_closures_rels" ADD CONSTRAINT "booking_closures_rels_parent_fk" FOREIGN KEY ("parent_id") REFERENCES "public"."booking_closures"("id") ON DELETE cascade ON UPDATE no action;
  ALTER TABLE "booking_closures_rels" ADD CONSTRAINT "booking_closures_rels_tables_fk" FOREIGN KEY ("tables_id") REFERENCES "public"."tables"("id") ON DELETE cascade ON UPDATE no action;
  CREATE INDEX "bookings_day_idx" ON "bookings" USING btree ("day");
  CREATE INDEX "bookings_arrivals_idx" ON "bookings" USING btree ("area","starts_at");
  CREATE INDEX "booking_tables_booking_idx" ON "booking_tables" USING btree ("booking");
  CREATE INDEX "tables_area_idx" ON "tables" USING btree ("area");
  CREATE INDEX "tables_updated_at_idx" ON "tables" USING btree ("updated_at");
  CREATE INDEX "tables_created_at_idx" ON "tables" USING btree ("created_at");
  CREATE INDEX "tables_deleted_at_idx" ON "tables" USING btree ("deleted_at");
  CREATE INDEX "booking_rules_days_order_idx" ON "booking_rules_days" USING btree ("order");
  CREATE INDEX "booking_rules_days_parent_idx" ON "booking_rules_days" USING btree ("parent_id");
  CREATE INDEX "booking_rules_stays_order_idx" ON "booking_rules_stays" USING btree ("_order");
  CREATE INDEX "booking_rules_stays_parent_id_idx" ON "booking_rules_stays" USING btree ("_parent_id");
  CREATE INDEX "booking_rules_deposit_days_order_idx" ON "booking_rules_deposit_days" USING btree ("_order");
  CREATE INDEX "booking_rules_deposit_days_parent_id_idx" ON "booking_rules_deposit_days" USING btree ("_parent_id");
  CREATE INDEX "booking_rules_area_idx" ON "booking_rules" USING btree ("area");
  CREATE INDEX "booking_rules_updated_at_idx" ON "booking_rules" USING btree ("updated_at");
  CREATE INDEX "booking_rules_created_at_idx" ON "booking_rules" USING btree ("created_at");
  CREATE INDEX "booking_rules_deleted_at_idx" ON "booking_rules" USING btree ("deleted_at");
  CREATE INDEX "booking_closures_from_idx" ON "booking_closures" USING btree ("from");
  CREATE INDEX "booking_closures_to_idx" ON "booking_closures" USING btree ("to");
  CREATE INDEX "booking_closures_updated_at_idx" ON "booking_closures" USING btree ("updated_at");
  CREATE INDEX "booking_closures_created_at_idx" ON "booking_closures" USING btree ("created_at");
  CREATE INDEX "booking_closures_deleted_at_idx" ON "booking_closures" USING btree ("deleted_at");
  CREATE INDEX "booking_closures_rels_order_idx" ON "booking_closures_rels" USING btree ("order");
  CREATE INDEX "booking_closures_rels_parent_idx" ON "booking_closures_rels" USING btree ("parent_id");
  CREATE INDEX "booking_closures_rels_path_idx" ON "booking_closures_rels" USING btree ("path");
  CREATE INDEX "booking_closures_rels_tables_id_idx" ON "booking_closures_rels" USING btree ("tables_id");`)

  // PostgreSQL's own distribution contains the extension. Whoever may create objects in a database may create it.
  await db.execute(sql`
  DO $extension$
  BEGIN
    CREATE EXTENSION IF NOT EXISTS btree_gist;
  EXCEPTION WHEN insufficient_privilege OR undefined_file OR feature_not_supported THEN
    RAISE EXCEPTION 'The database needs PostgreSQL''s extension btree_gist, and this account could not create it: %. As an administrator of PostgreSQL, install it on the server if it is missing (Debian: it is part of the package postgresql), and run in this database: CREATE EXTENSION btree_gist; then start again.', SQLERRM;
  END $extension$;`)
  // No table is taken twice at one time, whether held or booked. What Drizzle can’t declare.
  await db.execute(sql`
  ALTER TABLE "bookings"
    ADD CONSTRAINT "bookings_party" CHECK (party BETWEEN 1 AND 200),
    ADD CONSTRAINT "bookings_deposit" CHECK (deposit >= 0),
    ADD CONSTRAINT "bookings_times" CHECK (ends_at > starts_at),
    ADD CONSTRAINT "bookings_source" CHECK (source IN ('web', 'phone', 'walk_in')),
    ADD CONSTRAINT "bookings_late" CHECK (late_minutes BETWEEN 0 AND 600);
  ALTER TABLE "booking_tables"
    ADD CONSTRAINT "booking_tables_booking_fk" FOREIGN KEY ("booking") REFERENCES "bookings"("id")
      ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED,
    ADD CONSTRAINT "booking_tables_arrivals" CHECK (arrivals BETWEEN 0 AND 200),
    ADD CONSTRAINT "booking_tables_during" CHECK (
      NOT isempty(during) AND lower_inc(during) AND NOT upper_inc(during)
      AND upper(during) - lower(during) <= interval '1 day'),
    ADD CONSTRAINT "booking_tables_taken_once" EXCLUDE USING gist ("table_id" WITH =, "during" WITH &&) WHERE ("active");
  CREATE INDEX "booking_tables_taken_idx" ON "booking_tables" (lower("during")) WHERE "active";
  ALTER TABLE "booking_health"
    ADD CONSTRAINT "booking_health_booking_fk" FOREIGN KEY ("booking") REFERENCES "bookings"("id")
      ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED;`)
}
