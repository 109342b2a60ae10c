import { type MigrateUpArgs, sql } from '@payloadcms/db-postgres'

export async function up({ db }: MigrateUpArgs): Promise<void> {
  await db.execute(sql`
   ALTER TYPE "public"."enum_users_role" ADD VALUE 'bar';
  ALTER TYPE "public"."enum_users_role" ADD VALUE 'kitchen';
  ALTER TABLE "till_closings" ADD COLUMN "blind" boolean DEFAULT false NOT NULL;`)
  // Written by hand: the cash drawers of areas are accounts, too.
  await db.execute(sql`
  ALTER TABLE "ledger_accounts" DROP CONSTRAINT "ledger_accounts_code";
  ALTER TABLE "ledger_accounts" ADD CONSTRAINT "ledger_accounts_code" CHECK (
    "code" ~ '^(member:[1-9][0-9]*|venue:(sales|deposits)|common_good|cause:[1-9][0-9]*|till:(cash|card|cafe|cocktail_bar|beer_hall)|clearing:(opening|stripe|claims|bank))$');`)
  // Who counts blind does not know that there is a difference, so they can't say why.
  await db.execute(sql`
  ALTER TABLE "till_closings"
    DROP CONSTRAINT "till_closings_till",
    DROP CONSTRAINT "till_closings_note",
    ADD CONSTRAINT "till_closings_till" CHECK (till IN ('cash', 'card', 'cafe', 'cocktail_bar', 'beer_hall')),
    ADD CONSTRAINT "till_closings_note" CHECK (char_length(note) BETWEEN 1 AND 200 AND (counted = booked OR blind OR note IS NOT NULL)),
    ADD CONSTRAINT "till_closings_blind" CHECK (NOT blind OR till IN ('cafe', 'cocktail_bar', 'beer_hall'));`)
}
