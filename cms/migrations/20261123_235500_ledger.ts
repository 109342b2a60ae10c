import { type MigrateDownArgs, type MigrateUpArgs, sql } from '@payloadcms/db-postgres'

export async function up({ db, payload, req }: MigrateUpArgs): Promise<void> {
  await db.execute(sql`
   CREATE TABLE "ledger_accounts" (
  	"id" serial PRIMARY KEY NOT NULL,
  	"code" text NOT NULL,
  	"kind" text NOT NULL,
  	"member" integer,
  	"currency" text NOT NULL,
  	"allows_overdraft" boolean NOT NULL,
  	"stripes" smallint NOT NULL,
  	"keeps_sums" boolean NOT NULL,
  	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
  	"closed_at" timestamp with time zone,
  	CONSTRAINT "ledger_accounts_code_unique" UNIQUE("code")
  );
  
  CREATE TABLE "ledger_balances" (
  	"account" integer NOT NULL,
  	"stripe" smallint NOT NULL,
  	"balance" bigint NOT NULL,
  	"held" bigint NOT NULL,
  	"version" bigint NOT NULL,
  	"hash" "bytea" NOT NULL,
  	"changed_at" timestamp with time zone NOT NULL,
  	"allows_overdraft" boolean NOT NULL,
  	"is_closed" boolean NOT NULL,
  	CONSTRAINT "ledger_balances_account_stripe_pk" PRIMARY KEY("account","stripe")
  );
  
  CREATE TABLE "ledger_transfers" (
  	"id" bigserial PRIMARY KEY NOT NULL,
  	"key" text NOT NULL,
  	"request_hash" "bytea" NOT NULL,
  	"kind" text NOT NULL,
  	"area" text,
  	"reference" text,
  	"reverses" bigint,
  	"hold" bigint,
  	"currency" text NOT NULL,
  	"day" date NOT NULL,
  	"event_at" timestamp with time zone NOT NULL,
  	"created_at" timestamp with time zone NOT NULL,
  	"actor" text NOT NULL,
  	"actor_id" integer,
  	"txid" bigint NOT NULL,
  	"hash" "bytea" NOT NULL,
  	CONSTRAINT "ledger_transfers_key_unique" UNIQUE("key"),
  	CONSTRAINT "ledger_transfers_reverses_unique" UNIQUE("reverses")
  );
  
  CREATE TABLE "ledger_entries" (
  	"transfer" bigint NOT NULL,
  	"account" integer NOT NULL,
  	"stripe" smallint NOT NULL,
  	"amount" bigint NOT NULL,
  	"balance" bigint NOT NULL,
  	"version" bigint NOT NULL,
  	"hash" "bytea" NOT NULL,
  	"created_at" timestamp with time zone NOT NULL,
  	CONSTRAINT "ledger_entries_transfer_account_stripe_pk" PRIMARY KEY("transfer","account","stripe"),
  	CONSTRAINT "ledger_entries_version_unique" UNIQUE("account","stripe","version")
  );
  
  CREATE TABLE "ledger_holds" (
  	"id" bigserial PRIMARY KEY NOT NULL,
  	"key" text NOT NULL,
  	"request_hash" "bytea" NOT NULL,
  	"from_account" integer NOT NULL,
  	"to_account" integer NOT NULL,
  	"amount" bigint NOT NULL,
  	"currency" text NOT NULL,
  	"kind" text NOT NULL,
  	"area" text,
  	"reference" text,
  	"expires_at" timestamp with time zone NOT NULL,
  	"status" text DEFAULT 'held' NOT NULL,
  	"posted" bigint,
  	"transfer" bigint,
  	"created_at" timestamp with time zone NOT NULL,
  	"ended_at" timestamp with time zone,
  	CONSTRAINT "ledger_holds_key_unique" UNIQUE("key")
  );
  
  CREATE TABLE "ledger_sums" (
  	"account" integer NOT NULL,
  	"stripe" smallint NOT NULL,
  	"month" date NOT NULL,
  	"kind" text NOT NULL,
  	"area" text NOT NULL,
  	"received" bigint NOT NULL,
  	"given" bigint NOT NULL,
  	"entries" integer NOT NULL,
  	CONSTRAINT "ledger_sums_account_stripe_month_kind_area_pk" PRIMARY KEY("account","stripe","month","kind","area")
  );
  
  CREATE TABLE "ledger_notes" (
  	"id" serial PRIMARY KEY NOT NULL,
  	"transfer" bigint NOT NULL,
  	"text" text NOT NULL,
  	"staff" integer,
  	"created_at" timestamp with time zone DEFAULT now() NOT NULL
  );
  
  CREATE TABLE "ledger_checks" (
  	"id" serial PRIMARY KEY NOT NULL,
  	"started_at" timestamp with time zone NOT NULL,
  	"ended_at" timestamp with time zone NOT NULL,
  	"accounts" integer NOT NULL,
  	"transfers" bigint NOT NULL,
  	"entries" bigint NOT NULL,
  	"differences" jsonb NOT NULL,
  	"ok" boolean NOT NULL,
  	"cause" text NOT NULL
  );
  
  CREATE INDEX "ledger_accounts_member_idx" ON "ledger_accounts" USING btree ("member") WHERE "ledger_accounts"."member" is not null;
  CREATE INDEX "ledger_entries_created_idx" ON "ledger_entries" USING btree ("account","created_at");
  CREATE INDEX "ledger_holds_open_idx" ON "ledger_holds" USING btree ("from_account","expires_at") WHERE "ledger_holds"."status" = 'held';
  CREATE INDEX "ledger_notes_transfer_idx" ON "ledger_notes" USING btree ("transfer");

  ALTER TABLE "ledger_accounts" ADD CONSTRAINT "ledger_accounts_code" CHECK (
    "code" ~ '^(member:[1-9][0-9]*|venue:sales|common_good|cause:[1-9][0-9]*|till:(cash|card)|clearing:(opening|stripe|claims))$');
  ALTER TABLE "ledger_accounts" ADD CONSTRAINT "ledger_accounts_currency" CHECK ("currency" ~ '^[A-Z]{3}$');
  ALTER TABLE "ledger_balances" ADD CONSTRAINT "ledger_balances_covered" CHECK ("allows_overdraft" OR "balance" - "held" >= 0);
  ALTER TABLE "ledger_balances" ADD CONSTRAINT "ledger_balances_held" CHECK ("held" >= 0);
  ALTER TABLE "ledger_balances" ADD CONSTRAINT "ledger_balances_open" CHECK (NOT "is_closed" OR ("balance" = 0 AND "held" = 0));
  ALTER TABLE "ledger_transfers" ADD CONSTRAINT "ledger_transfers_texts" CHECK (
    char_length("key") BETWEEN 1 AND 200 AND "kind" ~ '^[a-z_]{1,40}$' AND char_length("area") <= 40 AND char_length("reference") <= 120
    AND "actor" IN ('member', 'staff', 'system'));
  ALTER TABLE "ledger_transfers" ADD CONSTRAINT "ledger_transfers_event_at" CHECK ("event_at" <= "created_at");
  ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_amount" CHECK ("amount" <> 0 AND abs("amount") <= 100000000000);
  ALTER TABLE "ledger_holds" ADD CONSTRAINT "ledger_holds_texts" CHECK (
    char_length("key") BETWEEN 1 AND 200 AND "kind" ~ '^[a-z_]{1,40}$' AND char_length("area") <= 40 AND char_length("reference") <= 120);
  ALTER TABLE "ledger_holds" ADD CONSTRAINT "ledger_holds_amount" CHECK ("amount" BETWEEN 1 AND 100000000000);
  ALTER TABLE "ledger_holds" ADD CONSTRAINT "ledger_holds_posted" CHECK ("posted" BETWEEN 1 AND "amount");
  ALTER TABLE "ledger_holds" ADD CONSTRAINT "ledger_holds_accounts" CHECK ("from_account" <> "to_account");
  ALTER TABLE "ledger_holds" ADD CONSTRAINT "ledger_holds_expiry" CHECK ("expires_at" > "created_at");
  ALTER TABLE "ledger_holds" ADD CONSTRAINT "ledger_holds_status" CHECK (
    "status" IN ('held', 'posted', 'voided', 'expired')
    AND ("status" = 'posted') = ("posted" IS NOT NULL) AND ("status" = 'posted') = ("transfer" IS NOT NULL)
    AND ("status" = 'held') = ("ended_at" IS NULL));
  -- Each transfer changes few rows of these tables. Free space keeps the new versions on their pages.
  ALTER TABLE "ledger_balances" SET (fillfactor = 40);
  ALTER TABLE "ledger_sums" SET (fillfactor = 40);

  -- Expected failures have this SQLSTATE, and the reason as message.
  CREATE FUNCTION "ledger_refuse"(p_reason text) RETURNS void AS $ledger$
  BEGIN
    RAISE EXCEPTION USING ERRCODE = 'LG001', MESSAGE = p_reason;
  END $ledger$ LANGUAGE plpgsql;

  CREATE FUNCTION "ledger_refuse_change"() RETURNS trigger AS $ledger$
  BEGIN
    PERFORM ledger_refuse('ledger_immutable');
    RETURN NULL;
  END $ledger$ LANGUAGE plpgsql;

  -- Binary forms, because they depend on no setting of the session.
  CREATE FUNCTION "ledger_transfer_hash"(t "ledger_transfers") RETURNS bytea AS $ledger$
    SELECT sha256(t.request_hash || timestamptz_send(t.event_at) || timestamptz_send(t.created_at) || convert_to(
      jsonb_build_array(t.id, t.key, t.kind, t.area, t.reference, t.reverses, t.hold, t.currency, t.day, t.actor, t.actor_id)::text,
      'UTF8'))
  $ledger$ LANGUAGE sql STABLE;

  CREATE FUNCTION "ledger_entry_hash"(
    p_previous bytea, p_transfer_hash bytea, p_account integer, p_stripe smallint, p_version bigint, p_amount bigint,
    p_balance bigint, p_created_at timestamptz
  ) RETURNS bytea AS $ledger$
    SELECT sha256(p_previous || p_transfer_hash || int4send(p_account) || int2send(p_stripe) || int8send(p_version)
      || int8send(p_amount) || int8send(p_balance) || timestamptz_send(p_created_at))
  $ledger$ LANGUAGE sql IMMUTABLE;

  -- The hash before a stripe's first entry.
  CREATE FUNCTION "ledger_first_hash"(p_code text) RETURNS bytea AS $ledger$
    SELECT sha256(convert_to(p_code, 'UTF8'))
  $ledger$ LANGUAGE sql IMMUTABLE;

  CREATE FUNCTION "ledger_txid"() RETURNS bigint AS $ledger$
    SELECT pg_current_xact_id()::text::bigint
  $ledger$ LANGUAGE sql STABLE;

  CREATE FUNCTION "ledger_account_changes"() RETURNS trigger AS $ledger$
  BEGIN
    IF TG_OP = 'INSERT' THEN
      INSERT INTO ledger_balances (account, stripe, balance, held, version, hash, changed_at, allows_overdraft, is_closed)
      SELECT NEW.id, stripe, 0, 0, 0, ledger_first_hash(NEW.code), NEW.created_at, NEW.allows_overdraft, false
        FROM generate_series(0, NEW.stripes - 1) AS stripe;
    ELSIF (OLD.id, OLD.code, OLD.kind, OLD.currency, OLD.allows_overdraft, OLD.stripes, OLD.keeps_sums, OLD.created_at)
       IS DISTINCT FROM
          (NEW.id, NEW.code, NEW.kind, NEW.currency, NEW.allows_overdraft, NEW.stripes, NEW.keeps_sums, NEW.created_at)
       OR NEW.member <> OLD.member OR (OLD.member IS NULL AND NEW.member IS NOT NULL) THEN
      PERFORM ledger_refuse('ledger_immutable');
    ELSIF (OLD.closed_at IS NULL) <> (NEW.closed_at IS NULL) THEN
      PERFORM FROM ledger_balances WHERE account = NEW.id ORDER BY stripe FOR NO KEY UPDATE;
      IF EXISTS (SELECT FROM ledger_balances WHERE account = NEW.id AND (balance <> 0 OR held <> 0)) THEN
        PERFORM ledger_refuse('not_empty');
      END IF;
      UPDATE ledger_balances SET is_closed = NEW.closed_at IS NOT NULL WHERE account = NEW.id;
    END IF;
    RETURN NULL;
  END $ledger$ LANGUAGE plpgsql;
  CREATE TRIGGER "ledger_accounts_changes" AFTER INSERT OR UPDATE ON "ledger_accounts"
    FOR EACH ROW EXECUTE FUNCTION "ledger_account_changes"();
  CREATE TRIGGER "ledger_accounts_are_kept" BEFORE DELETE OR TRUNCATE ON "ledger_accounts"
    FOR EACH STATEMENT EXECUTE FUNCTION "ledger_refuse_change"();

  -- At depth 0 no trigger is running: somebody changes the row directly.
  CREATE TRIGGER "ledger_balances_are_derived" BEFORE INSERT OR UPDATE OR DELETE ON "ledger_balances"
    FOR EACH ROW WHEN (pg_trigger_depth() = 0) EXECUTE FUNCTION "ledger_refuse_change"();
  CREATE TRIGGER "ledger_balances_are_kept" BEFORE TRUNCATE ON "ledger_balances"
    FOR EACH STATEMENT EXECUTE FUNCTION "ledger_refuse_change"();
  CREATE TRIGGER "ledger_sums_are_derived" BEFORE INSERT OR UPDATE OR DELETE ON "ledger_sums"
    FOR EACH ROW WHEN (pg_trigger_depth() = 0) EXECUTE FUNCTION "ledger_refuse_change"();
  CREATE TRIGGER "ledger_sums_are_kept" BEFORE TRUNCATE ON "ledger_sums"
    FOR EACH STATEMENT EXECUTE FUNCTION "ledger_refuse_change"();

  CREATE FUNCTION "ledger_new_transfer"() RETURNS trigger AS $ledger$
  DECLARE
    v_is_reversal boolean;
  BEGIN
    NEW.created_at := clock_timestamp();
    NEW.txid := ledger_txid();
    IF NEW.reverses IS NOT NULL THEN
      SELECT t.reverses IS NOT NULL INTO v_is_reversal FROM ledger_transfers AS t WHERE t.id = NEW.reverses;
      IF NOT FOUND THEN PERFORM ledger_refuse('not_found'); END IF;
      IF v_is_reversal THEN PERFORM ledger_refuse('is_reversal'); END IF;
    END IF;
    NEW.hash := ledger_transfer_hash(NEW);
    RETURN NEW;
  END $ledger$ LANGUAGE plpgsql;
  CREATE TRIGGER "ledger_transfers_new" BEFORE INSERT ON "ledger_transfers"
    FOR EACH ROW EXECUTE FUNCTION "ledger_new_transfer"();
  CREATE TRIGGER "ledger_transfers_are_written_once" BEFORE UPDATE OR DELETE OR TRUNCATE ON "ledger_transfers"
    FOR EACH STATEMENT EXECUTE FUNCTION "ledger_refuse_change"();

  -- At commit a transfer has entries, and those of a reversal are the original's with other signs.
  CREATE FUNCTION "ledger_committed_transfer"() RETURNS trigger AS $ledger$
  BEGIN
    IF NOT EXISTS (SELECT FROM ledger_entries WHERE transfer = NEW.id) THEN PERFORM ledger_refuse('unbalanced'); END IF;
    IF NEW.reverses IS NOT NULL AND EXISTS (
      SELECT FROM ledger_entries WHERE transfer IN (NEW.id, NEW.reverses) GROUP BY account HAVING sum(amount) <> 0
    ) THEN PERFORM ledger_refuse('unbalanced'); END IF;
    RETURN NULL;
  END $ledger$ LANGUAGE plpgsql;
  CREATE CONSTRAINT TRIGGER "ledger_transfers_committed" AFTER INSERT ON "ledger_transfers"
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION "ledger_committed_transfer"();

  CREATE FUNCTION "ledger_new_entry"() RETURNS trigger AS $ledger$
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
  CREATE TRIGGER "ledger_entries_new" BEFORE INSERT ON "ledger_entries"
    FOR EACH ROW EXECUTE FUNCTION "ledger_new_entry"();
  CREATE TRIGGER "ledger_entries_are_written_once" BEFORE UPDATE OR DELETE OR TRUNCATE ON "ledger_entries"
    FOR EACH STATEMENT EXECUTE FUNCTION "ledger_refuse_change"();

  -- Each statement that adds entries adds zero to each transfer.
  CREATE FUNCTION "ledger_new_entries"() RETURNS trigger AS $ledger$
  BEGIN
    IF EXISTS (SELECT FROM added GROUP BY transfer HAVING sum(amount) <> 0) THEN PERFORM ledger_refuse('unbalanced'); END IF;
    RETURN NULL;
  END $ledger$ LANGUAGE plpgsql;
  CREATE TRIGGER "ledger_entries_balance" AFTER INSERT ON "ledger_entries" REFERENCING NEW TABLE AS added
    FOR EACH STATEMENT EXECUTE FUNCTION "ledger_new_entries"();

  -- Balances are locked before the holds of their account.
  CREATE FUNCTION "ledger_hold_changes"() RETURNS trigger AS $ledger$
  BEGIN
    IF TG_OP = 'INSERT' THEN
      UPDATE ledger_balances AS b SET held = b.held + NEW.amount
        FROM ledger_accounts AS a
       WHERE a.id = NEW.from_account AND a.stripes = 1 AND a.currency = NEW.currency AND b.account = a.id;
      IF NOT FOUND OR NEW.status <> 'held' THEN
        PERFORM ledger_refuse(CASE
          WHEN EXISTS (SELECT FROM ledger_accounts WHERE id = NEW.from_account AND currency <> NEW.currency) THEN 'wrong_currency'
          ELSE 'not_holdable' END);
      END IF;
      IF NOT EXISTS (SELECT FROM ledger_accounts WHERE id = NEW.to_account AND currency = NEW.currency) THEN
        PERFORM ledger_refuse('wrong_currency');
      END IF;
      RETURN NULL;
    END IF;
    IF (OLD.id, OLD.key, OLD.request_hash, OLD.from_account, OLD.to_account, OLD.amount, OLD.currency, OLD.kind, OLD.area,
        OLD.reference, OLD.expires_at, OLD.created_at)
       IS DISTINCT FROM
       (NEW.id, NEW.key, NEW.request_hash, NEW.from_account, NEW.to_account, NEW.amount, NEW.currency, NEW.kind, NEW.area,
        NEW.reference, NEW.expires_at, NEW.created_at) THEN
      PERFORM ledger_refuse('ledger_immutable');
    END IF;
    IF OLD.status <> 'held' OR NEW.status = 'held' THEN
      PERFORM ledger_refuse(CASE OLD.status WHEN 'expired' THEN 'hold_expired' ELSE 'hold_ended' END);
    END IF;
    NEW.ended_at := clock_timestamp();
    IF NEW.status = 'posted' AND OLD.expires_at <= NEW.ended_at THEN PERFORM ledger_refuse('hold_expired'); END IF;
    IF NEW.status = 'expired' AND OLD.expires_at > NEW.ended_at THEN PERFORM ledger_refuse('ledger_immutable'); END IF;
    UPDATE ledger_balances SET held = held - OLD.amount WHERE account = OLD.from_account AND stripe = 0;
    RETURN NEW;
  END $ledger$ LANGUAGE plpgsql;
  -- After the insert, because one that finds its key used does nothing.
  CREATE TRIGGER "ledger_holds_new" AFTER INSERT ON "ledger_holds"
    FOR EACH ROW EXECUTE FUNCTION "ledger_hold_changes"();
  CREATE TRIGGER "ledger_holds_end" BEFORE UPDATE ON "ledger_holds"
    FOR EACH ROW EXECUTE FUNCTION "ledger_hold_changes"();
  CREATE TRIGGER "ledger_holds_are_kept" BEFORE DELETE OR TRUNCATE ON "ledger_holds"
    FOR EACH STATEMENT EXECUTE FUNCTION "ledger_refuse_change"();

  -- Returns the account's id; creates it if there is none.
  CREATE FUNCTION "ledger_account"(p_code text, p_currency text) RETURNS integer AS $ledger$
  DECLARE
    v_id integer;
    v_kind text := split_part(p_code, ':', 1);
  BEGIN
    SELECT id INTO v_id FROM ledger_accounts WHERE code = p_code;
    IF FOUND THEN RETURN v_id; END IF;
    INSERT INTO ledger_accounts (code, kind, member, currency, allows_overdraft, stripes, keeps_sums)
    VALUES (p_code, v_kind, CASE WHEN p_code ~ '^member:[0-9]{1,9}$' THEN split_part(p_code, ':', 2)::integer END, p_currency,
            v_kind IN ('venue', 'till', 'clearing') AND p_code <> 'clearing:claims',
            CASE WHEN v_kind IN ('venue', 'common_good') THEN 16 ELSE 1 END,
            v_kind = 'common_good')
    ON CONFLICT (code) DO NOTHING RETURNING id INTO v_id;
    IF NOT FOUND THEN SELECT id INTO v_id FROM ledger_accounts WHERE code = p_code; END IF;
    RETURN v_id;
  END $ledger$ LANGUAGE plpgsql;

  -- Ends the holds of an account that are due.
  CREATE FUNCTION "ledger_expire"(p_account integer) RETURNS integer AS $ledger$
  DECLARE
    v_count integer;
  BEGIN
    PERFORM FROM ledger_balances WHERE account = p_account AND stripe = 0 FOR NO KEY UPDATE;
    UPDATE ledger_holds SET status = 'expired'
     WHERE from_account = p_account AND status = 'held' AND expires_at <= clock_timestamp();
    GET DIAGNOSTICS v_count = ROW_COUNT;
    RETURN v_count;
  END $ledger$ LANGUAGE plpgsql;

  -- Writes the entries of a new transfer. Balances are locked in the order of stripes of their account, account, stripe, so
  -- those that many transfers change are locked last. An amount that a striped account without overdraft gives is taken from
  -- several stripes. What is missing is taken from the first, whose check fails.
  CREATE FUNCTION "ledger_enter"(p_transfer bigint, p_currency text, p_codes text[], p_amounts bigint[], p_hold bigint)
  RETURNS void AS $ledger$
  DECLARE
    v_known integer;
    v_spreads boolean;
    v_is_due boolean;
    v_code text;
    v_account integer;
  BEGIN
    SELECT count(*), bool_or(leg.amount < 0 AND a.stripes > 1 AND NOT a.allows_overdraft),
           bool_or(leg.amount < 0 AND EXISTS (
             SELECT FROM ledger_holds AS h
              WHERE h.from_account = a.id AND h.status = 'held' AND h.expires_at <= clock_timestamp()))
      INTO v_known, v_spreads, v_is_due
      FROM unnest(p_codes, p_amounts) AS leg (code, amount) JOIN ledger_accounts AS a ON a.code = leg.code;
    IF v_known < cardinality(p_codes) THEN
      FOR v_code IN SELECT code FROM unnest(p_codes) AS code ORDER BY code LOOP
        PERFORM ledger_account(v_code, p_currency);
      END LOOP;
    END IF;
    IF v_spreads OR v_is_due OR p_hold IS NOT NULL THEN
      PERFORM FROM unnest(p_codes, p_amounts) AS leg (code, amount)
              JOIN ledger_accounts AS a ON a.code = leg.code
              JOIN ledger_balances AS b ON b.account = a.id
        WHERE b.stripe = pg_backend_pid() % a.stripes OR (leg.amount < 0 AND NOT a.allows_overdraft)
        ORDER BY a.stripes, a.id, b.stripe FOR NO KEY UPDATE OF b;
    END IF;
    IF p_hold IS NOT NULL THEN
      UPDATE ledger_holds AS h SET status = 'posted', transfer = p_transfer, posted = -leg.amount
        FROM unnest(p_codes, p_amounts) AS leg (code, amount) JOIN ledger_accounts AS a ON a.code = leg.code
       WHERE h.id = p_hold AND a.id = h.from_account;
      IF NOT FOUND THEN PERFORM ledger_refuse('not_found'); END IF;
    END IF;
    IF v_is_due THEN
      FOR v_account IN
        SELECT a.id FROM unnest(p_codes, p_amounts) AS leg (code, amount) JOIN ledger_accounts AS a ON a.code = leg.code
         WHERE leg.amount < 0 AND a.stripes = 1 ORDER BY a.id
      LOOP
        PERFORM ledger_expire(v_account);
      END LOOP;
    END IF;
    IF NOT v_spreads OR v_spreads IS NULL THEN
      INSERT INTO ledger_entries (transfer, account, stripe, amount)
      SELECT p_transfer, a.id, pg_backend_pid() % a.stripes, leg.amount
        FROM unnest(p_codes, p_amounts) AS leg (code, amount) JOIN ledger_accounts AS a ON a.code = leg.code
       ORDER BY a.stripes, a.id;
    ELSE
      INSERT INTO ledger_entries (transfer, account, stripe, amount)
      SELECT p_transfer, a.id, part.stripe, part.amount
        FROM unnest(p_codes, p_amounts) AS leg (code, amount) JOIN ledger_accounts AS a ON a.code = leg.code
             CROSS JOIN LATERAL (
               SELECT pg_backend_pid() % a.stripes AS stripe, leg.amount
                WHERE leg.amount > 0 OR a.stripes = 1 OR a.allows_overdraft
               UNION ALL
               SELECT s.stripe, -(least(s.balance, greatest(-leg.amount - s.before, 0))
                                  + CASE s.stripe WHEN 0 THEN greatest(-leg.amount - s.total, 0) ELSE 0 END)
                 FROM (SELECT b.stripe, b.balance, sum(b.balance) OVER () AS total,
                              sum(b.balance) OVER (ORDER BY b.stripe) - b.balance AS before
                         FROM ledger_balances AS b WHERE b.account = a.id) AS s
                WHERE leg.amount < 0 AND a.stripes > 1 AND NOT a.allows_overdraft
             ) AS part
       WHERE part.amount <> 0
       ORDER BY a.stripes, a.id, part.stripe;
    END IF;
  END $ledger$ LANGUAGE plpgsql;

  -- One transfer for each key: a repeated request gets the reply of the first.
  CREATE FUNCTION "ledger_transfer"(
    p_key text, p_request_hash bytea, p_kind text, p_area text, p_reference text, p_currency text, p_zone text,
    p_event_at timestamptz, p_reverses bigint, p_hold bigint, p_actor text, p_actor_id integer,
    p_codes text[], p_amounts bigint[],
    OUT o_transfer bigint, OUT o_created_at timestamptz, OUT o_is_repeat boolean
  ) AS $ledger$
  DECLARE
    v_hash bytea;
    v_event_at timestamptz := least(p_event_at, clock_timestamp());
  BEGIN
    INSERT INTO ledger_transfers AS t (key, request_hash, kind, area, reference, reverses, hold, currency, day, event_at, actor, actor_id)
    VALUES (p_key, p_request_hash, p_kind, p_area, p_reference, p_reverses, p_hold, p_currency,
            (v_event_at AT TIME ZONE p_zone)::date, v_event_at, p_actor, p_actor_id)
    ON CONFLICT (key) DO NOTHING RETURNING t.id, t.created_at INTO o_transfer, o_created_at;
    o_is_repeat := o_transfer IS NULL;
    IF NOT o_is_repeat THEN
      PERFORM ledger_enter(o_transfer, p_currency, p_codes, p_amounts, p_hold);
      RETURN;
    END IF;
    SELECT t.id, t.created_at, t.request_hash INTO o_transfer, o_created_at, v_hash FROM ledger_transfers AS t WHERE t.key = p_key;
    IF v_hash IS DISTINCT FROM p_request_hash THEN PERFORM ledger_refuse('key_reused'); END IF;
  END $ledger$ LANGUAGE plpgsql;

  CREATE FUNCTION "ledger_reverse"(
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

  -- The hold expires at a time or after some seconds.
  CREATE FUNCTION "ledger_hold"(
    p_key text, p_request_hash bytea, p_from text, p_to text, p_amount bigint, p_currency text, p_kind text, p_area text,
    p_reference text, p_expires_at timestamptz, p_seconds integer,
    OUT o_hold bigint, OUT o_expires_at timestamptz, OUT o_is_repeat boolean
  ) AS $ledger$
  DECLARE
    v_hash bytea;
    v_from integer := ledger_account(p_from, p_currency);
    v_to integer := ledger_account(p_to, p_currency);
    v_now timestamptz := clock_timestamp();
  BEGIN
    IF EXISTS (SELECT FROM ledger_holds WHERE from_account = v_from AND status = 'held' AND expires_at <= v_now) THEN
      PERFORM ledger_expire(v_from);
    END IF;
    INSERT INTO ledger_holds AS h (key, request_hash, from_account, to_account, amount, currency, kind, area, reference, expires_at, created_at)
    VALUES (p_key, p_request_hash, v_from, v_to, p_amount, p_currency, p_kind, p_area, p_reference,
            coalesce(p_expires_at, v_now + p_seconds * interval '1 second'), v_now)
    ON CONFLICT (key) DO NOTHING RETURNING h.id, h.expires_at INTO o_hold, o_expires_at;
    o_is_repeat := o_hold IS NULL;
    IF NOT o_is_repeat THEN RETURN; END IF;
    SELECT h.id, h.expires_at, h.request_hash INTO o_hold, o_expires_at, v_hash FROM ledger_holds AS h WHERE h.key = p_key;
    IF v_hash IS DISTINCT FROM p_request_hash THEN PERFORM ledger_refuse('key_reused'); END IF;
  END $ledger$ LANGUAGE plpgsql;

  -- Releases a hold. Does nothing if it is released already.
  CREATE FUNCTION "ledger_void"(p_hold bigint) RETURNS text AS $ledger$
  DECLARE
    v_hold ledger_holds;
  BEGIN
    SELECT * INTO v_hold FROM ledger_holds WHERE id = p_hold;
    IF NOT FOUND THEN PERFORM ledger_refuse('not_found'); END IF;
    PERFORM FROM ledger_balances WHERE account = v_hold.from_account AND stripe = 0 FOR NO KEY UPDATE;
    UPDATE ledger_holds SET status = CASE WHEN expires_at <= clock_timestamp() THEN 'expired' ELSE 'voided' END
     WHERE id = p_hold AND status = 'held';
    SELECT * INTO v_hold FROM ledger_holds WHERE id = p_hold;
    IF v_hold.status = 'posted' THEN PERFORM ledger_refuse('hold_ended'); END IF;
    RETURN v_hold.status;
  END $ledger$ LANGUAGE plpgsql;`)
}

