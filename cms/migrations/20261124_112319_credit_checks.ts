import { type MigrateDownArgs, type MigrateUpArgs, sql } from '@payloadcms/db-postgres'

/** The checks are written by hand, because Drizzle can't declare them. */
export async function up({ db }: MigrateUpArgs): Promise<void> {
  await db.execute(sql`
   ALTER TABLE "card_payments" ADD COLUMN "reads" integer DEFAULT 0 NOT NULL;
  ALTER TABLE "card_payments" ADD COLUMN "check_at" timestamp with time zone;
  CREATE INDEX "card_payments_check_idx" ON "card_payments" USING btree ("check_at") WHERE "card_payments"."check_at" is not null;

  -- The payment service is asked about all that were begun before.
  UPDATE "card_payments" SET check_at = now() WHERE session IS NOT NULL;

  ALTER TABLE "card_payments"
    ADD CONSTRAINT "card_payments_amounts"
      CHECK (amount > 0 AND net BETWEEN 0 AND amount AND lost BETWEEN 0 AND amount - net),
    ADD CONSTRAINT "card_payments_counts" CHECK (bookings >= 0 AND reads >= 0),
    ADD CONSTRAINT "card_payments_currency" CHECK (currency ~ '^[A-Z]{3}$'),
    ADD CONSTRAINT "card_payments_account" CHECK (account ~ '^member:[1-9][0-9]*$'),
    ADD CONSTRAINT "card_payments_payer" CHECK (account = 'member:' || member),
    ADD CONSTRAINT "card_payments_session"
      CHECK (session IS NOT NULL OR (url IS NULL AND transfer IS NULL AND check_at IS NULL)),
    ADD CONSTRAINT "card_payments_page" CHECK (url IS NULL OR member IS NOT NULL),
    ADD CONSTRAINT "card_payments_transfer"
      CHECK ((transfer IS NULL) = (bookings = 0) AND (transfer IS NOT NULL OR (net = 0 AND lost = 0)));

  ALTER TABLE "credit_sends"
    ADD CONSTRAINT "credit_sends_amount" CHECK (amount > 0),
    ADD CONSTRAINT "credit_sends_currency" CHECK (currency ~ '^[A-Z]{3}$'),
    ADD CONSTRAINT "credit_sends_account" CHECK (account ~ '^member:[1-9][0-9]*$'),
    ADD CONSTRAINT "credit_sends_sender"
      CHECK (account = 'member:' || member AND (member IS NULL) = (sender IS NULL)),
    ADD CONSTRAINT "credit_sends_state" CHECK (state IN ('waiting', 'claimed', 'returned')),
    ADD CONSTRAINT "credit_sends_ended" CHECK ((state = 'waiting') = (ended_at IS NULL)),
    ADD CONSTRAINT "credit_sends_claimed" CHECK (claimed_by IS NULL OR (state = 'claimed' AND claimed_by <> member)),
    ADD CONSTRAINT "credit_sends_expiry" CHECK (expires_at > created_at);`)
}

export async function down({ db }: MigrateDownArgs): Promise<void> {
  await db.execute(sql`
   ALTER TABLE "credit_sends"
    DROP CONSTRAINT "credit_sends_expiry",
    DROP CONSTRAINT "credit_sends_claimed",
    DROP CONSTRAINT "credit_sends_ended",
    DROP CONSTRAINT "credit_sends_state",
    DROP CONSTRAINT "credit_sends_sender",
    DROP CONSTRAINT "credit_sends_account",
    DROP CONSTRAINT "credit_sends_currency",
    DROP CONSTRAINT "credit_sends_amount";

  ALTER TABLE "card_payments"
    DROP CONSTRAINT "card_payments_transfer",
    DROP CONSTRAINT "card_payments_page",
    DROP CONSTRAINT "card_payments_session",
    DROP CONSTRAINT "card_payments_payer",
    DROP CONSTRAINT "card_payments_account",
    DROP CONSTRAINT "card_payments_currency",
    DROP CONSTRAINT "card_payments_counts",
    DROP CONSTRAINT "card_payments_amounts";
  DROP INDEX "card_payments_check_idx";
  ALTER TABLE "card_payments" DROP COLUMN "reads";
  ALTER TABLE "card_payments" DROP COLUMN "check_at";`)
}
