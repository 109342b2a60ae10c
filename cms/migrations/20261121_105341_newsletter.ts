import { type MigrateDownArgs, type MigrateUpArgs, sql } from '@payloadcms/db-postgres'

export async function up({ db, payload, req }: MigrateUpArgs): Promise<void> {
  await db.execute(sql`
   CREATE TYPE "public"."enum_subscribers_interests" AS ENUM('Private Events & Bookings', 'Corporate Hospitality', 'Wine Tastings & Masterclasses', 'Cocktail Masterclasses', 'Beer & Brewing Events', 'Cooking Classes', 'Art & Creative Workshops', 'Film & Cinema', 'Networking Events', 'Live Music & Entertainment', 'Special Occasions & Celebrations', 'Wedding & Party Catering', 'Business Meetings & Workspace');
  CREATE TYPE "public"."enum_subscribers_state" AS ENUM('pending', 'active', 'unsubscribed', 'bounced', 'complained');
  CREATE TYPE "public"."enum_consents_kind" AS ENUM('given', 'changed', 'withdrawn', 'restored');
  CREATE TABLE "subscription_requests" (
  	"id" serial PRIMARY KEY NOT NULL,
  	"token_hash" text NOT NULL,
  	"email" text NOT NULL,
  	"subscriber" integer NOT NULL,
  	"wanted" jsonb NOT NULL,
  	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
  	"expires_at" timestamp with time zone NOT NULL,
  	"used_at" timestamp with time zone,
  	CONSTRAINT "subscription_requests_token_hash_unique" UNIQUE("token_hash")
  );
  
  CREATE TABLE "subscribers_interests" (
  	"order" integer NOT NULL,
  	"parent_id" integer NOT NULL,
  	"value" "enum_subscribers_interests",
  	"id" serial PRIMARY KEY NOT NULL
  );
  
  CREATE TABLE "subscribers" (
  	"id" serial PRIMARY KEY NOT NULL,
  	"email" varchar NOT NULL,
  	"name" varchar,
  	"state" "enum_subscribers_state" DEFAULT 'pending' NOT NULL,
  	"phone" varchar,
  	"birthday_day" numeric,
  	"birthday_month" numeric,
  	"paused_until" timestamp(3) with time zone,
  	"source" varchar,
  	"confirmed_at" timestamp(3) with time zone,
  	"joined_at" timestamp(3) with time zone,
  	"left_at" timestamp(3) with time zone,
  	"soft_bounces" numeric DEFAULT 0 NOT NULL,
  	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
  	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL
  );
  
  CREATE TABLE "consents" (
  	"id" serial PRIMARY KEY NOT NULL,
  	"subscriber_id" integer NOT NULL,
  	"kind" "enum_consents_kind" NOT NULL,
  	"at" timestamp(3) with time zone NOT NULL,
  	"asked_at" timestamp(3) with time zone,
  	"how" varchar NOT NULL,
  	"wording" varchar,
  	"version" varchar,
  	"interests" jsonb,
  	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
  	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL
  );
  
  CREATE TABLE "suppressions" (
  	"id" serial PRIMARY KEY NOT NULL,
  	"hash" varchar NOT NULL,
  	"reason" varchar NOT NULL,
  	"at" timestamp(3) with time zone NOT NULL,
  	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
  	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL
  );
  
  ALTER TABLE "payload_locked_documents_rels" ADD COLUMN "subscribers_id" integer;
  ALTER TABLE "subscribers_interests" ADD CONSTRAINT "subscribers_interests_parent_fk" FOREIGN KEY ("parent_id") REFERENCES "public"."subscribers"("id") ON DELETE cascade ON UPDATE no action;
  ALTER TABLE "consents" ADD CONSTRAINT "consents_subscriber_id_subscribers_id_fk" FOREIGN KEY ("subscriber_id") REFERENCES "public"."subscribers"("id") ON DELETE cascade ON UPDATE no action;
  CREATE INDEX "subscription_requests_email_idx" ON "subscription_requests" USING btree ("email","created_at");
  CREATE INDEX "subscription_requests_subscriber_idx" ON "subscription_requests" USING btree ("subscriber");
  CREATE INDEX "subscription_requests_expires_at_idx" ON "subscription_requests" USING btree ("expires_at");
  CREATE INDEX "subscribers_interests_order_idx" ON "subscribers_interests" USING btree ("order");
  CREATE INDEX "subscribers_interests_parent_idx" ON "subscribers_interests" USING btree ("parent_id");
  CREATE UNIQUE INDEX "subscribers_email_idx" ON "subscribers" USING btree ("email");
  CREATE INDEX "subscribers_state_idx" ON "subscribers" USING btree ("state");
  CREATE INDEX "subscribers_birthday_month_idx" ON "subscribers" USING btree ("birthday_month");
  CREATE INDEX "subscribers_joined_at_idx" ON "subscribers" USING btree ("joined_at");
  CREATE INDEX "subscribers_updated_at_idx" ON "subscribers" USING btree ("updated_at");
  CREATE INDEX "subscribers_created_at_idx" ON "subscribers" USING btree ("created_at");
  CREATE INDEX "consents_subscriber_idx" ON "consents" USING btree ("subscriber_id");
  CREATE INDEX "consents_updated_at_idx" ON "consents" USING btree ("updated_at");
  CREATE INDEX "consents_created_at_idx" ON "consents" USING btree ("created_at");
  CREATE UNIQUE INDEX "suppressions_hash_idx" ON "suppressions" USING btree ("hash");
  CREATE INDEX "suppressions_updated_at_idx" ON "suppressions" USING btree ("updated_at");
  CREATE INDEX "suppressions_created_at_idx" ON "suppressions" USING btree ("created_at");
  ALTER TABLE "payload_locked_documents_rels" ADD CONSTRAINT "payload_locked_documents_rels_subscribers_fk" FOREIGN KEY ("subscribers_id") REFERENCES "public"."subscribers"("id") ON DELETE cascade ON UPDATE no action;
  CREATE INDEX "payload_locked_documents_rels_subscribers_id_idx" ON "payload_locked_documents_rels" USING btree ("subscribers_id");
  CREATE FUNCTION "consents_are_written_once"() RETURNS trigger AS $consents$
  BEGIN
    IF TG_OP = 'DELETE' THEN
      IF NOT EXISTS (SELECT FROM "subscribers" WHERE "id" = OLD."subscriber_id") THEN
        RETURN OLD;
      END IF;
    END IF;
    RAISE EXCEPTION 'what was agreed to is only added to';
  END $consents$ LANGUAGE plpgsql;
  CREATE TRIGGER "consents_are_written_once" BEFORE UPDATE OR DELETE ON "consents"
    FOR EACH ROW EXECUTE FUNCTION "consents_are_written_once"();
  CREATE TRIGGER "consents_are_not_emptied" BEFORE TRUNCATE ON "consents"
    FOR EACH STATEMENT EXECUTE FUNCTION "consents_are_written_once"();`)
}

