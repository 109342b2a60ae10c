import { type MigrateDownArgs, type MigrateUpArgs, sql } from '@payloadcms/db-postgres'

export async function up({ db, payload, req }: MigrateUpArgs): Promise<void> {
  await db.execute(sql`
   CREATE TYPE "public"."enum_faq_page" AS ENUM('home', 'cafe', 'cocktails', 'beer', 'kitchens', 'hall', 'community', 'common-room', 'privacy', 'branding', 'secretkitchens', 'offline');
  CREATE TYPE "public"."enum_faq_status" AS ENUM('draft', 'published');
  CREATE TYPE "public"."enum__faq_v_version_page" AS ENUM('home', 'cafe', 'cocktails', 'beer', 'kitchens', 'hall', 'community', 'common-room', 'privacy', 'branding', 'secretkitchens', 'offline');
  CREATE TYPE "public"."enum__faq_v_version_status" AS ENUM('draft', 'published');
  CREATE TYPE "public"."enum_scheduled_changes_action" AS ENUM('publish', 'unpublish');
  CREATE TYPE "public"."enum_scheduled_changes_state" AS ENUM('waiting', 'done', 'cancelled', 'failed');
  ALTER TYPE "public"."enum_cms_content_content_type" ADD VALUE 'image';
  ALTER TYPE "public"."enum__cms_content_v_version_content_type" ADD VALUE 'image';
  ALTER TYPE "public"."enum_cms_global_content_content_type" ADD VALUE 'image';
  ALTER TYPE "public"."enum__cms_global_content_v_version_content_type" ADD VALUE 'image';
  CREATE TABLE "editing_presence" (
  	"tab" text PRIMARY KEY NOT NULL,
  	"user_id" integer NOT NULL,
  	"name" text NOT NULL,
  	"page" text NOT NULL,
  	"place" text,
  	"seen_at" timestamp with time zone DEFAULT now() NOT NULL
  );
  
  CREATE TABLE "worker_beats" (
  	"worker" text PRIMARY KEY NOT NULL,
  	"beat_at" timestamp with time zone NOT NULL
  );
  
  CREATE TABLE "faq" (
  	"id" serial PRIMARY KEY NOT NULL,
  	"page" "enum_faq_page",
  	"question" varchar,
  	"answer" varchar,
  	"position" numeric DEFAULT 0,
  	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
  	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
  	"_status" "enum_faq_status" DEFAULT 'draft'
  );
  
  CREATE TABLE "_faq_v" (
  	"id" serial PRIMARY KEY NOT NULL,
  	"parent_id" integer,
  	"version_page" "enum__faq_v_version_page",
  	"version_question" varchar,
  	"version_answer" varchar,
  	"version_position" numeric DEFAULT 0,
  	"version_updated_at" timestamp(3) with time zone,
  	"version_created_at" timestamp(3) with time zone,
  	"version__status" "enum__faq_v_version_status" DEFAULT 'draft',
  	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
  	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
  	"latest" boolean
  );
  
  CREATE TABLE "scheduled_changes" (
  	"id" serial PRIMARY KEY NOT NULL,
  	"page" varchar NOT NULL,
  	"section" varchar NOT NULL,
  	"content_key" varchar NOT NULL,
  	"action" "enum_scheduled_changes_action" NOT NULL,
  	"at" timestamp(3) with time zone NOT NULL,
  	"revision" numeric,
  	"state" "enum_scheduled_changes_state" DEFAULT 'waiting' NOT NULL,
  	"by_name" varchar,
  	"by_id" numeric,
  	"done_at" timestamp(3) with time zone,
  	"failure" varchar,
  	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
  	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL
  );
  
  CREATE TABLE "audit" (
  	"id" serial PRIMARY KEY NOT NULL,
  	"action" varchar NOT NULL,
  	"subject" varchar NOT NULL,
  	"by_name" varchar,
  	"by_id" numeric,
  	"of_collection" varchar,
  	"document" varchar,
  	"version" numeric,
  	"details" jsonb,
  	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
  	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL
  );
  
  ALTER TABLE "payload_locked_documents_rels" DROP CONSTRAINT "payload_locked_documents_rels_cms_content_fk";
  
  ALTER TABLE "payload_locked_documents_rels" DROP CONSTRAINT "payload_locked_documents_rels_cms_global_content_fk";
  
  DROP INDEX "payload_locked_documents_rels_cms_content_id_idx";
  DROP INDEX "payload_locked_documents_rels_cms_global_content_id_idx";
  ALTER TABLE "_faq_v" ADD CONSTRAINT "_faq_v_parent_id_faq_id_fk" FOREIGN KEY ("parent_id") REFERENCES "public"."faq"("id") ON DELETE set null ON UPDATE no action;
  CREATE INDEX "editing_presence_page_idx" ON "editing_presence" USING btree ("page");
  CREATE INDEX "faq_page_idx" ON "faq" USING btree ("page");
  CREATE INDEX "faq_updated_at_idx" ON "faq" USING btree ("updated_at");
  CREATE INDEX "faq_created_at_idx" ON "faq" USING btree ("created_at");
  CREATE INDEX "faq__status_idx" ON "faq" USING btree ("_status");
  CREATE INDEX "_faq_v_parent_idx" ON "_faq_v" USING btree ("parent_id");
  CREATE INDEX "_faq_v_version_version_page_idx" ON "_faq_v" USING btree ("version_page");
  CREATE INDEX "_faq_v_version_version_updated_at_idx" ON "_faq_v" USING btree ("version_updated_at");
  CREATE INDEX "_faq_v_version_version_created_at_idx" ON "_faq_v" USING btree ("version_created_at");
  CREATE INDEX "_faq_v_version_version__status_idx" ON "_faq_v" USING btree ("version__status");
  CREATE INDEX "_faq_v_created_at_idx" ON "_faq_v" USING btree ("created_at");
  CREATE INDEX "_faq_v_updated_at_idx" ON "_faq_v" USING btree ("updated_at");
  CREATE INDEX "_faq_v_latest_idx" ON "_faq_v" USING btree ("latest");
  CREATE INDEX "scheduled_changes_at_idx" ON "scheduled_changes" USING btree ("at");
  CREATE INDEX "scheduled_changes_state_idx" ON "scheduled_changes" USING btree ("state");
  CREATE INDEX "scheduled_changes_updated_at_idx" ON "scheduled_changes" USING btree ("updated_at");
  CREATE INDEX "scheduled_changes_created_at_idx" ON "scheduled_changes" USING btree ("created_at");
  CREATE INDEX "audit_action_idx" ON "audit" USING btree ("action");
  CREATE INDEX "audit_by_id_idx" ON "audit" USING btree ("by_id");
  CREATE INDEX "audit_document_idx" ON "audit" USING btree ("document");
  CREATE INDEX "audit_version_idx" ON "audit" USING btree ("version");
  CREATE INDEX "audit_updated_at_idx" ON "audit" USING btree ("updated_at");
  CREATE INDEX "audit_created_at_idx" ON "audit" USING btree ("created_at");
  ALTER TABLE "payload_locked_documents_rels" DROP COLUMN "cms_content_id";
  ALTER TABLE "payload_locked_documents_rels" DROP COLUMN "cms_global_content_id";
  CREATE FUNCTION "audit_is_written_once"() RETURNS trigger AS $audit$
  BEGIN
    RAISE EXCEPTION 'the audit trail is only added to';
  END $audit$ LANGUAGE plpgsql;
  CREATE TRIGGER "audit_is_written_once" BEFORE UPDATE OR DELETE OR TRUNCATE ON "audit"
    FOR EACH STATEMENT EXECUTE FUNCTION "audit_is_written_once"();`)
}

