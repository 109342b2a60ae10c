import { type MigrateDownArgs, type MigrateUpArgs, sql } from '@payloadcms/db-postgres'

export async function up({ db, payload, req }: MigrateUpArgs): Promise<void> {
  await db.execute(sql`
   CREATE TABLE "staff_sessions" (
  	"token_hash" text PRIMARY KEY NOT NULL,
  	"user" integer NOT NULL,
  	"created_at" timestamp with time zone DEFAULT now() NOT NULL
  );
  
  CREATE TABLE "staff_links" (
  	"token_hash" text PRIMARY KEY NOT NULL,
  	"user" integer NOT NULL,
  	"purpose" text NOT NULL,
  	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
  	"expires_at" timestamp with time zone NOT NULL
  );
  
  DROP TABLE "users_sessions" CASCADE;
  ALTER TABLE "mails" ADD COLUMN "sealed" varchar;
  CREATE INDEX "staff_sessions_user_idx" ON "staff_sessions" USING btree ("user");
  CREATE INDEX "staff_sessions_created_at_idx" ON "staff_sessions" USING btree ("created_at");
  CREATE INDEX "staff_links_user_idx" ON "staff_links" USING btree ("user");`)
}

export async function down({ db, payload, req }: MigrateDownArgs): Promise<void> {
  await db.execute(sql`
   CREATE TABLE "users_sessions" (
  	"_order" integer NOT NULL,
  	"_parent_id" integer NOT NULL,
  	"id" varchar PRIMARY KEY NOT NULL,
  	"created_at" timestamp(3) with time zone,
  	"expires_at" timestamp(3) with time zone NOT NULL
  );
  
  DROP TABLE "staff_sessions" CASCADE;
  DROP TABLE "staff_links" CASCADE;
  ALTER TABLE "users_sessions" ADD CONSTRAINT "users_sessions_parent_id_fk" FOREIGN KEY ("_parent_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
  CREATE INDEX "users_sessions_order_idx" ON "users_sessions" USING btree ("_order");
  CREATE INDEX "users_sessions_parent_id_idx" ON "users_sessions" USING btree ("_parent_id");
  ALTER TABLE "mails" DROP COLUMN "sealed";`)
}
