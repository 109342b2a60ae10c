import { type MigrateDownArgs, type MigrateUpArgs, sql } from '@payloadcms/db-postgres'

export async function up({ db, payload, req }: MigrateUpArgs): Promise<void> {
  await db.execute(sql`
   CREATE TABLE "credit_settings" (
  	"member" integer PRIMARY KEY NOT NULL,
  	"rounds_up" boolean NOT NULL,
  	"changed_at" timestamp with time zone DEFAULT now() NOT NULL
  );
  
  CREATE TABLE "credit_sends" (
  	"id" serial PRIMARY KEY NOT NULL,
  	"member" integer,
  	"account" text NOT NULL,
  	"sender" text,
  	"email" text,
  	"amount" bigint NOT NULL,
  	"currency" text NOT NULL,
  	"key" text NOT NULL,
  	"token_hash" text NOT NULL,
  	"state" text DEFAULT 'waiting' NOT NULL,
  	"claimed_by" integer,
  	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
  	"expires_at" timestamp with time zone NOT NULL,
  	"ended_at" timestamp with time zone,
  	CONSTRAINT "credit_sends_token_hash_unique" UNIQUE("token_hash"),
  	CONSTRAINT "credit_sends_key_unique" UNIQUE("member","key")
  );
  
  CREATE INDEX "credit_sends_email_idx" ON "credit_sends" USING btree ("email","created_at");
  CREATE INDEX "credit_sends_claimed_by_idx" ON "credit_sends" USING btree ("claimed_by");
  CREATE INDEX "credit_sends_waiting_idx" ON "credit_sends" USING btree ("expires_at") WHERE "credit_sends"."state" = 'waiting';`)
}

export async function down({ db, payload, req }: MigrateDownArgs): Promise<void> {
  await db.execute(sql`
   DROP TABLE "credit_settings" CASCADE;
  DROP TABLE "credit_sends" CASCADE;`)
}