export async function down({ db, payload, req }: MigrateDownArgs): Promise<void> {
  await db.execute(sql`
   DROP FUNCTION "consents_are_written_once" CASCADE;
   ALTER TABLE "subscription_requests" DISABLE ROW LEVEL SECURITY;
  ALTER TABLE "subscribers_interests" DISABLE ROW LEVEL SECURITY;
  ALTER TABLE "subscribers" DISABLE ROW LEVEL SECURITY;
  ALTER TABLE "consents" DISABLE ROW LEVEL SECURITY;
  ALTER TABLE "suppressions" DISABLE ROW LEVEL SECURITY;
  DROP TABLE "subscription_requests" CASCADE;
  DROP TABLE "subscribers_interests" CASCADE;
  DROP TABLE "subscribers" CASCADE;
  DROP TABLE "consents" CASCADE;
  DROP TABLE "suppressions" CASCADE;
  ALTER TABLE "payload_locked_documents_rels" DROP CONSTRAINT "payload_locked_documents_rels_subscribers_fk";
  
  DROP INDEX "payload_locked_documents_rels_subscribers_id_idx";
  ALTER TABLE "payload_locked_documents_rels" DROP COLUMN "subscribers_id";
  DROP TYPE "public"."enum_subscribers_interests";
  DROP TYPE "public"."enum_subscribers_state";
  DROP TYPE "public"."enum_consents_kind";`)
}
