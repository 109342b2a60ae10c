import { type MigrateDownArgs, type MigrateUpArgs, sql } from '@payloadcms/db-postgres'

export async function up({ db, payload, req }: MigrateUpArgs): Promise<void> {
  await db.execute(sql`
   CREATE TYPE "public"."enum_members_interests" AS ENUM('Private Events & Bookings', 'Corporate Hospitality', 'Wine Tastings & Masterclasses', 'Cocktail Masterclasses', 'Beer & Brewing Events', 'Cooking Classes', 'Art & Creative Workshops', 'Film & Cinema', 'Networking Events', 'Live Music & Entertainment', 'Special Occasions & Celebrations', 'Wedding & Party Catering', 'Business Meetings & Workspace');
  CREATE TYPE "public"."enum_members_favourite_areas" AS ENUM('Beer Hall', 'Cafe', 'Cocktail Bar', 'Common Room', 'Kitchens', 'Event Spaces');
  CREATE TYPE "public"."enum_members_time_slots" AS ENUM('Morning', 'Afternoon', 'Evening', 'Late Night');
  CREATE TYPE "public"."enum_members_beer_styles" AS ENUM('IPA', 'Lager', 'Stout', 'Porter', 'Wheat Beer', 'Pilsner', 'Pale Ale', 'Saison', 'Sour Beer', 'Belgian', 'Cider');
  CREATE TABLE "member_codes" (
  	"id" serial PRIMARY KEY NOT NULL,
  	"purpose" text NOT NULL,
  	"email" text NOT NULL,
  	"lane" text NOT NULL,
  	"browser" text NOT NULL,
  	"seal" text NOT NULL,
  	"about" jsonb,
  	"tries" integer DEFAULT 0 NOT NULL,
  	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
  	"expires_at" timestamp with time zone NOT NULL,
  	"used_at" timestamp with time zone
  );
  
  CREATE TABLE "member_sessions" (
  	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
  	"member" integer NOT NULL,
  	"key" text NOT NULL,
  	"generation" integer DEFAULT 0 NOT NULL,
  	"rotated_at" timestamp with time zone,
  	"method" text NOT NULL,
  	"handle" integer,
  	"user_agent" text NOT NULL,
  	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
  	"last_seen_at" timestamp with time zone DEFAULT now() NOT NULL,
  	"expires_at" timestamp with time zone NOT NULL,
  	CONSTRAINT "member_sessions_key_unique" UNIQUE("key")
  );
  
  CREATE TABLE "device_grants" (
  	"id" serial NOT NULL,
  	"device" text NOT NULL,
  	"member" integer NOT NULL,
  	"user_agent" text NOT NULL,
  	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
  	"last_used_at" timestamp with time zone DEFAULT now() NOT NULL,
  	"expires_at" timestamp with time zone NOT NULL,
  	CONSTRAINT "device_grants_device_member_pk" PRIMARY KEY("device","member"),
  	CONSTRAINT "device_grants_id_unique" UNIQUE("id")
  );
  
  CREATE TABLE "signing_keys" (
  	"kid" text PRIMARY KEY NOT NULL,
  	"public_key" jsonb NOT NULL,
  	"private_key" text NOT NULL,
  	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
  	"signs_from" timestamp with time zone NOT NULL
  );
  
  CREATE TABLE "passkey_handles" (
  	"id" serial PRIMARY KEY NOT NULL,
  	"handle" text NOT NULL,
  	"member" integer,
  	"linked_at" timestamp with time zone,
  	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
  	"replaced_in" text,
  	"replaced_until" timestamp with time zone,
  	CONSTRAINT "passkey_handles_handle_unique" UNIQUE("handle")
  );
  
  CREATE TABLE "passkeys" (
  	"id" serial PRIMARY KEY NOT NULL,
  	"handle" integer NOT NULL,
  	"credential" text NOT NULL,
  	"public_key" text NOT NULL,
  	"counter" bigint NOT NULL,
  	"transports" jsonb NOT NULL,
  	"aaguid" text NOT NULL,
  	"is_multi_device" boolean NOT NULL,
  	"is_backed_up" boolean NOT NULL,
  	"rp_id" text NOT NULL,
  	"name" text,
  	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
  	"last_used_at" timestamp with time zone,
  	CONSTRAINT "passkeys_credential_unique" UNIQUE("credential")
  );
  
  CREATE TABLE "passkey_challenges" (
  	"challenge" text PRIMARY KEY NOT NULL,
  	"ceremony" text NOT NULL,
  	"browser" text NOT NULL,
  	"handle" text,
  	"member" integer,
  	"own" integer,
  	"expires_at" timestamp with time zone NOT NULL
  );
  
  CREATE TABLE "passkey_proofs" (
  	"browser" text NOT NULL,
  	"handle" integer NOT NULL,
  	"ceremony" text NOT NULL,
  	"at" timestamp with time zone DEFAULT now() NOT NULL,
  	"spent_at" timestamp with time zone,
  	CONSTRAINT "passkey_proofs_browser_handle_ceremony_pk" PRIMARY KEY("browser","handle","ceremony")
  );
  
  CREATE TABLE "members_interests" (
  	"order" integer NOT NULL,
  	"parent_id" integer NOT NULL,
  	"value" "enum_members_interests",
  	"id" serial PRIMARY KEY NOT NULL
  );
  
  CREATE TABLE "members_favourite_areas" (
  	"order" integer NOT NULL,
  	"parent_id" integer NOT NULL,
  	"value" "enum_members_favourite_areas",
  	"id" serial PRIMARY KEY NOT NULL
  );
  
  CREATE TABLE "members_time_slots" (
  	"order" integer NOT NULL,
  	"parent_id" integer NOT NULL,
  	"value" "enum_members_time_slots",
  	"id" serial PRIMARY KEY NOT NULL
  );
  
  CREATE TABLE "members_beer_styles" (
  	"order" integer NOT NULL,
  	"parent_id" integer NOT NULL,
  	"value" "enum_members_beer_styles",
  	"id" serial PRIMARY KEY NOT NULL
  );
  
  CREATE TABLE "members" (
  	"id" serial PRIMARY KEY NOT NULL,
  	"email" varchar NOT NULL,
  	"name" varchar,
  	"phone" varchar,
  	"birthday_day" numeric,
  	"birthday_month" numeric,
  	"last_seen_at" timestamp(3) with time zone,
  	"suspended_at" timestamp(3) with time zone,
  	"delete_at" timestamp(3) with time zone,
  	"source" varchar,
  	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
  	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL
  );
  
  CREATE TABLE "membership" (
  	"id" serial PRIMARY KEY NOT NULL,
  	"updated_at" timestamp(3) with time zone,
  	"created_at" timestamp(3) with time zone
  );
  
  CREATE TABLE "membership_texts" (
  	"id" serial PRIMARY KEY NOT NULL,
  	"order" integer NOT NULL,
  	"parent_id" integer NOT NULL,
  	"path" varchar NOT NULL,
  	"text" varchar
  );
  
  ALTER TABLE "passkeys" ADD CONSTRAINT "passkeys_handle_passkey_handles_id_fk" FOREIGN KEY ("handle") REFERENCES "public"."passkey_handles"("id") ON DELETE cascade ON UPDATE no action;
  ALTER TABLE "passkey_proofs" ADD CONSTRAINT "passkey_proofs_handle_passkey_handles_id_fk" FOREIGN KEY ("handle") REFERENCES "public"."passkey_handles"("id") ON DELETE cascade ON UPDATE no action;
  ALTER TABLE "members_interests" ADD CONSTRAINT "members_interests_parent_fk" FOREIGN KEY ("parent_id") REFERENCES "public"."members"("id") ON DELETE cascade ON UPDATE no action;
  ALTER TABLE "members_favourite_areas" ADD CONSTRAINT "members_favourite_areas_parent_fk" FOREIGN KEY ("parent_id") REFERENCES "public"."members"("id") ON DELETE cascade ON UPDATE no action;
  ALTER TABLE "members_time_slots" ADD CONSTRAINT "members_time_slots_parent_fk" FOREIGN KEY ("parent_id") REFERENCES "public"."members"("id") ON DELETE cascade ON UPDATE no action;
  ALTER TABLE "members_beer_styles" ADD CONSTRAINT "members_beer_styles_parent_fk" FOREIGN KEY ("parent_id") REFERENCES "public"."members"("id") ON DELETE cascade ON UPDATE no action;
  ALTER TABLE "membership_texts" ADD CONSTRAINT "membership_texts_parent_fk" FOREIGN KEY ("parent_id") REFERENCES "public"."membership"("id") ON DELETE cascade ON UPDATE no action;
  CREATE UNIQUE INDEX "member_codes_lane_idx" ON "member_codes" USING btree ("email","purpose","lane");
  CREATE INDEX "member_codes_expires_at_idx" ON "member_codes" USING btree ("expires_at");
  CREATE INDEX "member_sessions_member_idx" ON "member_sessions" USING btree ("member");
  CREATE INDEX "member_sessions_handle_idx" ON "member_sessions" USING btree ("handle");
  CREATE INDEX "member_sessions_expires_at_idx" ON "member_sessions" USING btree ("expires_at");
  CREATE INDEX "device_grants_member_idx" ON "device_grants" USING btree ("member");
  CREATE INDEX "device_grants_expires_at_idx" ON "device_grants" USING btree ("expires_at");
  CREATE INDEX "passkey_handles_member_idx" ON "passkey_handles" USING btree ("member");
  CREATE INDEX "passkeys_handle_idx" ON "passkeys" USING btree ("handle");
  CREATE INDEX "passkey_challenges_expires_at_idx" ON "passkey_challenges" USING btree ("expires_at");
  CREATE INDEX "passkey_proofs_at_idx" ON "passkey_proofs" USING btree ("at");
  CREATE INDEX "members_interests_order_idx" ON "members_interests" USING btree ("order");
  CREATE INDEX "members_interests_parent_idx" ON "members_interests" USING btree ("parent_id");
  CREATE INDEX "members_favourite_areas_order_idx" ON "members_favourite_areas" USING btree ("order");
  CREATE INDEX "members_favourite_areas_parent_idx" ON "members_favourite_areas" USING btree ("parent_id");
  CREATE INDEX "members_time_slots_order_idx" ON "members_time_slots" USING btree ("order");
  CREATE INDEX "members_time_slots_parent_idx" ON "members_time_slots" USING btree ("parent_id");
  CREATE INDEX "members_beer_styles_order_idx" ON "members_beer_styles" USING btree ("order");
  CREATE INDEX "members_beer_styles_parent_idx" ON "members_beer_styles" USING btree ("parent_id");
  CREATE UNIQUE INDEX "members_email_idx" ON "members" USING btree ("email");
  CREATE INDEX "members_updated_at_idx" ON "members" USING btree ("updated_at");
  CREATE INDEX "members_created_at_idx" ON "members" USING btree ("created_at");
  CREATE INDEX "membership_texts_order_parent" ON "membership_texts" USING btree ("order","parent_id");`)
  // What is somebody’s goes with them, whoever deletes them.
  await db.execute(sql`
   ALTER TABLE "member_sessions" ADD CONSTRAINT "member_sessions_member_fk" FOREIGN KEY ("member") REFERENCES "members"("id") ON DELETE CASCADE;
   ALTER TABLE "device_grants" ADD CONSTRAINT "device_grants_member_fk" FOREIGN KEY ("member") REFERENCES "members"("id") ON DELETE CASCADE;
   ALTER TABLE "passkey_handles" ADD CONSTRAINT "passkey_handles_member_fk" FOREIGN KEY ("member") REFERENCES "members"("id") ON DELETE CASCADE;`)
}

export async function down({ db, payload, req }: MigrateDownArgs): Promise<void> {
  await db.execute(sql`
   DROP TABLE "member_codes" CASCADE;
  DROP TABLE "member_sessions" CASCADE;
  DROP TABLE "device_grants" CASCADE;
  DROP TABLE "signing_keys" CASCADE;
  DROP TABLE "passkey_handles" CASCADE;
  DROP TABLE "passkeys" CASCADE;
  DROP TABLE "passkey_challenges" CASCADE;
  DROP TABLE "passkey_proofs" CASCADE;
  DROP TABLE "members_interests" CASCADE;
  DROP TABLE "members_favourite_areas" CASCADE;
  DROP TABLE "members_time_slots" CASCADE;
  DROP TABLE "members_beer_styles" CASCADE;
  DROP TABLE "members" CASCADE;
  DROP TABLE "membership" CASCADE;
  DROP TABLE "membership_texts" CASCADE;
  DROP TYPE "public"."enum_members_interests";
  DROP TYPE "public"."enum_members_favourite_areas";
  DROP TYPE "public"."enum_members_time_slots";
  DROP TYPE "public"."enum_members_beer_styles";`)
}
