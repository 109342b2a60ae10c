import { type MigrateUpArgs, sql } from '@payloadcms/db-postgres'

export async function up({ db }: MigrateUpArgs): Promise<void> {
  await db.execute(sql`
   ALTER TABLE "till_closings" ADD COLUMN "banked" bigint;
  ALTER TABLE "media" ADD COLUMN "is_receipt" boolean DEFAULT false;
  ALTER TABLE "events" ADD COLUMN "next_start" timestamp(3) with time zone;
  ALTER TABLE "_events_v" ADD COLUMN "version_next_start" timestamp(3) with time zone;
  ALTER TABLE "venue_exceptions" ADD COLUMN "until" varchar;
  ALTER TABLE "_venue_v_version_exceptions" ADD COLUMN "until" varchar;
  ALTER TABLE "accounting" ADD COLUMN "vat_beer_hall" numeric;
  ALTER TABLE "accounting" ADD COLUMN "vat_cafe" numeric;
  ALTER TABLE "accounting" ADD COLUMN "vat_cocktail_bar" numeric;
  ALTER TABLE "accounting" ADD COLUMN "vat_common_room" numeric;
  ALTER TABLE "accounting" ADD COLUMN "vat_kitchens" numeric;
  ALTER TABLE "accounting" ADD COLUMN "vat_event_spaces" numeric;
  CREATE INDEX "media_is_receipt_idx" ON "media" USING btree ("is_receipt");
  CREATE INDEX "events_next_start_idx" ON "events" USING btree ("next_start");
  CREATE INDEX "_events_v_version_version_next_start_idx" ON "_events_v" USING btree ("version_next_start");`)
  await db.execute(sql`UPDATE "media" SET "is_receipt" = true WHERE id IN (SELECT receipt FROM cause_payouts)`)
}
