import { type MigrateUpArgs, sql } from '@payloadcms/db-postgres'

export async function up({ db }: MigrateUpArgs): Promise<void> {
  await db.execute(sql`
   ALTER TYPE "public"."enum_events_payment" ADD VALUE 'card';
  ALTER TYPE "public"."enum__events_v_version_payment" ADD VALUE 'card';
  ALTER TABLE "event_dates" ADD COLUMN "refund_until_hours" integer;
  ALTER TABLE "events" ADD COLUMN "refund_until_hours" numeric;
  ALTER TABLE "_events_v" ADD COLUMN "version_refund_until_hours" numeric;`)
  await db.execute(sql`
  ALTER TABLE "event_dates"
    DROP CONSTRAINT "event_dates_payment",
    ADD CONSTRAINT "event_dates_payment" CHECK (payment IN ('free', 'credit', 'door', 'card')),
    ADD CONSTRAINT "event_dates_refunds" CHECK (refund_until_hours BETWEEN 0 AND 672);`)
}
