import { type MigrateUpArgs, sql } from '@payloadcms/db-postgres'

export async function up({ db }: MigrateUpArgs): Promise<void> {
  await db.execute(sql`
   CREATE TABLE "secret_drops" (
  	"id" serial PRIMARY KEY NOT NULL,
  	"slug" text NOT NULL,
  	"title" text NOT NULL,
  	"kitchen" text NOT NULL,
  	"story" text NOT NULL,
  	"picture" integer,
  	"allergens" text[] DEFAULT '{}' NOT NULL,
  	"allergen_note" text,
  	"area" text NOT NULL,
  	"day" text NOT NULL,
  	"slots" text[] NOT NULL,
  	"starts_at" timestamp with time zone NOT NULL,
  	"ends_at" timestamp with time zone NOT NULL,
  	"portions" integer NOT NULL,
  	"each" integer DEFAULT 1 NOT NULL,
  	"price" bigint NOT NULL,
  	"opens_at" timestamp with time zone NOT NULL,
  	"announced_at" timestamp with time zone,
  	"drawn_at" timestamp with time zone,
  	"sold_out_at" timestamp with time zone,
  	"gone_at" timestamp with time zone,
  	"cancelled_at" timestamp with time zone,
  	"served_at" timestamp with time zone,
  	"rung_at" timestamp with time zone,
  	"taken" integer DEFAULT 0 NOT NULL,
  	"audience" text DEFAULT 'bell' NOT NULL,
  	"is_linked" boolean DEFAULT false NOT NULL,
  	"after_text" text,
  	"moments" integer[] DEFAULT '{}' NOT NULL,
  	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
  	"version" integer DEFAULT 1 NOT NULL,
  	CONSTRAINT "secret_drops_slug_unique" UNIQUE("slug")
  );
  
  CREATE TABLE "secret_drop_entries" (
  	"drop" integer NOT NULL,
  	"member" integer NOT NULL,
  	"party" integer NOT NULL,
  	"at" timestamp with time zone NOT NULL,
  	"drawn" integer,
  	CONSTRAINT "secret_drop_entries_drop_member_pk" PRIMARY KEY("drop","member")
  );
  
  CREATE TABLE "secret_drop_claims" (
  	"reservation" integer PRIMARY KEY NOT NULL,
  	"drop" integer NOT NULL,
  	"slot" text NOT NULL
  );
  
  CREATE TABLE "secret_drop_bells" (
  	"member" integer NOT NULL,
  	"drop" integer NOT NULL,
  	"at" timestamp with time zone DEFAULT now() NOT NULL,
  	CONSTRAINT "secret_drop_bells_member_drop_pk" PRIMARY KEY("member","drop")
  );
  
  CREATE INDEX "secret_drops_ends_at_idx" ON "secret_drops" USING btree ("ends_at");
  CREATE INDEX "secret_drop_entries_member_idx" ON "secret_drop_entries" USING btree ("member");
  CREATE INDEX "secret_drop_claims_drop_idx" ON "secret_drop_claims" USING btree ("drop");`)
  await db.execute(sql`
  ALTER TABLE "secret_drops"
    ADD CONSTRAINT "secret_drops_taken" CHECK (taken BETWEEN 0 AND portions),
    ADD CONSTRAINT "secret_drops_portions" CHECK (portions BETWEEN 1 AND 500 AND each BETWEEN 1 AND 4),
    ADD CONSTRAINT "secret_drops_price" CHECK (price BETWEEN 0 AND 50000),
    ADD CONSTRAINT "secret_drops_times" CHECK (opens_at < starts_at AND starts_at < ends_at),
    ADD CONSTRAINT "secret_drops_slots" CHECK (cardinality(slots) BETWEEN 1 AND 12),
    ADD CONSTRAINT "secret_drops_audience" CHECK (audience IN ('bell', 'nobody')),
    ADD CONSTRAINT "secret_drops_drawn" CHECK (drawn_at IS NULL OR drawn_at >= opens_at);
  ALTER TABLE "secret_drop_entries"
    ADD CONSTRAINT "secret_drop_entries_drop_fk" FOREIGN KEY ("drop") REFERENCES secret_drops (id),
    ADD CONSTRAINT "secret_drop_entries_party" CHECK (party BETWEEN 1 AND 4);
  ALTER TABLE "secret_drop_claims"
    ADD CONSTRAINT "secret_drop_claims_drop_fk" FOREIGN KEY ("drop") REFERENCES secret_drops (id);`)
}
