import { type MigrateUpArgs, sql } from '@payloadcms/db-postgres'

export async function up({ db }: MigrateUpArgs): Promise<void> {
  await db.execute(sql`
   CREATE TABLE "moments" (
  	"id" serial PRIMARY KEY NOT NULL,
  	"member" integer NOT NULL,
  	"key" text NOT NULL,
  	"state" text DEFAULT 'encoding' NOT NULL,
  	"reason" text,
  	"problem" text,
  	"caption" text NOT NULL,
  	"alt" text NOT NULL,
  	"area" text NOT NULL,
  	"event" integer,
  	"series" integer,
  	"audience" text NOT NULL,
  	"month" text NOT NULL,
  	"width" integer,
  	"height" integer,
  	"color" text,
  	"widths" integer[],
  	"hashes" text[],
  	"is_kept" boolean DEFAULT false NOT NULL,
  	"is_chosen" boolean DEFAULT false NOT NULL,
  	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
  	"decided_at" timestamp with time zone,
  	"decided_by" integer,
  	CONSTRAINT "moments_key" UNIQUE("member","key")
  );
  
  CREATE TABLE "moment_originals" (
  	"moment" integer PRIMARY KEY NOT NULL,
  	"bytes" "bytea" NOT NULL,
  	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
  	"claimed_until" timestamp with time zone,
  	"encodings" integer DEFAULT 0 NOT NULL
  );
  
  CREATE TABLE "moment_files" (
  	"moment" integer NOT NULL,
  	"width" integer NOT NULL,
  	"format" text NOT NULL,
  	"bytes" "bytea" NOT NULL,
  	CONSTRAINT "moment_files_moment_width_format_pk" PRIMARY KEY("moment","width","format")
  );
  
  CREATE TABLE "moment_reactions" (
  	"moment" integer NOT NULL,
  	"member" integer NOT NULL,
  	"kind" text NOT NULL,
  	CONSTRAINT "moment_reactions_moment_member_kind_pk" PRIMARY KEY("moment","member","kind")
  );
  
  CREATE TABLE "moment_reports" (
  	"id" serial PRIMARY KEY NOT NULL,
  	"moment" integer NOT NULL,
  	"kind" text NOT NULL,
  	"member" integer,
  	"text" text NOT NULL,
  	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
  	"decided_at" timestamp with time zone
  );
  
  CREATE TABLE "moment_removed" (
  	"moment" integer PRIMARY KEY NOT NULL,
  	"hashes" text[] NOT NULL,
  	"removed_at" timestamp with time zone DEFAULT now() NOT NULL
  );
  
  ALTER TABLE "moment_originals" ADD CONSTRAINT "moment_originals_moment_moments_id_fk" FOREIGN KEY ("moment") REFERENCES "public"."moments"("id") ON DELETE cascade ON UPDATE no action;
  ALTER TABLE "moment_files" ADD CONSTRAINT "moment_files_moment_moments_id_fk" FOREIGN KEY ("moment") REFERENCES "public"."moments"("id") ON DELETE cascade ON UPDATE no action;
  ALTER TABLE "moment_reactions" ADD CONSTRAINT "moment_reactions_moment_moments_id_fk" FOREIGN KEY ("moment") REFERENCES "public"."moments"("id") ON DELETE cascade ON UPDATE no action;
  ALTER TABLE "moment_reports" ADD CONSTRAINT "moment_reports_moment_moments_id_fk" FOREIGN KEY ("moment") REFERENCES "public"."moments"("id") ON DELETE cascade ON UPDATE no action;
  CREATE INDEX "moments_state_idx" ON "moments" USING btree ("state","id");
  CREATE INDEX "moments_area_idx" ON "moments" USING btree ("area","id");
  CREATE INDEX "moments_event_idx" ON "moments" USING btree ("event","id");
  CREATE INDEX "moments_series_idx" ON "moments" USING btree ("series");
  CREATE INDEX "moments_month_idx" ON "moments" USING btree ("month","id");
  CREATE INDEX "moments_member_idx" ON "moments" USING btree ("member","id");
  CREATE INDEX "moment_reactions_member_idx" ON "moment_reactions" USING btree ("member");
  CREATE INDEX "moment_reports_moment_idx" ON "moment_reports" USING btree ("moment");
  CREATE INDEX "moment_reports_member_idx" ON "moment_reports" USING btree ("member");`)
}