export async function down({ db, payload, req }: MigrateDownArgs): Promise<void> {
  await db.execute(sql`
   DROP FUNCTION "audit_is_written_once" CASCADE;
   ALTER TABLE "editing_presence" DISABLE ROW LEVEL SECURITY;
  ALTER TABLE "worker_beats" DISABLE ROW LEVEL SECURITY;
  ALTER TABLE "faq" DISABLE ROW LEVEL SECURITY;
  ALTER TABLE "_faq_v" DISABLE ROW LEVEL SECURITY;
  ALTER TABLE "scheduled_changes" DISABLE ROW LEVEL SECURITY;
  ALTER TABLE "audit" DISABLE ROW LEVEL SECURITY;
  DROP TABLE "editing_presence" CASCADE;
  DROP TABLE "worker_beats" CASCADE;
  DROP TABLE "faq" CASCADE;
  DROP TABLE "_faq_v" CASCADE;
  DROP TABLE "scheduled_changes" CASCADE;
  DROP TABLE "audit" CASCADE;
  ALTER TABLE "cms_content" ALTER COLUMN "content_type" SET DATA TYPE text;
  ALTER TABLE "cms_content" ALTER COLUMN "content_type" SET DEFAULT 'text'::text;
  DROP TYPE "public"."enum_cms_content_content_type";
  CREATE TYPE "public"."enum_cms_content_content_type" AS ENUM('text');
  ALTER TABLE "cms_content" ALTER COLUMN "content_type" SET DEFAULT 'text'::"public"."enum_cms_content_content_type";
  ALTER TABLE "cms_content" ALTER COLUMN "content_type" SET DATA TYPE "public"."enum_cms_content_content_type" USING "content_type"::"public"."enum_cms_content_content_type";
  ALTER TABLE "_cms_content_v" ALTER COLUMN "version_content_type" SET DATA TYPE text;
  ALTER TABLE "_cms_content_v" ALTER COLUMN "version_content_type" SET DEFAULT 'text'::text;
  DROP TYPE "public"."enum__cms_content_v_version_content_type";
  CREATE TYPE "public"."enum__cms_content_v_version_content_type" AS ENUM('text');
  ALTER TABLE "_cms_content_v" ALTER COLUMN "version_content_type" SET DEFAULT 'text'::"public"."enum__cms_content_v_version_content_type";
  ALTER TABLE "_cms_content_v" ALTER COLUMN "version_content_type" SET DATA TYPE "public"."enum__cms_content_v_version_content_type" USING "version_content_type"::"public"."enum__cms_content_v_version_content_type";
  ALTER TABLE "cms_global_content" ALTER COLUMN "content_type" SET DATA TYPE text;
  ALTER TABLE "cms_global_content" ALTER COLUMN "content_type" SET DEFAULT 'text'::text;
  DROP TYPE "public"."enum_cms_global_content_content_type";
  CREATE TYPE "public"."enum_cms_global_content_content_type" AS ENUM('text');
  ALTER TABLE "cms_global_content" ALTER COLUMN "content_type" SET DEFAULT 'text'::"public"."enum_cms_global_content_content_type";
  ALTER TABLE "cms_global_content" ALTER COLUMN "content_type" SET DATA TYPE "public"."enum_cms_global_content_content_type" USING "content_type"::"public"."enum_cms_global_content_content_type";
  ALTER TABLE "_cms_global_content_v" ALTER COLUMN "version_content_type" SET DATA TYPE text;
  ALTER TABLE "_cms_global_content_v" ALTER COLUMN "version_content_type" SET DEFAULT 'text'::text;
  DROP TYPE "public"."enum__cms_global_content_v_version_content_type";
  CREATE TYPE "public"."enum__cms_global_content_v_version_content_type" AS ENUM('text');
  ALTER TABLE "_cms_global_content_v" ALTER COLUMN "version_content_type" SET DEFAULT 'text'::"public"."enum__cms_global_content_v_version_content_type";
  ALTER TABLE "_cms_global_content_v" ALTER COLUMN "version_content_type" SET DATA TYPE "public"."enum__cms_global_content_v_version_content_type" USING "version_content_type"::"public"."enum__cms_global_content_v_version_content_type";
  ALTER TABLE "payload_locked_documents_rels" ADD COLUMN "cms_content_id" integer;
  ALTER TABLE "payload_locked_documents_rels" ADD COLUMN "cms_global_content_id" integer;
  ALTER TABLE "payload_locked_documents_rels" ADD CONSTRAINT "payload_locked_documents_rels_cms_content_fk" FOREIGN KEY ("cms_content_id") REFERENCES "public"."cms_content"("id") ON DELETE cascade ON UPDATE no action;
  ALTER TABLE "payload_locked_documents_rels" ADD CONSTRAINT "payload_locked_documents_rels_cms_global_content_fk" FOREIGN KEY ("cms_global_content_id") REFERENCES "public"."cms_global_content"("id") ON DELETE cascade ON UPDATE no action;
  CREATE INDEX "payload_locked_documents_rels_cms_content_id_idx" ON "payload_locked_documents_rels" USING btree ("cms_content_id");
  CREATE INDEX "payload_locked_documents_rels_cms_global_content_id_idx" ON "payload_locked_documents_rels" USING btree ("cms_global_content_id");
  DROP TYPE "public"."enum_faq_page";
  DROP TYPE "public"."enum_faq_status";
  DROP TYPE "public"."enum__faq_v_version_page";
  DROP TYPE "public"."enum__faq_v_version_status";
  DROP TYPE "public"."enum_scheduled_changes_action";
  DROP TYPE "public"."enum_scheduled_changes_state";`)
}
