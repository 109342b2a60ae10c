import { type MigrateDownArgs, type MigrateUpArgs, sql } from '@payloadcms/db-postgres'

export async function up({ db, payload, req }: MigrateUpArgs): Promise<void> {
  await db.execute(sql`
   CREATE TYPE "public"."enum_causes_state" AS ENUM('open', 'funded', 'paid_out');
  CREATE TYPE "public"."enum__causes_v_version_state" AS ENUM('open', 'funded', 'paid_out');
  ALTER TYPE "public"."enum_faq_page" ADD VALUE 'common-good' BEFORE 'privacy';
  ALTER TYPE "public"."enum_faq_page" ADD VALUE 'good-message' BEFORE 'privacy';
  ALTER TYPE "public"."enum__faq_v_version_page" ADD VALUE 'common-good' BEFORE 'privacy';
  ALTER TYPE "public"."enum__faq_v_version_page" ADD VALUE 'good-message' BEFORE 'privacy';
  CREATE TABLE "cause_payouts" (
  	"id" serial PRIMARY KEY NOT NULL,
  	"key" text NOT NULL,
  	"cause" integer NOT NULL,
  	"amount" bigint NOT NULL,
  	"note" text NOT NULL,
  	"receipt" integer NOT NULL,
  	"state" text DEFAULT 'requested' NOT NULL,
  	"requested_by" integer NOT NULL,
  	"requested_at" timestamp with time zone DEFAULT now() NOT NULL,
  	"decided_by" integer,
  	"decided_at" timestamp with time zone,
  	"transfer" bigint,
  	CONSTRAINT "cause_payouts_key_unique" UNIQUE("key"),
  	CONSTRAINT "cause_payouts_transfer_unique" UNIQUE("transfer")
  );
  
  CREATE TABLE "common_good_messages" (
  	"id" serial PRIMARY KEY NOT NULL,
  	"transfer" bigint,
  	"member" integer,
  	"text" text NOT NULL,
  	"name" text,
  	"state" text DEFAULT 'pending' NOT NULL,
  	"is_kept" boolean DEFAULT false NOT NULL,
  	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
  	"decided_at" timestamp with time zone,
  	"reported_at" timestamp with time zone
  );
  
  CREATE TABLE "causes" (
  	"id" serial PRIMARY KEY NOT NULL,
  	"title" varchar NOT NULL,
  	"slug" varchar NOT NULL,
  	"text" varchar NOT NULL,
  	"picture_id" integer,
  	"goal_cents" numeric NOT NULL,
  	"state" "enum_causes_state" DEFAULT 'open' NOT NULL,
  	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
  	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
  	"deleted_at" timestamp(3) with time zone
  );
  
  CREATE TABLE "_causes_v" (
  	"id" serial PRIMARY KEY NOT NULL,
  	"parent_id" integer,
  	"version_title" varchar NOT NULL,
  	"version_slug" varchar NOT NULL,
  	"version_text" varchar NOT NULL,
  	"version_picture_id" integer,
  	"version_goal_cents" numeric NOT NULL,
  	"version_state" "enum__causes_v_version_state" DEFAULT 'open' NOT NULL,
  	"version_updated_at" timestamp(3) with time zone,
  	"version_created_at" timestamp(3) with time zone,
  	"version_deleted_at" timestamp(3) with time zone,
  	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
  	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL
  );
  
  ALTER TABLE "causes" ADD CONSTRAINT "causes_picture_id_media_id_fk" FOREIGN KEY ("picture_id") REFERENCES "public"."media"("id") ON DELETE set null ON UPDATE no action;
  ALTER TABLE "_causes_v" ADD CONSTRAINT "_causes_v_parent_id_causes_id_fk" FOREIGN KEY ("parent_id") REFERENCES "public"."causes"("id") ON DELETE set null ON UPDATE no action;
  ALTER TABLE "_causes_v" ADD CONSTRAINT "_causes_v_version_picture_id_media_id_fk" FOREIGN KEY ("version_picture_id") REFERENCES "public"."media"("id") ON DELETE set null ON UPDATE no action;
  CREATE INDEX "cause_payouts_cause_idx" ON "cause_payouts" USING btree ("cause");
  CREATE INDEX "cause_payouts_receipt_idx" ON "cause_payouts" USING btree ("receipt");
  CREATE UNIQUE INDEX "common_good_messages_transfer_idx" ON "common_good_messages" USING btree ("transfer");
  CREATE INDEX "common_good_messages_member_idx" ON "common_good_messages" USING btree ("member");
  CREATE UNIQUE INDEX "causes_slug_idx" ON "causes" USING btree ("slug");
  CREATE INDEX "causes_picture_idx" ON "causes" USING btree ("picture_id");
  CREATE INDEX "causes_state_idx" ON "causes" USING btree ("state");
  CREATE INDEX "causes_updated_at_idx" ON "causes" USING btree ("updated_at");
  CREATE INDEX "causes_created_at_idx" ON "causes" USING btree ("created_at");
  CREATE INDEX "causes_deleted_at_idx" ON "causes" USING btree ("deleted_at");
  CREATE INDEX "_causes_v_parent_idx" ON "_causes_v" USING btree ("parent_id");
  CREATE INDEX "_causes_v_version_version_slug_idx" ON "_causes_v" USING btree ("version_slug");
  CREATE INDEX "_causes_v_version_version_picture_idx" ON "_causes_v" USING btree ("version_picture_id");
  CREATE INDEX "_causes_v_version_version_state_idx" ON "_causes_v" USING btree ("version_state");
  CREATE INDEX "_causes_v_version_version_updated_at_idx" ON "_causes_v" USING btree ("version_updated_at");
  CREATE INDEX "_causes_v_version_version_created_at_idx" ON "_causes_v" USING btree ("version_created_at");
  CREATE INDEX "_causes_v_version_version_deleted_at_idx" ON "_causes_v" USING btree ("version_deleted_at");
  CREATE INDEX "_causes_v_created_at_idx" ON "_causes_v" USING btree ("created_at");
  CREATE INDEX "_causes_v_updated_at_idx" ON "_causes_v" USING btree ("updated_at");`)
}

