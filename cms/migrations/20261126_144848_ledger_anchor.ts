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

  -- What the Common Good's page shows: gifts, and beside them the others. Before the triggers, because a running payment
  -- writes its transfer before its note.
  DROP INDEX "ledger_transfers_notable_idx";
  CREATE INDEX "ledger_transfers_gifts_idx" ON "ledger_transfers" (id) WHERE kind = 'gift';
  CREATE INDEX "ledger_transfers_notable_idx" ON "ledger_transfers" (id)
    WHERE kind IN ('counted_cash', 'opening', 'funding', 'reversal');

  CREATE TRIGGER "ledger_checks_are_written_once" BEFORE UPDATE OR DELETE OR TRUNCATE ON "ledger_checks"
    FOR EACH STATEMENT EXECUTE FUNCTION "ledger_refuse_change"();

  -- A text of staff that names somebody may be replaced by this word.
  CREATE FUNCTION "till_closing_change"() RETURNS trigger AS $till$
  BEGIN
    IF NEW.note IS DISTINCT FROM 'erased' OR to_jsonb(OLD) - 'note' IS DISTINCT FROM to_jsonb(NEW) - 'note' THEN
      PERFORM ledger_refuse('ledger_immutable');
    END IF;
    RETURN NEW;
  END $till$ LANGUAGE plpgsql;
  CREATE TRIGGER "till_closings_are_written_once" BEFORE UPDATE ON "till_closings"
    FOR EACH ROW EXECUTE FUNCTION "till_closing_change"();
  CREATE TRIGGER "till_closings_are_kept" BEFORE DELETE OR TRUNCATE ON "till_closings"
    FOR EACH STATEMENT EXECUTE FUNCTION "ledger_refuse_change"();
  -- Rows of these are deleted with the member whom they are about.
  CREATE TRIGGER "ledger_notes_are_not_changed" BEFORE UPDATE OR TRUNCATE ON "ledger_notes"
    FOR EACH STATEMENT EXECUTE FUNCTION "ledger_refuse_change"();
  CREATE TRIGGER "ledger_receipts_are_not_changed" BEFORE UPDATE OR TRUNCATE ON "ledger_receipts"
    FOR EACH STATEMENT EXECUTE FUNCTION "ledger_refuse_change"();

  -- A request is decided once; nothing else of it changes, except that its text may be replaced as above.
  CREATE FUNCTION "payout_decision"() RETURNS trigger AS $payout$
  DECLARE
    v_free text[] := CASE WHEN OLD.state = 'requested' THEN '{state,decided_by,decided_at,transfer}'::text[] ELSE '{}' END;
  BEGIN
    IF 'erased' IN (to_jsonb(NEW) ->> 'note', to_jsonb(NEW) ->> 'reason') THEN v_free := v_free || '{note,reason}'::text[]; END IF;
    IF to_jsonb(OLD) - v_free IS DISTINCT FROM to_jsonb(NEW) - v_free THEN PERFORM ledger_refuse('ledger_immutable'); END IF;
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
  ALTER FUNCTION "ledger_first_hash" PARALLEL SAFE;`)
}

export async function down({ db, payload, req }: MigrateDownArgs): Promise<void> {
  await db.execute(sql`
   DROP INDEX "ledger_transfers_notable_idx";
  DROP INDEX "ledger_transfers_gifts_idx";
  CREATE INDEX "ledger_transfers_notable_idx" ON "ledger_transfers" (id)
    WHERE kind IN ('gift', 'counted_cash', 'opening', 'funding', 'reversal');
  DROP TRIGGER "cause_payout_reversals_are_kept" ON "cause_payout_reversals";
  DROP TRIGGER "cause_payout_reversals_are_decided_once" ON "cause_payout_reversals";
  DROP TRIGGER "cause_payouts_are_kept" ON "cause_payouts";
  DROP TRIGGER "cause_payouts_are_decided_once" ON "cause_payouts";
  DROP FUNCTION "payout_decision";
  DROP TRIGGER "ledger_receipts_are_not_changed" ON "ledger_receipts";
  DROP TRIGGER "ledger_notes_are_not_changed" ON "ledger_notes";
  DROP TRIGGER "till_closings_are_kept" ON "till_closings";
  DROP TRIGGER "till_closings_are_written_once" ON "till_closings";
  DROP FUNCTION "till_closing_change";
  DROP TRIGGER "ledger_checks_are_written_once" ON "ledger_checks";
  DROP TABLE "ledger_heads" CASCADE;
  ALTER TABLE "ledger_checks" DROP COLUMN "signature";`)
}
