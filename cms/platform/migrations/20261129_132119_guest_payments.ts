import { type MigrateUpArgs, sql } from '@payloadcms/db-postgres'

export async function up({ db }: MigrateUpArgs): Promise<void> {
  await db.execute(sql`
   CREATE TABLE "card_refunds" (
  	"id" serial PRIMARY KEY NOT NULL,
  	"payment" integer NOT NULL,
  	"key" text NOT NULL,
  	"amount" bigint NOT NULL,
  	"cause" text NOT NULL,
  	"reason" text,
  	"staff" integer,
  	"state" text DEFAULT 'requested' NOT NULL,
  	"service" text,
  	"failure" text,
  	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
  	"ended_at" timestamp with time zone,
  	"closed_by" integer,
  	CONSTRAINT "card_refunds_service_unique" UNIQUE("service"),
  	CONSTRAINT "card_refunds_key_unique" UNIQUE("payment","key")
  );
  
  ALTER TABLE "card_payments" ADD COLUMN "reference" text;
  ALTER TABLE "card_payments" ADD COLUMN "use" text;
  ALTER TABLE "card_payments" ADD COLUMN "status" text;
  ALTER TABLE "card_payments" ADD COLUMN "description" text;
  ALTER TABLE "card_payments" ADD COLUMN "rule" text;
  ALTER TABLE "card_payments" ADD COLUMN "email" text;
  ALTER TABLE "card_payments" ADD COLUMN "expires_at" timestamp with time zone;
  ALTER TABLE "card_payments" ADD COLUMN "paid" bigint;
  ALTER TABLE "card_payments" ADD COLUMN "paid_currency" text;
  ALTER TABLE "card_payments" ADD COLUMN "paid_at" timestamp with time zone;
  ALTER TABLE "card_payments" ADD COLUMN "outcome" text;
  ALTER TABLE "accounting" ADD COLUMN "venue_deposits" varchar DEFAULT '1740';
  CREATE INDEX "card_refunds_failed_idx" ON "card_refunds" USING btree ("id") WHERE "card_refunds"."state" = 'failed';
  CREATE INDEX "card_payments_reference_idx" ON "card_payments" USING btree ("reference") WHERE "card_payments"."reference" is not null;
  CREATE UNIQUE INDEX "card_payments_open_idx" ON "card_payments" USING btree ("reference") WHERE "card_payments"."status" = 'open';`)
  // A deposit of a guest is owed to them, so its account has no overdraft. It has one stripe.
  await db.execute(sql`
  ALTER TABLE "ledger_accounts"
    DROP CONSTRAINT "ledger_accounts_code",
    ADD CONSTRAINT "ledger_accounts_code" CHECK (
      "code" ~ '^(member:[1-9][0-9]*|venue:(sales|deposits)|common_good|cause:[1-9][0-9]*|till:(cash|card)|clearing:(opening|stripe|claims|bank))$');

  CREATE OR REPLACE FUNCTION "ledger_account"(p_code text, p_currency text) RETURNS integer AS $ledger$
  DECLARE
    v_id integer;
    v_kind text := split_part(p_code, ':', 1);
  BEGIN
    SELECT id INTO v_id FROM ledger_accounts WHERE code = p_code;
    IF FOUND THEN RETURN v_id; END IF;
    INSERT INTO ledger_accounts (code, kind, member, currency, allows_overdraft, stripes, keeps_sums)
    VALUES (p_code, v_kind, CASE WHEN p_code ~ '^member:[0-9]{1,9}$' THEN split_part(p_code, ':', 2)::integer END, p_currency,
            v_kind IN ('venue', 'till', 'clearing') AND p_code NOT IN ('clearing:claims', 'venue:deposits'),
            CASE WHEN v_kind IN ('venue', 'common_good') AND p_code <> 'venue:deposits' THEN 16 ELSE 1 END,
            v_kind = 'common_good')
    ON CONFLICT (code) DO NOTHING RETURNING id INTO v_id;
    IF NOT FOUND THEN SELECT id INTO v_id FROM ledger_accounts WHERE code = p_code; END IF;
    RETURN v_id;
  END $ledger$ LANGUAGE plpgsql;`)
  // Members' top-ups have no reference; guests' payments have one, and are on an account of the venue.
  await db.execute(sql`
  ALTER TABLE "card_payments"
    DROP CONSTRAINT "card_payments_amounts",
    DROP CONSTRAINT "card_payments_account",
    DROP CONSTRAINT "card_payments_payer",
    DROP CONSTRAINT "card_payments_session",
    DROP CONSTRAINT "card_payments_page",
    ADD CONSTRAINT "card_payments_amounts"
      CHECK (amount > 0 AND net BETWEEN 0 AND coalesce(paid, amount) AND lost BETWEEN 0 AND coalesce(paid, amount) - net
        AND (reference IS NULL OR lost = 0)),
    ADD CONSTRAINT "card_payments_account"
      CHECK (CASE WHEN reference IS NULL THEN account ~ '^member:[1-9][0-9]*$'
             ELSE account IN ('venue:sales', 'venue:deposits') END),
    ADD CONSTRAINT "card_payments_payer" CHECK (reference IS NOT NULL OR account = 'member:' || member),
    ADD CONSTRAINT "card_payments_session"
      CHECK (session IS NOT NULL OR (url IS NULL AND transfer IS NULL AND (check_at IS NULL OR reference IS NOT NULL))),
    ADD CONSTRAINT "card_payments_page"
      CHECK (url IS NULL OR CASE WHEN reference IS NULL THEN member IS NOT NULL ELSE status = 'open' END),
    ADD CONSTRAINT "card_payments_reference" CHECK (reference ~ '^[a-z_]{1,20}:[1-9][0-9]{0,8}$'),
    ADD CONSTRAINT "card_payments_guest"
      CHECK (num_nonnulls(reference, use, status, description, expires_at) IN (0, 5)
        AND (reference IS NOT NULL OR num_nonnulls(rule, email, paid, paid_currency, paid_at, outcome) = 0)),
    ADD CONSTRAINT "card_payments_use" CHECK (use IN ('sale', 'deposit')),
    ADD CONSTRAINT "card_payments_status" CHECK (status IN ('open', 'closed', 'paid', 'refused')),
    ADD CONSTRAINT "card_payments_outcome"
      CHECK (outcome IN ('held', 'visit', 'no_show') AND (outcome IS NULL OR use = 'deposit')
        AND (status <> 'paid' OR use <> 'deposit' OR outcome IS NOT NULL)),
    ADD CONSTRAINT "card_payments_paid"
      CHECK ((status IN ('paid', 'refused')) = (paid IS NOT NULL) AND paid >= 0
        AND num_nonnulls(paid, paid_currency, paid_at) IN (0, 3)),
    -- What is owed to a guest is on the account of deposits.
    ADD CONSTRAINT "card_payments_owed"
      CHECK (CASE status WHEN 'paid' THEN (account = 'venue:deposits') = (outcome IS NOT DISTINCT FROM 'held')
                         WHEN 'refused' THEN account = 'venue:deposits' ELSE true END);

  ALTER TABLE "card_refunds"
    ADD CONSTRAINT "card_refunds_amount" CHECK (amount > 0),
    ADD CONSTRAINT "card_refunds_key" CHECK (char_length(key) BETWEEN 1 AND 200),
    ADD CONSTRAINT "card_refunds_cause" CHECK (cause IN ('staff', 'cancelled', 'deposit', 'late', 'differs', 'elsewhere')),
    ADD CONSTRAINT "card_refunds_state" CHECK (state IN ('requested', 'pending', 'succeeded', 'failed')),
    ADD CONSTRAINT "card_refunds_reason" CHECK (char_length(reason) BETWEEN 1 AND 200),
    -- One that the payment service refused has no id there.
    ADD CONSTRAINT "card_refunds_service" CHECK (state IN ('requested', 'failed') OR service IS NOT NULL),
    ADD CONSTRAINT "card_refunds_ended" CHECK ((state IN ('succeeded', 'failed')) = (ended_at IS NOT NULL)),
    ADD CONSTRAINT "card_refunds_failure" CHECK (failure IS NULL OR state = 'failed');`)
}
