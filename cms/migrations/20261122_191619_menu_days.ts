import { type MigrateDownArgs, type MigrateUpArgs, sql } from '@payloadcms/db-postgres'

export async function up({ db, payload, req }: MigrateUpArgs): Promise<void> {
  await db.execute(sql`
   CREATE TYPE "public"."enum_menus_days" AS ENUM('mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun');
  CREATE TYPE "public"."enum__menus_v_version_days" AS ENUM('mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun');
  CREATE TABLE "menus_days" (
  	"order" integer NOT NULL,
  	"parent_id" integer NOT NULL,
  	"value" "enum_menus_days",
  	"id" serial PRIMARY KEY NOT NULL
  );
  
  CREATE TABLE "_menus_v_version_days" (
  	"order" integer NOT NULL,
  	"parent_id" integer NOT NULL,
  	"value" "enum__menus_v_version_days",
  	"id" serial PRIMARY KEY NOT NULL
  );
  
  ALTER TABLE "menus_days" ADD CONSTRAINT "menus_days_parent_fk" FOREIGN KEY ("parent_id") REFERENCES "public"."menus"("id") ON DELETE cascade ON UPDATE no action;
  ALTER TABLE "_menus_v_version_days" ADD CONSTRAINT "_menus_v_version_days_parent_fk" FOREIGN KEY ("parent_id") REFERENCES "public"."_menus_v"("id") ON DELETE cascade ON UPDATE no action;
  CREATE INDEX "menus_days_order_idx" ON "menus_days" USING btree ("order");
  CREATE INDEX "menus_days_parent_idx" ON "menus_days" USING btree ("parent_id");
  CREATE INDEX "_menus_v_version_days_order_idx" ON "_menus_v_version_days" USING btree ("order");
  CREATE INDEX "_menus_v_version_days_parent_idx" ON "_menus_v_version_days" USING btree ("parent_id");`)
}

export async function down({ db, payload, req }: MigrateDownArgs): Promise<void> {
  await db.execute(sql`
   DROP TABLE "menus_days" CASCADE;
  DROP TABLE "_menus_v_version_days" CASCADE;
  DROP TYPE "public"."enum_menus_days";
  DROP TYPE "public"."enum__menus_v_version_days";`)
}
