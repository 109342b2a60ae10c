import { type MigrateUpArgs, sql } from '@payloadcms/db-postgres'

export async function up({ db }: MigrateUpArgs): Promise<void> {
  await db.execute(sql`
   CREATE TYPE "public"."enum_lunch_vendors_extras_choose" AS ENUM('any', 'some', 'one');
  CREATE TYPE "public"."enum_lunch_vendors_dishes_diets" AS ENUM('vegetarian', 'vegan', 'gluten_free', 'dairy_free', 'contains_nuts', 'halal', 'low_no');
  CREATE TYPE "public"."enum_lunch_vendors_kind" AS ENUM('kitchens', 'vendor');
  CREATE TABLE "lunch_runs" (
  	"id" serial PRIMARY KEY NOT NULL,
  	"day" text NOT NULL,
  	"source" text NOT NULL,
  	"vendor" integer,
  	"offer_name" text NOT NULL,
  	"dishes" jsonb NOT NULL,
  	"sold_out" text[] DEFAULT '{}' NOT NULL,
  	"area" text NOT NULL,
  	"opens_at" timestamp with time zone NOT NULL,
  	"cut_off_at" timestamp with time zone NOT NULL,
  	"ends_at" timestamp with time zone NOT NULL,
  	"without_runner" text NOT NULL,
  	"starter" integer,
  	"key" text NOT NULL,
  	"runner" integer,
  	"runner_since" timestamp with time zone,
  	"state" text DEFAULT 'open' NOT NULL,
  	"asked_at" timestamp with time zone,
  	"here_at" timestamp with time zone,
  	"settled_at" timestamp with time zone,
  	"payee" text,
  	"ticked" text[] DEFAULT '{}' NOT NULL,
  	"mailed_at" timestamp with time zone,
  	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
  	CONSTRAINT "lunch_runs_key_unique" UNIQUE("starter","key")
  );
  
  CREATE TABLE "lunch_orders" (
  	"id" serial PRIMARY KEY NOT NULL,
  	"run" integer NOT NULL,
  	"member" integer,
  	"account" text NOT NULL,
  	"lines" jsonb NOT NULL,
  	"dropped" text[] DEFAULT '{}' NOT NULL,
  	"choose_until" timestamp with time zone,
  	"note" text,
  	"total" bigint NOT NULL,
  	"payment" text NOT NULL,
  	"hold" bigint,
  	"transfer" bigint,
  	"state" text DEFAULT 'ordered' NOT NULL,
  	"paid_at" timestamp with time zone,
  	"version" integer DEFAULT 1 NOT NULL,
  	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
  	"changed_at" timestamp with time zone DEFAULT now() NOT NULL,
  	CONSTRAINT "lunch_orders_member_unique" UNIQUE("run","member")
  );
  
  CREATE TABLE "lunch_vendors_extras_options" (
  	"_order" integer NOT NULL,
  	"_parent_id" varchar NOT NULL,
  	"id" varchar PRIMARY KEY NOT NULL,
  	"name" varchar NOT NULL,
  	"price_cents" numeric NOT NULL
  );
  
  CREATE TABLE "lunch_vendors_extras" (
  	"_order" integer NOT NULL,
  	"_parent_id" integer NOT NULL,
  	"id" varchar PRIMARY KEY NOT NULL,
  	"name" varchar NOT NULL,
  	"choose" "enum_lunch_vendors_extras_choose" DEFAULT 'any' NOT NULL,
  	"only_for" varchar
  );
  
  CREATE TABLE "lunch_vendors_dishes_diets" (
  	"order" integer NOT NULL,
  	"parent_id" varchar NOT NULL,
  	"value" "enum_lunch_vendors_dishes_diets",
  	"id" serial PRIMARY KEY NOT NULL
  );
  
  CREATE TABLE "lunch_vendors_dishes" (
  	"_order" integer NOT NULL,
  	"_parent_id" integer NOT NULL,
  	"id" varchar PRIMARY KEY NOT NULL,
  	"name" varchar,
  	"price_cents" numeric,
  	"description" varchar
  );
  
  CREATE TABLE "lunch_vendors" (
  	"id" serial PRIMARY KEY NOT NULL,
  	"name" varchar NOT NULL,
  	"kind" "enum_lunch_vendors_kind" DEFAULT 'vendor' NOT NULL,
  	"email" varchar,
  	"phone" varchar,
  	"active" boolean DEFAULT true,
  	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
  	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
  	"deleted_at" timestamp(3) with time zone
  );
  
  ALTER TABLE "lunch_vendors_extras_options" ADD CONSTRAINT "lunch_vendors_extras_options_parent_id_fk" FOREIGN KEY ("_parent_id") REFERENCES "public"."lunch_vendors_extras"("id") ON DELETE cascade ON UPDATE no action;
  ALTER TABLE "lunch_vendors_extras" ADD CONSTRAINT "lunch_vendors_extras_parent_id_fk" FOREIGN KEY ("_parent_id") REFERENCES "public"."lunch_vendors"("id") ON DELETE cascade ON UPDATE no action;
  ALTER TABLE "lunch_vendors_dishes_diets" ADD CONSTRAINT "lunch_vendors_dishes_diets_parent_fk" FOREIGN KEY ("parent_id") REFERENCES "public"."lunch_vendors_dishes"("id") ON DELETE cascade ON UPDATE no action;
  ALTER TABLE "lunch_vendors_dishes" ADD CONSTRAINT "lunch_vendors_dishes_parent_id_fk" FOREIGN KEY ("_parent_id") REFERENCES "public"."lunch_vendors"("id") ON DELETE cascade ON UPDATE no action;
  CREATE INDEX "lunch_runs_day_idx" ON "lunch_runs" USING btree ("day");
  CREATE INDEX "lunch_runs_runner_idx" ON "lunch_runs" USING btree ("runner");
  CREATE UNIQUE INDEX "lunch_runs_going_idx" ON "lunch_runs" USING btree ("day","source",coalesce("vendor", 0)) WHERE state = 'open';
  CREATE INDEX "lunch_orders_member_idx" ON "lunch_orders" USING btree ("member","changed_at");
  CREATE INDEX "lunch_vendors_extras_options_order_idx" ON "lunch_vendors_extras_options" USING btree ("_order");
  CREATE INDEX "lunch_vendors_extras_options_parent_id_idx" ON "lunch_vendors_extras_options" USING btree ("_parent_id");
  CREATE INDEX "lunch_vendors_extras_order_idx" ON "lunch_vendors_extras" USING btree ("_order");
  CREATE INDEX "lunch_vendors_extras_parent_id_idx" ON "lunch_vendors_extras" USING btree ("_parent_id");
  CREATE INDEX "lunch_vendors_dishes_diets_order_idx" ON "lunch_vendors_dishes_diets" USING btree ("order");
  CREATE INDEX "lunch_vendors_dishes_diets_parent_idx" ON "lunch_vendors_dishes_diets" USING btree ("parent_id");
  CREATE INDEX "lunch_vendors_dishes_order_idx" ON "lunch_vendors_dishes" USING btree ("_order");
  CREATE INDEX "lunch_vendors_dishes_parent_id_idx" ON "lunch_vendors_dishes" USING btree ("_parent_id");
  CREATE INDEX "lunch_vendors_updated_at_idx" ON "lunch_vendors" USING btree ("updated_at");
  CREATE INDEX "lunch_vendors_created_at_idx" ON "lunch_vendors" USING btree ("created_at");
  CREATE INDEX "lunch_vendors_deleted_at_idx" ON "lunch_vendors" USING btree ("deleted_at");`)
  await db.execute(sql`
  ALTER TABLE "lunch_runs"
    ADD CONSTRAINT "lunch_runs_times" CHECK (opens_at < cut_off_at AND cut_off_at < ends_at),
    ADD CONSTRAINT "lunch_runs_state" CHECK (state IN ('open', 'closed', 'settled', 'cancelled')),
    ADD CONSTRAINT "lunch_runs_settled" CHECK ((state = 'settled') = (settled_at IS NOT NULL)),
    ADD CONSTRAINT "lunch_runs_payee" CHECK (payee IN ('venue', 'runner'));
  ALTER TABLE "lunch_orders"
    ADD CONSTRAINT "lunch_orders_run_fk" FOREIGN KEY (run) REFERENCES lunch_runs (id),
    ADD CONSTRAINT "lunch_orders_state" CHECK (state IN ('ordered', 'withdrawn', 'settled', 'cancelled')),
    ADD CONSTRAINT "lunch_orders_payment" CHECK (payment IN ('credit', 'bar')),
    ADD CONSTRAINT "lunch_orders_total" CHECK (total BETWEEN 0 AND 20000);`)
}