export async function down({ db, payload, req }: MigrateDownArgs): Promise<void> {
  await db.execute(sql`
   DROP TABLE "cause_payouts" CASCADE;
  DROP TABLE "common_good_messages" CASCADE;
  DROP TABLE "causes" CASCADE;
  DROP TABLE "_causes_v" CASCADE;
  ALTER TABLE "faq" ALTER COLUMN "page" SET DATA TYPE text;
  DROP TYPE "public"."enum_faq_page";
  CREATE TYPE "public"."enum_faq_page" AS ENUM('home', 'cafe', 'cocktails', 'beer', 'kitchens', 'hall', 'community', 'common-room', 'letters', 'privacy', 'branding', 'secretkitchens', 'offline');
  ALTER TABLE "faq" ALTER COLUMN "page" SET DATA TYPE "public"."enum_faq_page" USING "page"::"public"."enum_faq_page";
  ALTER TABLE "_faq_v" ALTER COLUMN "version_page" SET DATA TYPE text;
  DROP TYPE "public"."enum__faq_v_version_page";
  CREATE TYPE "public"."enum__faq_v_version_page" AS ENUM('home', 'cafe', 'cocktails', 'beer', 'kitchens', 'hall', 'community', 'common-room', 'letters', 'privacy', 'branding', 'secretkitchens', 'offline');
  ALTER TABLE "_faq_v" ALTER COLUMN "version_page" SET DATA TYPE "public"."enum__faq_v_version_page" USING "version_page"::"public"."enum__faq_v_version_page";
  DROP TYPE "public"."enum_causes_state";
  DROP TYPE "public"."enum__causes_v_version_state";`)
}
