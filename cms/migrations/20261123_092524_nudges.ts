import { type MigrateDownArgs, type MigrateUpArgs, sql } from '@payloadcms/db-postgres'

export async function up({ db, payload, req }: MigrateUpArgs): Promise<void> {
  await db.execute(sql`
   CREATE TYPE "public"."enum_nudges_interests" AS ENUM('Private Events & Bookings', 'Corporate Hospitality', 'Wine Tastings & Masterclasses', 'Cocktail Masterclasses', 'Beer & Brewing Events', 'Cooking Classes', 'Art & Creative Workshops', 'Film & Cinema', 'Networking Events', 'Live Music & Entertainment', 'Special Occasions & Celebrations', 'Wedding & Party Catering', 'Business Meetings & Workspace');
  CREATE TYPE "public"."enum_nudges_audience" AS ENUM('everyone', 'members', 'interests');
  CREATE TYPE "public"."enum_nudges_state" AS ENUM('draft', 'scheduled', 'sending', 'sent', 'cancelled');
  CREATE TABLE "push_devices" (
  	"id" serial PRIMARY KEY NOT NULL,
  	"endpoint" text NOT NULL,
  	"endpoint_hash" text NOT NULL,
  	"p256dh" text NOT NULL,
  	"auth" text NOT NULL,
  	"key_hash" text NOT NULL,
  	"member" integer,
  	"user_agent" text NOT NULL,
  	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
  	"seen_at" timestamp with time zone DEFAULT now() NOT NULL,
  	"gone_at" timestamp with time zone,
  	"left_at" timestamp with time zone,
  	"topics" jsonb,
  	"quiet_from" integer,
  	"quiet_to" integer,
  	CONSTRAINT "push_devices_endpoint_hash_unique" UNIQUE("endpoint_hash"),
  	CONSTRAINT "push_devices_key_hash_unique" UNIQUE("key_hash")
  );
  
  CREATE TABLE "nudge_deliveries" (
  	"id" bigserial PRIMARY KEY NOT NULL,
  	"nudge" integer NOT NULL,
  	"device" integer NOT NULL,
  	"person" text NOT NULL,
  	"state" text NOT NULL,
  	"worker" text,
  	"tries" integer DEFAULT 0 NOT NULL,
  	"queued_at" timestamp with time zone DEFAULT now() NOT NULL,
  	"due_at" timestamp with time zone NOT NULL,
  	"handed_at" timestamp with time zone,
  	"accepted_at" timestamp with time zone,
  	"received_at" timestamp with time zone,
  	"shown_at" timestamp with time zone,
  	"clicked_at" timestamp with time zone,
  	"token" text NOT NULL,
  	"reason" text,
  	CONSTRAINT "nudge_deliveries_token_unique" UNIQUE("token"),
  	CONSTRAINT "nudge_deliveries_nudge_device" UNIQUE("nudge","device")
  );
  
  CREATE TABLE "push_keys" (
  	"id" integer PRIMARY KEY NOT NULL,
  	"public_key" text NOT NULL,
  	"private_key" text NOT NULL,
  	"created_at" timestamp with time zone DEFAULT now() NOT NULL
  );
  
  CREATE TABLE "nudges_interests" (
  	"order" integer NOT NULL,
  	"parent_id" integer NOT NULL,
  	"value" "enum_nudges_interests",
  	"id" serial PRIMARY KEY NOT NULL
  );
  
  CREATE TABLE "nudges" (
  	"id" serial PRIMARY KEY NOT NULL,
  	"text" varchar,
  	"title" varchar,
  	"link" varchar,
  	"audience" "enum_nudges_audience" DEFAULT 'everyone',
  	"ttl_minutes" numeric DEFAULT 60,
  	"urgent" boolean DEFAULT false,
  	"state" "enum_nudges_state" DEFAULT 'draft' NOT NULL,
  	"at" timestamp(3) with time zone,
  	"sent_at" timestamp(3) with time zone,
  	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
  	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL
  );
  
  ALTER TABLE "nudges_interests" ADD CONSTRAINT "nudges_interests_parent_fk" FOREIGN KEY ("parent_id") REFERENCES "public"."nudges"("id") ON DELETE cascade ON UPDATE no action;
  CREATE INDEX "push_devices_member_idx" ON "push_devices" USING btree ("member");
  CREATE INDEX "push_devices_active_idx" ON "push_devices" USING btree ("id") WHERE "push_devices"."gone_at" is null;
  CREATE INDEX "push_devices_gone_at_idx" ON "push_devices" USING btree ("gone_at");
  CREATE INDEX "nudge_deliveries_due_idx" ON "nudge_deliveries" USING btree ("due_at","id") WHERE "nudge_deliveries"."state" = 'queued';
  CREATE INDEX "nudge_deliveries_taken_idx" ON "nudge_deliveries" USING btree ("id") WHERE "nudge_deliveries"."state" in ('claimed', 'handed_over');
  CREATE INDEX "nudge_deliveries_person_idx" ON "nudge_deliveries" USING btree ("person","queued_at");
  CREATE INDEX "nudge_deliveries_device_idx" ON "nudge_deliveries" USING btree ("device");
  CREATE INDEX "nudge_deliveries_queued_at_idx" ON "nudge_deliveries" USING btree ("queued_at");
  CREATE INDEX "nudges_interests_order_idx" ON "nudges_interests" USING btree ("order");
  CREATE INDEX "nudges_interests_parent_idx" ON "nudges_interests" USING btree ("parent_id");
  CREATE INDEX "nudges_state_idx" ON "nudges" USING btree ("state");
  CREATE INDEX "nudges_updated_at_idx" ON "nudges" USING btree ("updated_at");
  CREATE INDEX "nudges_created_at_idx" ON "nudges" USING btree ("created_at");`)
}

export async function down({ db, payload, req }: MigrateDownArgs): Promise<void> {
  await db.execute(sql`
   DROP TABLE "push_devices" CASCADE;
  DROP TABLE "nudge_deliveries" CASCADE;
  DROP TABLE "push_keys" CASCADE;
  DROP TABLE "nudges_interests" CASCADE;
  DROP TABLE "nudges" CASCADE;
  DROP TYPE "public"."enum_nudges_interests";
  DROP TYPE "public"."enum_nudges_audience";
  DROP TYPE "public"."enum_nudges_state";`)
}
