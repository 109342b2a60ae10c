import { type MigrateDownArgs, type MigrateUpArgs, sql } from '@payloadcms/db-postgres'

export async function up({ db, payload, req }: MigrateUpArgs): Promise<void> {
  await db.execute(sql`
   -- Entries of the Common Good become transfers. Those in the trash are deleted with their table; those of 0 move nothing.
   -- Repeated, it does nothing.
   DO $move$
   DECLARE
     v_currency text := coalesce((SELECT nullif(currency, '') FROM venue ORDER BY id LIMIT 1), 'GBP');
     v_zone text := coalesce((SELECT nullif(time_zone, '') FROM venue ORDER BY id LIMIT 1), 'Europe/London');
     v_dips boolean;
     v_sum bigint;
     v_row record;
     v_made record;
   BEGIN
     IF to_regclass('public.common_good') IS NULL THEN RETURN; END IF;
     -- Processes of the former version add no entries meanwhile.
     LOCK TABLE common_good IN ACCESS EXCLUSIVE MODE;
     SELECT coalesce(min(running), 0) < 0, coalesce(sum(amount_cents), 0) INTO v_dips, v_sum
       FROM (SELECT amount_cents, sum(amount_cents) OVER (ORDER BY entered_at, id) AS running
               FROM common_good WHERE deleted_at IS NULL) AS sums;
     FOR v_row IN
       SELECT * FROM (
         SELECT g.id::text AS id, g.amount_cents::bigint AS amount, g.note::text AS note, g.entered_at, made.by_id::integer AS staff
           FROM common_good AS g
           LEFT JOIN (SELECT document, min(by_id) AS by_id FROM audit
                       WHERE of_collection = 'common_good' AND action = 'create' GROUP BY document) AS made ON made.document = g.id::text
          WHERE g.deleted_at IS NULL
         UNION ALL
         -- The account can't be below zero: the venue gives what is missing.
         SELECT 'missing', -v_sum, 'More was given than there was. The venue paid the difference.', now(), NULL WHERE v_sum < 0
       ) AS movements
        WHERE amount <> 0
        -- By date, unless the balance would be below zero in between.
        ORDER BY v_dips AND amount < 0, entered_at, length(id), id
     LOOP
       SELECT * INTO v_made FROM ledger_transfer(
         'common_good:' || v_row.id, sha256(convert_to('common_good:' || v_row.id, 'UTF8')), 'opening', NULL, NULL, v_currency, v_zone,
         v_row.entered_at, NULL, NULL, CASE WHEN v_row.staff IS NULL THEN 'system' ELSE 'staff' END, v_row.staff,
         ARRAY['clearing:opening', 'common_good'], ARRAY[-v_row.amount, v_row.amount]);
       IF NOT v_made.o_is_repeat THEN
         INSERT INTO ledger_notes (transfer, text, staff) VALUES (v_made.o_transfer, v_row.note, v_row.staff);
       END IF;
     END LOOP;
   END $move$;

   DROP TABLE IF EXISTS "common_good" CASCADE;
   DROP TABLE IF EXISTS "_common_good_v" CASCADE;`)
}

export async function down({ db, payload, req }: MigrateDownArgs): Promise<void> {
  await db.execute(sql`
   CREATE TABLE "common_good" (
  	"id" serial PRIMARY KEY NOT NULL,
  	"amount_cents" numeric NOT NULL,
  	"note" varchar NOT NULL,
  	"entered_at" timestamp(3) with time zone NOT NULL,
  	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
  	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
  	"deleted_at" timestamp(3) with time zone
  );
  
  CREATE TABLE "_common_good_v" (
  	"id" serial PRIMARY KEY NOT NULL,
  	"parent_id" integer,
  	"version_amount_cents" numeric NOT NULL,
  	"version_note" varchar NOT NULL,
  	"version_entered_at" timestamp(3) with time zone NOT NULL,
  	"version_updated_at" timestamp(3) with time zone,
  	"version_created_at" timestamp(3) with time zone,
  	"version_deleted_at" timestamp(3) with time zone,
  	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
  	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL
  );
  
  ALTER TABLE "_common_good_v" ADD CONSTRAINT "_common_good_v_parent_id_common_good_id_fk" FOREIGN KEY ("parent_id") REFERENCES "public"."common_good"("id") ON DELETE set null ON UPDATE no action;
  CREATE INDEX "common_good_updated_at_idx" ON "common_good" USING btree ("updated_at");
  CREATE INDEX "common_good_created_at_idx" ON "common_good" USING btree ("created_at");
  CREATE INDEX "common_good_deleted_at_idx" ON "common_good" USING btree ("deleted_at");
  CREATE INDEX "_common_good_v_parent_idx" ON "_common_good_v" USING btree ("parent_id");
  CREATE INDEX "_common_good_v_version_version_updated_at_idx" ON "_common_good_v" USING btree ("version_updated_at");
  CREATE INDEX "_common_good_v_version_version_created_at_idx" ON "_common_good_v" USING btree ("version_created_at");
  CREATE INDEX "_common_good_v_version_version_deleted_at_idx" ON "_common_good_v" USING btree ("version_deleted_at");
  CREATE INDEX "_common_good_v_created_at_idx" ON "_common_good_v" USING btree ("created_at");
  CREATE INDEX "_common_good_v_updated_at_idx" ON "_common_good_v" USING btree ("updated_at");`)
}
