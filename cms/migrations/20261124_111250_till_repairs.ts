import { type MigrateDownArgs, type MigrateUpArgs, sql } from '@payloadcms/db-postgres'

export async function up({ db }: MigrateUpArgs): Promise<void> {
  await db.execute(sql`
   CREATE TABLE "cause_payout_reversals" (
  	"id" serial PRIMARY KEY NOT NULL,
  	"key" text NOT NULL,
  	"payout" integer NOT NULL,
  	"reason" text NOT NULL,
  	"state" text DEFAULT 'requested' NOT NULL,
  	"requested_by" integer NOT NULL,
  	"requested_at" timestamp with time zone DEFAULT now() NOT NULL,
  	"decided_by" integer,
  	"decided_at" timestamp with time zone,
  	"transfer" bigint,
  	CONSTRAINT "cause_payout_reversals_key_unique" UNIQUE("key"),
  	CONSTRAINT "cause_payout_reversals_transfer_unique" UNIQUE("transfer")
  );
  
  CREATE TABLE "ledger_receipts" (
  	"transfer" bigint PRIMARY KEY NOT NULL,
  	"text" text NOT NULL
  );
  
  ALTER TABLE "cause_payouts" ADD COLUMN "account" text DEFAULT 'till:cash' NOT NULL;
  ALTER TABLE "accounting" ADD COLUMN "clearing_bank" varchar DEFAULT '1200';
  CREATE UNIQUE INDEX "cause_payout_reversals_payout_idx" ON "cause_payout_reversals" (payout) WHERE state <> 'refused';
  CREATE INDEX "cause_payout_reversals_requested_idx" ON "cause_payout_reversals" (id) WHERE state = 'requested';
  ALTER TABLE "cause_payout_reversals"
    ADD CONSTRAINT "cause_payout_reversals_reason" CHECK (char_length(reason) BETWEEN 1 AND 200),
    ADD CONSTRAINT "cause_payout_reversals_state" CHECK (state IN ('requested', 'approved', 'refused')),
    ADD CONSTRAINT "cause_payout_reversals_decided"
      CHECK ((state = 'requested') = (decided_at IS NULL) AND (decided_at IS NULL) = (decided_by IS NULL)),
    ADD CONSTRAINT "cause_payout_reversals_transfer" CHECK ((state = 'approved') = (transfer IS NOT NULL)),
    -- Nobody approves their own request.
    ADD CONSTRAINT "cause_payout_reversals_second_person" CHECK (state <> 'approved' OR decided_by <> requested_by);
  ALTER TABLE "cause_payouts"
    ADD CONSTRAINT "cause_payouts_account" CHECK (account IN ('till:cash', 'till:card', 'clearing:bank'));

  ALTER TABLE "till_closings"
    ADD CONSTRAINT "till_closings_till" CHECK (till IN ('cash', 'card')),
    ADD CONSTRAINT "till_closings_key" CHECK (key ~ '^[0-9a-f]{24}$'),
    ADD CONSTRAINT "till_closings_counted" CHECK (abs(counted) <= 100000000),
    ADD CONSTRAINT "till_closings_note" CHECK (char_length(note) BETWEEN 1 AND 200 AND (counted = booked OR note IS NOT NULL)),
    ADD CONSTRAINT "till_closings_transfer" CHECK ((counted = booked) = (transfer IS NULL)),
    ADD CONSTRAINT "till_closings_staff" CHECK (staff > 0);
  ALTER TABLE "cases"
    ADD CONSTRAINT "cases_ids" CHECK (member > 0 AND transfer > 0),
    ADD CONSTRAINT "cases_text" CHECK (char_length(text) BETWEEN 1 AND 2000),
    ADD CONSTRAINT "cases_answer" CHECK (char_length(answer) BETWEEN 1 AND 1000 AND (state = 'answered') = (answer IS NOT NULL)),
    ADD CONSTRAINT "cases_state" CHECK (state IN ('open', 'answered', 'closed')),
    ADD CONSTRAINT "cases_ended" CHECK (
      (state = 'open') = (ended_at IS NULL) AND ended_at >= created_at AND (state <> 'open' OR staff IS NULL));

  ALTER TABLE "ledger_receipts" ADD CONSTRAINT "ledger_receipts_text" CHECK (char_length(text) BETWEEN 1 AND 120);
  ALTER TABLE "ledger_accounts" DROP CONSTRAINT "ledger_accounts_code";
  ALTER TABLE "ledger_accounts" ADD CONSTRAINT "ledger_accounts_code" CHECK (
    "code" ~ '^(member:[1-9][0-9]*|venue:sales|common_good|cause:[1-9][0-9]*|till:(cash|card)|clearing:(opening|stripe|claims|bank))$');

  CREATE OR REPLACE FUNCTION "ledger_new_entry"() RETURNS trigger AS $ledger$
  DECLARE
    v_now timestamptz := clock_timestamp();
    v_keeps_sums boolean;
    v_day date;
    v_kind text;
    v_area text;
    v_reverses bigint;
  BEGIN
    -- A backup that is restored elsewhere may have the numbers of future transactions, but not their time.
    UPDATE ledger_balances AS b
       SET balance = b.balance + NEW.amount, version = b.version + 1, changed_at = greatest(b.changed_at, v_now),
           hash = ledger_entry_hash(b.hash, t.hash, b.account, b.stripe, b.version + 1, NEW.amount, b.balance + NEW.amount,
                                    greatest(b.changed_at, v_now))
      FROM ledger_accounts AS a, ledger_transfers AS t
     WHERE b.account = NEW.account AND b.stripe = NEW.stripe AND a.id = NEW.account AND t.id = NEW.transfer
       AND a.currency = t.currency AND t.txid = ledger_txid() AND t.created_at >= now()
    RETURNING b.balance, b.version, b.hash, b.changed_at, a.keeps_sums, t.day, t.kind, t.area, t.reverses
         INTO NEW.balance, NEW.version, NEW.hash, NEW.created_at, v_keeps_sums, v_day, v_kind, v_area, v_reverses;
    IF NOT FOUND THEN
      PERFORM ledger_refuse(CASE
        WHEN NOT EXISTS (SELECT FROM ledger_balances WHERE account = NEW.account AND stripe = NEW.stripe) THEN 'not_found'
        WHEN EXISTS (SELECT FROM ledger_accounts AS a, ledger_transfers AS t
                      WHERE a.id = NEW.account AND t.id = NEW.transfer AND a.currency <> t.currency) THEN 'wrong_currency'
        ELSE 'ledger_immutable' END);
    END IF;
    IF v_keeps_sums THEN
      -- A reversal is less of what it reverses, in the month of the reversal.
      IF v_reverses IS NOT NULL THEN SELECT o.kind INTO v_kind FROM ledger_transfers AS o WHERE o.id = v_reverses; END IF;
      INSERT INTO ledger_sums AS s (account, stripe, month, kind, area, received, given, entries)
      VALUES (NEW.account, NEW.stripe, date_trunc('month', v_day)::date, v_kind, coalesce(v_area, ''),
              CASE WHEN (NEW.amount > 0) = (v_reverses IS NULL) THEN NEW.amount ELSE 0 END,
              CASE WHEN (NEW.amount < 0) = (v_reverses IS NULL) THEN -NEW.amount ELSE 0 END, 1)
      ON CONFLICT (account, stripe, month, kind, area) DO UPDATE
        SET received = s.received + excluded.received, given = s.given + excluded.given, entries = s.entries + 1;
    END IF;
    RETURN NEW;
  END $ledger$ LANGUAGE plpgsql;

  CREATE OR REPLACE FUNCTION "ledger_reverse"(
    p_key text, p_request_hash bytea, p_transfer bigint, p_zone text, p_actor text, p_actor_id integer,
    OUT o_transfer bigint, OUT o_created_at timestamptz, OUT o_is_repeat boolean
  ) AS $ledger$
  DECLARE
    v_original ledger_transfers;
    v_codes text[];
    v_amounts bigint[];
  BEGIN
    SELECT * INTO v_original FROM ledger_transfers WHERE id = p_transfer;
    IF NOT FOUND THEN PERFORM ledger_refuse('not_found'); END IF;
    SELECT array_agg(code), array_agg(amount) INTO v_codes, v_amounts
      FROM (SELECT a.code, -sum(e.amount)::bigint AS amount FROM ledger_entries AS e JOIN ledger_accounts AS a ON a.id = e.account
             WHERE e.transfer = p_transfer GROUP BY a.code HAVING sum(e.amount) <> 0) AS leg;
    SELECT r.* INTO o_transfer, o_created_at, o_is_repeat FROM ledger_transfer(
      p_key, p_request_hash, 'reversal', v_original.area,
      -- Of these, a reference from before this migration is what staff typed.
      CASE WHEN v_original.kind NOT IN ('top_up', 'payment') THEN v_original.reference END, v_original.currency, p_zone, NULL, p_transfer, NULL,
      p_actor, p_actor_id, v_codes, v_amounts) AS r;
  END $ledger$ LANGUAGE plpgsql;

  -- Sums of reversals move to the kinds of their originals.
  ALTER TABLE "ledger_sums" DISABLE TRIGGER "ledger_sums_are_derived";
  DELETE FROM "ledger_sums" WHERE kind = 'reversal';
  INSERT INTO "ledger_sums" AS s (account, stripe, month, kind, area, received, given, entries)
  SELECT e.account, e.stripe, date_trunc('month', t.day)::date, o.kind, coalesce(t.area, ''), sum(least(e.amount, 0)),
         sum(least(-e.amount, 0)), count(*)
    FROM ledger_transfers AS t
    JOIN ledger_transfers AS o ON o.id = t.reverses
    JOIN ledger_entries AS e ON e.transfer = t.id
    JOIN ledger_accounts AS a ON a.id = e.account
   WHERE a.keeps_sums
   GROUP BY 1, 2, 3, 4, 5
  ON CONFLICT (account, stripe, month, kind, area) DO UPDATE
    SET received = s.received + excluded.received, given = s.given + excluded.given, entries = s.entries + excluded.entries;
  ALTER TABLE "ledger_sums" ENABLE TRIGGER "ledger_sums_are_derived";

  -- The audit trail is kept for ever, so it has no texts of staff. They are in ledger_notes, till_closings and
  -- cause_payouts; receipt numbers of earlier transfers are in ledger_transfers, whose rows are hashed and stay.
  ALTER TABLE "audit" DISABLE TRIGGER "audit_is_written_once";
  UPDATE "audit" SET details = details - 'receipt' - 'reference' - 'reason' - 'note' WHERE of_collection = 'till';
  UPDATE "audit" SET subject = 'no. ' || document, details = details - 'reason' - 'note' WHERE of_collection = 'common_good';
  UPDATE "audit" SET subject = 'payout no. ' || document WHERE of_collection = 'cause_payouts';
  ALTER TABLE "audit" ENABLE TRIGGER "audit_is_written_once";`)
}

