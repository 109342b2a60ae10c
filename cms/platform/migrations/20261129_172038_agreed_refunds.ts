import { type MigrateUpArgs, sql } from '@payloadcms/db-postgres'

export async function up({ db }: MigrateUpArgs): Promise<void> {
  await db.execute(sql`
   ALTER TABLE "reservations" ADD COLUMN "refund_until" timestamp with time zone;
  ALTER TABLE "reservations" ADD COLUMN "agreed_start" timestamp with time zone;`)
}