export async function down({ db, payload, req }: MigrateDownArgs): Promise<void> {
  await db.execute(sql`
   DROP TABLE "ledger_accounts" CASCADE;
  DROP TABLE "ledger_balances" CASCADE;
  DROP TABLE "ledger_transfers" CASCADE;
  DROP TABLE "ledger_entries" CASCADE;
  DROP TABLE "ledger_holds" CASCADE;
  DROP TABLE "ledger_sums" CASCADE;
  DROP TABLE "ledger_notes" CASCADE;
  DROP TABLE "ledger_checks" CASCADE;
  DROP FUNCTION IF EXISTS "ledger_refuse" CASCADE;
  DROP FUNCTION IF EXISTS "ledger_refuse_change" CASCADE;
  DROP FUNCTION IF EXISTS "ledger_transfer_hash" CASCADE;
  DROP FUNCTION IF EXISTS "ledger_entry_hash" CASCADE;
  DROP FUNCTION IF EXISTS "ledger_first_hash" CASCADE;
  DROP FUNCTION IF EXISTS "ledger_txid" CASCADE;
  DROP FUNCTION IF EXISTS "ledger_account_changes" CASCADE;
  DROP FUNCTION IF EXISTS "ledger_new_transfer" CASCADE;
  DROP FUNCTION IF EXISTS "ledger_committed_transfer" CASCADE;
  DROP FUNCTION IF EXISTS "ledger_new_entry" CASCADE;
  DROP FUNCTION IF EXISTS "ledger_new_entries" CASCADE;
  DROP FUNCTION IF EXISTS "ledger_hold_changes" CASCADE;
  DROP FUNCTION IF EXISTS "ledger_account" CASCADE;
  DROP FUNCTION IF EXISTS "ledger_expire" CASCADE;
  DROP FUNCTION IF EXISTS "ledger_enter" CASCADE;
  DROP FUNCTION IF EXISTS "ledger_transfer" CASCADE;
  DROP FUNCTION IF EXISTS "ledger_reverse" CASCADE;
  DROP FUNCTION IF EXISTS "ledger_hold" CASCADE;
  DROP FUNCTION IF EXISTS "ledger_void" CASCADE;`)
}