export async function down({ db }: MigrateDownArgs): Promise<void> {
  await db.execute(sql`
  CREATE OR REPLACE FUNCTION "ledger_new_entry"() RETURNS trigger AS $ledger$
  DECLARE
    v_now timestamptz := clock_timestamp();
    v_keeps_sums boolean;
    v_day date;
    v_kind text;
    v_area text;
  BEGIN
    -- A backup that is restored elsewhere may have the numbers of future transactions, but not their time.
    UPDATE ledger_balances AS b
       SET balance = b.balance + NEW.amount, version = b.version + 1, changed_at = greatest(b.changed_at, v_now),
           hash = ledger_entry_hash(b.hash, t.hash, b.account, b.stripe, b.version + 1, NEW.amount, b.balance + NEW.amount,
                                    greatest(b.changed_at, v_now))
      FROM ledger_accounts AS a, ledger_transfers AS t
     WHERE b.account = NEW.account AND b.stripe = NEW.stripe AND a.id = NEW.account AND t.id = NEW.transfer
       AND a.currency = t.currency AND t.txid = ledger_txid() AND t.created_at >= now()
    RETURNING b.balance, b.version, b.hash, b.changed_at, a.keeps_sums, t.day, t.kind, t.area
         INTO NEW.balance, NEW.version, NEW.hash, NEW.created_at, v_keeps_sums, v_day, v_kind, v_area;
    IF NOT FOUND THEN
      PERFORM ledger_refuse(CASE
        WHEN NOT EXISTS (SELECT FROM ledger_balances WHERE account = NEW.account AND stripe = NEW.stripe) THEN 'not_found'
        WHEN EXISTS (SELECT FROM ledger_accounts AS a, ledger_transfers AS t
                      WHERE a.id = NEW.account AND t.id = NEW.transfer AND a.currency <> t.currency) THEN 'wrong_currency'
        ELSE 'ledger_immutable' END);
    END IF;
    IF v_keeps_sums THEN
      INSERT INTO ledger_sums AS s (account, stripe, month, kind, area, received, given, entries)
      VALUES (NEW.account, NEW.stripe, date_trunc('month', v_day)::date, v_kind, coalesce(v_area, ''),
              greatest(NEW.amount, 0), greatest(-NEW.amount, 0), 1)
      ON CONFLICT (account, stripe, month, kind, area) DO UPDATE
        SET received = s.received + excluded.received, given = s.given + excluded.given, entries = s.entries + 1;
    END IF;
    RETURN NEW;
  END $ledger$ LANGUAGE plpgsql;

  CREATE OR REPLACE FUNCTION "ledger_reverse"(
    p_key text, p_request_hash bytea, p_transfer bigint, p_zone text, p_actor text, p_actor_id integer,
    OUT o_transfer bigint, OUT o_created_at timestamptz, OUT o_is_repeat boolean
  ) AS $ledger$
  DECLARE
    v_original ledger_transfers;
    v_codes text[];
    v_amounts bigint[];
  BEGIN
    SELECT * INTO v_original FROM ledger_transfers WHERE id = p_transfer;
    IF NOT FOUND THEN PERFORM ledger_refuse('not_found'); END IF;
    SELECT array_agg(code), array_agg(amount) INTO v_codes, v_amounts
      FROM (SELECT a.code, -sum(e.amount)::bigint AS amount FROM ledger_entries AS e JOIN ledger_accounts AS a ON a.id = e.account
             WHERE e.transfer = p_transfer GROUP BY a.code HAVING sum(e.amount) <> 0) AS leg;
    SELECT r.* INTO o_transfer, o_created_at, o_is_repeat FROM ledger_transfer(
      p_key, p_request_hash, 'reversal', v_original.area, v_original.reference, v_original.currency, p_zone, NULL, p_transfer, NULL,
      p_actor, p_actor_id, v_codes, v_amounts) AS r;
  END $ledger$ LANGUAGE plpgsql;

  ALTER TABLE "ledger_sums" DISABLE TRIGGER "ledger_sums_are_derived";
  DELETE FROM "ledger_sums";
  INSERT INTO "ledger_sums" (account, stripe, month, kind, area, received, given, entries)
  SELECT e.account, e.stripe, date_trunc('month', t.day)::date, t.kind, coalesce(t.area, ''), sum(greatest(e.amount, 0)),
         sum(greatest(-e.amount, 0)), count(*)
    FROM ledger_entries AS e
    JOIN ledger_transfers AS t ON t.id = e.transfer
    JOIN ledger_accounts AS a ON a.id = e.account
   WHERE a.keeps_sums
   GROUP BY 1, 2, 3, 4, 5;
  ALTER TABLE "ledger_sums" ENABLE TRIGGER "ledger_sums_are_derived";
  ALTER TABLE "till_closings"
    DROP CONSTRAINT "till_closings_staff",
    DROP CONSTRAINT "till_closings_transfer",
    DROP CONSTRAINT "till_closings_note",
    DROP CONSTRAINT "till_closings_counted",
    DROP CONSTRAINT "till_closings_key",
    DROP CONSTRAINT "till_closings_till";
  ALTER TABLE "cases"
    DROP CONSTRAINT "cases_ended",
    DROP CONSTRAINT "cases_state",
    DROP CONSTRAINT "cases_answer",
    DROP CONSTRAINT "cases_text",
    DROP CONSTRAINT "cases_ids";
  DROP TABLE "cause_payout_reversals" CASCADE;
  DROP TABLE "ledger_receipts" CASCADE;
  ALTER TABLE "cause_payouts" DROP COLUMN "account";
  ALTER TABLE "accounting" DROP COLUMN "clearing_bank";`)
}
