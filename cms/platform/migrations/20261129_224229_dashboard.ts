import { type MigrateUpArgs, sql } from '@payloadcms/db-postgres'

export async function up({ db }: MigrateUpArgs): Promise<void> {
  await db.execute(sql`
   CREATE TABLE "tried_beer_styles" (
  	"member" integer NOT NULL,
  	"style" text NOT NULL,
  	"day" date NOT NULL,
  	CONSTRAINT "tried_beer_styles_member_style_pk" PRIMARY KEY("member","style")
  );
  
  CREATE TABLE "member_homes" (
  	"member" integer PRIMARY KEY NOT NULL,
  	"tiles" text[] DEFAULT '{}' NOT NULL,
  	"nudges_read_at" timestamp with time zone,
  	"changed_at" timestamp with time zone DEFAULT now() NOT NULL
  );
  ALTER TABLE "tried_beer_styles"
    ADD CONSTRAINT "tried_beer_styles_style" CHECK (style IN ('IPA', 'Lager', 'Stout', 'Porter', 'Wheat Beer', 'Pilsner',
      'Pale Ale', 'Saison', 'Sour Beer', 'Belgian', 'Cider'));
  -- Attendance is kept only of members who agreed to that.
  DELETE FROM "check_in_visits" WHERE "member" NOT IN (SELECT "id" FROM "members" WHERE "analytics_consent");
  `)
}
