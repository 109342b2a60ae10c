import { type MigrateDownArgs, type MigrateUpArgs, sql } from '@payloadcms/db-postgres'

export async function up({ db, payload, req }: MigrateUpArgs): Promise<void> {
  await db.execute(sql`
   CREATE TABLE "till_closings" (
  	"id" serial PRIMARY KEY NOT NULL,
  	"till" text NOT NULL,
  	"key" text NOT NULL,
  	"booked" bigint NOT NULL,
  	"counted" bigint NOT NULL,
  	"note" text,
  	"transfer" bigint,
  	"balance" bigint NOT NULL,
  	"staff" integer NOT NULL,
  	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
  	CONSTRAINT "till_closings_key_unique" UNIQUE("key")
  );
  
  CREATE TABLE "cases" (
  	"id" serial PRIMARY KEY NOT NULL,
  	"member" integer NOT NULL,
  	"transfer" bigint NOT NULL,
  	"text" text NOT NULL,
  	"state" text DEFAULT 'open' NOT NULL,
  	"answer" text,
  	"staff" integer,
  	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
  	"ended_at" timestamp with time zone
  );
  
  CREATE TABLE "card_payments" (
  	"id" serial PRIMARY KEY NOT NULL,
  	"member" integer,
  	"account" text NOT NULL,
  	"key" text NOT NULL,
  	"amount" bigint NOT NULL,
  	"currency" text NOT NULL,
  	"session" text,
  	"url" text,
  	"transfer" bigint,
  	"net" bigint DEFAULT 0 NOT NULL,
  	"lost" bigint DEFAULT 0 NOT NULL,
  	"bookings" integer DEFAULT 0 NOT NULL,
  	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
  	CONSTRAINT "card_payments_session_unique" UNIQUE("session"),
  	CONSTRAINT "card_payments_key_unique" UNIQUE("account","key")
  );
  
  CREATE TABLE "accounting" (
  	"id" serial PRIMARY KEY NOT NULL,
  	"till_cash" varchar DEFAULT '1000',
  	"till_card" varchar DEFAULT '1010',
  	"clearing_stripe" varchar DEFAULT '1020',
  	"clearing_opening" varchar DEFAULT '1090',
  	"clearing_claims" varchar DEFAULT '1710',
  	"member" varchar DEFAULT '1700',
  	"common_good" varchar DEFAULT '1720',
  	"cause" varchar DEFAULT '1730',
  	"venue" varchar DEFAULT '4400',
  	"updated_at" timestamp(3) with time zone,
  	"created_at" timestamp(3) with time zone
  );
  
  CREATE INDEX "till_closings_till_idx" ON "till_closings" USING btree ("till","id");
  CREATE UNIQUE INDEX "cases_open_idx" ON "cases" USING btree ("member","transfer") WHERE "cases"."state" = 'open';
  CREATE INDEX "cases_member_idx" ON "cases" USING btree ("member");
  CREATE INDEX "cases_state_idx" ON "cases" USING btree ("state","id");
  CREATE INDEX "card_payments_member_idx" ON "card_payments" USING btree ("member");`)
}

export async function down({ db, payload, req }: MigrateDownArgs): Promise<void> {
  await db.execute(sql`
   DROP TABLE "till_closings" CASCADE;
  DROP TABLE "cases" CASCADE;
  DROP TABLE "card_payments" CASCADE;
  DROP TABLE "accounting" CASCADE;`)
}
