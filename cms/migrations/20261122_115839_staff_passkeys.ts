import { type MigrateDownArgs, type MigrateUpArgs, sql } from '@payloadcms/db-postgres'

export async function up({ db, payload, req }: MigrateUpArgs): Promise<void> {
  await db.execute(sql`
   CREATE TABLE "staff_passkeys" (
  	"id" serial PRIMARY KEY NOT NULL,
  	"user" integer NOT NULL,
  	"user_handle" text NOT NULL,
  	"credential" text NOT NULL,
  	"public_key" text NOT NULL,
  	"counter" bigint NOT NULL,
  	"transports" jsonb NOT NULL,
  	"aaguid" text NOT NULL,
  	"is_multi_device" boolean NOT NULL,
  	"is_backed_up" boolean NOT NULL,
  	"name" text NOT NULL,
  	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
  	"last_used_at" timestamp with time zone,
  	CONSTRAINT "staff_passkeys_credential_unique" UNIQUE("credential")
  );
  
  CREATE TABLE "staff_challenges" (
  	"challenge" text PRIMARY KEY NOT NULL,
  	"ceremony" text NOT NULL,
  	"holder" text NOT NULL,
  	"expires_at" timestamp with time zone NOT NULL
  );
  
  CREATE INDEX "staff_passkeys_user_idx" ON "staff_passkeys" USING btree ("user");
  CREATE INDEX "staff_challenges_expires_at_idx" ON "staff_challenges" USING btree ("expires_at");`)
}

export async function down({ db, payload, req }: MigrateDownArgs): Promise<void> {
  await db.execute(sql`
   DROP TABLE "staff_passkeys" CASCADE;
  DROP TABLE "staff_challenges" CASCADE;`)
}
