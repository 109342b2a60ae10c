import { type MigrateUpArgs, sql } from '@payloadcms/db-postgres'

export async function up({ db }: MigrateUpArgs): Promise<void> {
  await db.execute(sql`
   ALTER TYPE "public"."enum_faq_page" ADD VALUE 'enquire' BEFORE 'common-good';
  ALTER TYPE "public"."enum__faq_v_version_page" ADD VALUE 'enquire' BEFORE 'common-good';
  CREATE TABLE "enquiries" (
  	"id" serial PRIMARY KEY NOT NULL,
  	"key" text NOT NULL,
  	"link_version" integer DEFAULT 1 NOT NULL,
  	"status" text DEFAULT 'new' NOT NULL,
  	"kind" text NOT NULL,
  	"days" text[] NOT NULL,
  	"day_part" text NOT NULL,
  	"people" integer NOT NULL,
  	"budget" bigint,
  	"words" text NOT NULL,
  	"name" text NOT NULL,
  	"email" text NOT NULL,
  	"phone" text,
  	"member" integer,
  	"confirmed_at" timestamp with time zone,
  	"owner" integer,
  	"due_on" text,
  	"lost_reason" text,
  	"lost_words" text,
  	"closed_at" timestamp with time zone,
  	"closure" integer,
  	"event" integer,
  	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
  	"version" integer DEFAULT 1 NOT NULL,
  	CONSTRAINT "enquiries_key" UNIQUE("key")
  );
  
  CREATE TABLE "enquiry_messages" (
  	"id" serial PRIMARY KEY NOT NULL,
  	"enquiry" integer NOT NULL,
  	"kind" text NOT NULL,
  	"text" text NOT NULL,
  	"staff" integer,
  	"key" text NOT NULL,
  	"at" timestamp with time zone DEFAULT now() NOT NULL,
  	CONSTRAINT "enquiry_messages_key" UNIQUE("enquiry","key")
  );
  
  CREATE TABLE "enquiry_quotes" (
  	"id" serial PRIMARY KEY NOT NULL,
  	"enquiry" integer NOT NULL,
  	"status" text DEFAULT 'sent' NOT NULL,
  	"area" text NOT NULL,
  	"starts_at" timestamp with time zone NOT NULL,
  	"ends_at" timestamp with time zone NOT NULL,
  	"lines" jsonb NOT NULL,
  	"total" bigint NOT NULL,
  	"deposit" bigint NOT NULL,
  	"words" text NOT NULL,
  	"valid_until" timestamp with time zone NOT NULL,
  	"accepted_at" timestamp with time zone,
  	"payment" integer,
  	"staff" integer,
  	"key" text NOT NULL,
  	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
  	CONSTRAINT "enquiry_quotes_key" UNIQUE("enquiry","key")
  );
  
  CREATE TABLE "enquiry_holds" (
  	"id" serial PRIMARY KEY NOT NULL,
  	"enquiry" integer NOT NULL,
  	"quote" integer NOT NULL,
  	"area" text NOT NULL,
  	"during" "tstzrange" NOT NULL,
  	"held_until" timestamp with time zone,
  	"active" boolean DEFAULT true NOT NULL
  );
  
  CREATE TABLE "enquiry_files" (
  	"id" serial PRIMARY KEY NOT NULL,
  	"enquiry" integer NOT NULL,
  	"name" text NOT NULL,
  	"type" text NOT NULL,
  	"size" integer NOT NULL,
  	"hash" text NOT NULL,
  	"bytes" "bytea" NOT NULL,
  	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
  	CONSTRAINT "enquiry_files_hash" UNIQUE("enquiry","hash")
  );
  
  CREATE INDEX "enquiries_status_idx" ON "enquiries" USING btree ("status","due_on");
  CREATE INDEX "enquiries_email_idx" ON "enquiries" USING btree ("email");
  CREATE INDEX "enquiries_member_idx" ON "enquiries" USING btree ("member");
  CREATE INDEX "enquiry_holds_enquiry_idx" ON "enquiry_holds" USING btree ("enquiry");
  ALTER TABLE "enquiries"
    ADD CONSTRAINT "enquiries_owner_fk" FOREIGN KEY ("owner") REFERENCES "users"("id") ON DELETE SET NULL,
    ADD CONSTRAINT "enquiries_closure_fk" FOREIGN KEY ("closure") REFERENCES "booking_closures"("id") ON DELETE SET NULL,
    ADD CONSTRAINT "enquiries_event_fk" FOREIGN KEY ("event") REFERENCES "events"("id") ON DELETE SET NULL,
    ADD CONSTRAINT "enquiries_status" CHECK (status IN ('new', 'answered', 'quoted', 'held', 'won', 'lost')),
    ADD CONSTRAINT "enquiries_lost" CHECK ((status = 'lost') = (lost_reason IS NOT NULL)),
    ADD CONSTRAINT "enquiries_closed" CHECK ((status IN ('won', 'lost')) = (closed_at IS NOT NULL)),
    ADD CONSTRAINT "enquiries_people" CHECK (people BETWEEN 1 AND 1000),
    ADD CONSTRAINT "enquiries_days" CHECK (cardinality(days) BETWEEN 1 AND 3);
  ALTER TABLE "enquiry_messages"
    ADD CONSTRAINT "enquiry_messages_enquiry_fk" FOREIGN KEY ("enquiry") REFERENCES "enquiries"("id") ON DELETE CASCADE,
    ADD CONSTRAINT "enquiry_messages_kind" CHECK (kind IN ('guest', 'mail', 'note', 'change'));
  ALTER TABLE "enquiry_quotes"
    ADD CONSTRAINT "enquiry_quotes_enquiry_fk" FOREIGN KEY ("enquiry") REFERENCES "enquiries"("id") ON DELETE CASCADE,
    ADD CONSTRAINT "enquiry_quotes_status" CHECK (
      status IN ('sent', 'accepted', 'replaced', 'withdrawn', 'declined', 'expired')),
    ADD CONSTRAINT "enquiry_quotes_times" CHECK (ends_at > starts_at),
    ADD CONSTRAINT "enquiry_quotes_deposit" CHECK (deposit BETWEEN 0 AND total);
  CREATE UNIQUE INDEX "enquiry_quotes_standing" ON "enquiry_quotes" ("enquiry") WHERE status IN ('sent', 'accepted');
  ALTER TABLE "enquiry_holds"
    ADD CONSTRAINT "enquiry_holds_enquiry_fk" FOREIGN KEY ("enquiry") REFERENCES "enquiries"("id") ON DELETE CASCADE,
    ADD CONSTRAINT "enquiry_holds_during" CHECK (
      NOT isempty(during) AND NOT lower_inf(during) AND NOT upper_inf(during)),
    ADD CONSTRAINT "enquiry_holds_taken_once" EXCLUDE USING gist ("area" WITH =, "during" WITH &&) WHERE ("active");
  ALTER TABLE "enquiry_files"
    ADD CONSTRAINT "enquiry_files_enquiry_fk" FOREIGN KEY ("enquiry") REFERENCES "enquiries"("id") ON DELETE CASCADE;`)
}
