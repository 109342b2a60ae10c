import { type MigrateDownArgs, type MigrateUpArgs, sql } from '@payloadcms/db-postgres'

export async function up({ db, payload, req }: MigrateUpArgs): Promise<void> {
  await db.execute(sql`
   CREATE TABLE "ledger_heads" (
  	"account" integer NOT NULL,
  	"stripe" smallint NOT NULL,
  	"version" bigint NOT NULL,
  	"hash" "bytea" NOT NULL,
  	CONSTRAINT "ledger_heads_account_stripe_pk" PRIMARY KEY("account","stripe")
  );
  
  ALTER TABLE "ledger_checks" ADD COLUMN "signature" text;

  CREATE TRIGGER "ledger_checks_are_written_once" BEFORE UPDATE OR DELETE OR TRUNCATE ON "ledger_checks"
    FOR EACH STATEMENT EXECUTE FUNCTION "ledger_refuse_change"();
  CREATE TRIGGER "till_closings_are_written_once" BEFORE UPDATE OR DELETE OR TRUNCATE ON "till_closings"
    FOR EACH STATEMENT EXECUTE FUNCTION "ledger_refuse_change"();
  -- Rows of these are deleted with the member whom they are about.
  CREATE TRIGGER "ledger_notes_are_not_changed" BEFORE UPDATE OR TRUNCATE ON "ledger_notes"
    FOR EACH STATEMENT EXECUTE FUNCTION "ledger_refuse_change"();
  CREATE TRIGGER "ledger_receipts_are_not_changed" BEFORE UPDATE OR TRUNCATE ON "ledger_receipts"
    FOR EACH STATEMENT EXECUTE FUNCTION "ledger_refuse_change"();

  -- A request is decided once; nothing else of it changes.
  CREATE FUNCTION "payout_decision"() RETURNS trigger AS $payout$
  BEGIN
    IF OLD.state <> 'requested' OR to_jsonb(OLD) - '{state,decided_by,decided_at,transfer}'::text[]
       IS DISTINCT FROM to_jsonb(NEW) - '{state,decided_by,decided_at,transfer}'::text[] THEN
      PERFORM ledger_refuse('ledger_immutable');
    END IF;
    RETURN NEW;
  END $payout$ LANGUAGE plpgsql;
  CREATE TRIGGER "cause_payouts_are_decided_once" BEFORE UPDATE ON "cause_payouts"
    FOR EACH ROW EXECUTE FUNCTION "payout_decision"();
  CREATE TRIGGER "cause_payouts_are_kept" BEFORE DELETE OR TRUNCATE ON "cause_payouts"
    FOR EACH STATEMENT EXECUTE FUNCTION "ledger_refuse_change"();
  CREATE TRIGGER "cause_payout_reversals_are_decided_once" BEFORE UPDATE ON "cause_payout_reversals"
    FOR EACH ROW EXECUTE FUNCTION "payout_decision"();
  CREATE TRIGGER "cause_payout_reversals_are_kept" BEFORE DELETE OR TRUNCATE ON "cause_payout_reversals"
    FOR EACH STATEMENT EXECUTE FUNCTION "ledger_refuse_change"();
  -- The check of the books runs on several cores.
  ALTER FUNCTION "ledger_transfer_hash" PARALLEL SAFE;
  ALTER FUNCTION "ledger_entry_hash" PARALLEL SAFE;
  ALTER FUNCTION "ledger_first_hash" PARALLEL SAFE;

  -- What the Common Good's page shows beside gifts.
  CREATE INDEX "ledger_transfers_by_staff_idx" ON "ledger_transfers" (id)
    WHERE kind IN ('counted_cash', 'opening', 'funding', 'reversal');`)
}

export async function down({ db, payload, req }: MigrateDownArgs): Promise<void> {
  await db.execute(sql`
   DROP INDEX "ledger_transfers_by_staff_idx";
  DROP TRIGGER "cause_payout_reversals_are_kept" ON "cause_payout_reversals";
  DROP TRIGGER "cause_payout_reversals_are_decided_once" ON "cause_payout_reversals";
  DROP TRIGGER "cause_payouts_are_kept" ON "cause_payouts";
  DROP TRIGGER "cause_payouts_are_decided_once" ON "cause_payouts";
  DROP FUNCTION "payout_decision";
  DROP TRIGGER "ledger_receipts_are_not_changed" ON "ledger_receipts";
  DROP TRIGGER "ledger_notes_are_not_changed" ON "ledger_notes";
  DROP TRIGGER "till_closings_are_written_once" ON "till_closings";
  DROP TRIGGER "ledger_checks_are_written_once" ON "ledger_checks";
  DROP TABLE "ledger_heads" CASCADE;
  ALTER TABLE "ledger_checks" DROP COLUMN "signature";`)
}
