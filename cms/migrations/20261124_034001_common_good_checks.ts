import { type MigrateDownArgs, type MigrateUpArgs, sql } from '@payloadcms/db-postgres'

/** Written by hand, after the migration that creates the tables: what Drizzle can't declare. */
export async function up({ db }: MigrateUpArgs): Promise<void> {
  await db.execute(sql`
  ALTER TABLE "cause_payouts"
    ADD CONSTRAINT "cause_payouts_amount" CHECK (amount > 0),
    ADD CONSTRAINT "cause_payouts_state" CHECK (state IN ('requested', 'approved', 'refused')),
    ADD CONSTRAINT "cause_payouts_decided"
      CHECK ((state = 'requested') = (decided_at IS NULL) AND (decided_at IS NULL) = (decided_by IS NULL)),
    ADD CONSTRAINT "cause_payouts_transfer" CHECK ((state = 'approved') = (transfer IS NOT NULL)),
    -- Nobody approves their own request.
    ADD CONSTRAINT "cause_payouts_second_person" CHECK (state <> 'approved' OR decided_by <> requested_by);
  CREATE INDEX "cause_payouts_requested_idx" ON "cause_payouts" (id) WHERE state = 'requested';

  ALTER TABLE "common_good_messages"
    ADD CONSTRAINT "common_good_messages_text" CHECK (char_length(text) BETWEEN 1 AND 200),
    ADD CONSTRAINT "common_good_messages_state" CHECK (state IN ('pending', 'shown', 'hidden', 'reported')),
    ADD CONSTRAINT "common_good_messages_author" CHECK ((transfer IS NULL) = (member IS NULL));
  CREATE INDEX "common_good_messages_shown_idx" ON "common_good_messages" (id) WHERE state IN ('shown', 'reported');
  CREATE INDEX "common_good_messages_waiting_idx" ON "common_good_messages" (id) WHERE state IN ('pending', 'reported');

  -- Payments are not in it, so it costs them nothing.
  CREATE INDEX "ledger_transfers_notable_idx" ON "ledger_transfers" (id)
    WHERE kind IN ('gift', 'counted_cash', 'opening', 'funding', 'reversal');`)
}

export async function down({ db }: MigrateDownArgs): Promise<void> {
  await db.execute(sql`
  DROP INDEX "ledger_transfers_notable_idx";
  DROP INDEX "common_good_messages_waiting_idx";
  DROP INDEX "common_good_messages_shown_idx";
  DROP INDEX "cause_payouts_requested_idx";
  ALTER TABLE "common_good_messages"
    DROP CONSTRAINT "common_good_messages_author",
    DROP CONSTRAINT "common_good_messages_state",
    DROP CONSTRAINT "common_good_messages_text";
  ALTER TABLE "cause_payouts"
    DROP CONSTRAINT "cause_payouts_second_person",
    DROP CONSTRAINT "cause_payouts_transfer",
    DROP CONSTRAINT "cause_payouts_decided",
    DROP CONSTRAINT "cause_payouts_state",
    DROP CONSTRAINT "cause_payouts_amount";`)
}
