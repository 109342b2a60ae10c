import { type MigrateUpArgs, sql } from '@payloadcms/db-postgres'

/**
 * What Payload and Drizzle can’t declare: functions, triggers, checks, partial indexes, settings of tables, and the first
 * rows. Written by hand.
 */
export async function up({ db }: MigrateUpArgs): Promise<void> {
  // What is written once is only added to: the audit trail, and what subscribers agreed to.
  await db.execute(sql`
  CREATE FUNCTION "audit_is_written_once"() RETURNS trigger AS $audit$
  BEGIN
    RAISE EXCEPTION 'the audit trail is only added to';
  END $audit$ LANGUAGE plpgsql;
  CREATE TRIGGER "audit_is_written_once" BEFORE UPDATE OR DELETE OR TRUNCATE ON "audit"
    FOR EACH STATEMENT EXECUTE FUNCTION "audit_is_written_once"();

  CREATE FUNCTION "consents_are_written_once"() RETURNS trigger AS $consents$
  BEGIN
    IF TG_OP = 'DELETE' THEN
      IF NOT EXISTS (SELECT FROM "subscribers" WHERE "id" = OLD."subscriber_id") THEN
        RETURN OLD;
      END IF;
    END IF;
    RAISE EXCEPTION 'what was agreed to is only added to';
  END $consents$ LANGUAGE plpgsql;
  CREATE TRIGGER "consents_are_written_once" BEFORE UPDATE OR DELETE ON "consents"
    FOR EACH ROW EXECUTE FUNCTION "consents_are_written_once"();
  CREATE TRIGGER "consents_are_not_emptied" BEFORE TRUNCATE ON "consents"
    FOR EACH STATEMENT EXECUTE FUNCTION "consents_are_written_once"();`)
  // The newest version and the draft of a text are looked for among many versions.
  await db.execute(sql`
  CREATE INDEX "_cms_content_v_newest_idx" ON "_cms_content_v" ("parent_id", "id") WHERE "latest";
  CREATE INDEX "_cms_global_content_v_newest_idx" ON "_cms_global_content_v" ("parent_id", "id") WHERE "latest";
  CREATE INDEX "_cms_content_v_drafts_idx" ON "_cms_content_v" ("parent_id") WHERE "latest" AND "version__status" = 'draft';
  CREATE INDEX "_cms_global_content_v_drafts_idx" ON "_cms_global_content_v" ("parent_id") WHERE "latest" AND "version__status" = 'draft';
  CREATE STATISTICS "_cms_content_v_newest_stats" (mcv) ON "latest", "version__status" FROM "_cms_content_v";
  CREATE STATISTICS "_cms_global_content_v_newest_stats" (mcv) ON "latest", "version__status" FROM "_cms_global_content_v";`)
  // Mails: what workers look for is a few rows of very many. What a mail says is apart from its state, which is written three
  // times. A mail is due from when it was queued.
  await db.execute(sql`
  CREATE INDEX "mails_due_idx" ON "mails" ("priority", "next_at", "id") WHERE "state" IN ('queued', 'deferred');
  CREATE INDEX "mails_taken_idx" ON "mails" ("worker") WHERE "state" = 'sending';
  CREATE INDEX "mails_unsent_idx" ON "mails" ("state", "created_at") WHERE "state" <> 'sent';
  CREATE INDEX "mails_letter_idx" ON "mails" ("letter", "state") WHERE "letter" IS NOT NULL;
  ALTER TABLE "mails" ALTER COLUMN "next_at" SET DEFAULT now();
  ALTER TABLE "mails" SET (toast_tuple_target = 256);
  CREATE INDEX "mails_subscriber_idx" ON "mails" ("subscriber") WHERE "subscriber" IS NOT NULL;
  CREATE INDEX "mails_complained_idx" ON "mails" ("letter") WHERE "complained_at" IS NOT NULL;
  CREATE INDEX "mails_untidied_idx" ON "mails" ("created_at") WHERE "to_address" <> '';
  CREATE INDEX "mails_shows_idx" ON "mails" ("shows") WHERE "shows" IS NOT NULL;
  CREATE INDEX "consents_letter_idx" ON "consents" ("letter") WHERE "letter" IS NOT NULL;
  INSERT INTO "mail_pace" ("id", "free_at") VALUES (1, now());`)
  // Members: what belongs to a member is deleted with the member; and few ask to be deleted.
  await db.execute(sql`
  ALTER TABLE "member_sessions" ADD CONSTRAINT "member_sessions_member_fk" FOREIGN KEY ("member") REFERENCES "members"("id") ON DELETE CASCADE;
  ALTER TABLE "device_grants" ADD CONSTRAINT "device_grants_member_fk" FOREIGN KEY ("member") REFERENCES "members"("id") ON DELETE CASCADE;
  ALTER TABLE "passkey_handles" ADD CONSTRAINT "passkey_handles_member_fk" FOREIGN KEY ("member") REFERENCES "members"("id") ON DELETE CASCADE;
  CREATE INDEX "members_delete_at_idx" ON "members" USING btree ("delete_at") WHERE "delete_at" IS NOT NULL;`)
  // A backup that held salts would keep them beyond their day.
  await db.execute(sql`
  COMMENT ON TABLE "analytics_salts" IS 'not backed up';`)
  // The ledger.
  await db.execute(sql`
  ALTER TABLE "ledger_accounts" ADD CONSTRAINT "ledger_accounts_code" CHECK (
    "code" ~ '^(member:[1-9][0-9]*|venue:sales|common_good|cause:[1-9][0-9]*|till:(cash|card)|clearing:(opening|stripe|claims|bank))$');
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

  -- Binary forms, because they depend on no setting of the session. The check of the books runs on several cores.
  CREATE FUNCTION "ledger_transfer_hash"(t "ledger_transfers") RETURNS bytea AS $ledger$
    SELECT sha256(t.request_hash || timestamptz_send(t.event_at) || timestamptz_send(t.created_at) || convert_to(
      jsonb_build_array(t.id, t.key, t.kind, t.area, t.reference, t.reverses, t.hold, t.currency, t.day, t.actor, t.actor_id)::text,
      'UTF8'))
  $ledger$ LANGUAGE sql STABLE PARALLEL SAFE;

  CREATE FUNCTION "ledger_entry_hash"(
    p_previous bytea, p_transfer_hash bytea, p_account integer, p_stripe smallint, p_version bigint, p_amount bigint,
    p_balance bigint, p_created_at timestamptz
  ) RETURNS bytea AS $ledger$
    SELECT sha256(p_previous || p_transfer_hash || int4send(p_account) || int2send(p_stripe) || int8send(p_version)
      || int8send(p_amount) || int8send(p_balance) || timestamptz_send(p_created_at))
  $ledger$ LANGUAGE sql IMMUTABLE PARALLEL SAFE;

  -- The hash before a stripe's first entry.
  CREATE FUNCTION "ledger_first_hash"(p_code text) RETURNS bytea AS $ledger$
    SELECT sha256(convert_to(p_code, 'UTF8'))
  $ledger$ LANGUAGE sql IMMUTABLE PARALLEL SAFE;

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
      p_key, p_request_hash, 'reversal', v_original.area,
      -- What staff typed about these is not repeated.
      CASE WHEN v_original.kind NOT IN ('top_up', 'payment') THEN v_original.reference END, v_original.currency, p_zone, NULL, p_transfer, NULL,
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
  END $ledger$ LANGUAGE plpgsql;
  CREATE TRIGGER "ledger_checks_are_written_once" BEFORE UPDATE OR DELETE OR TRUNCATE ON "ledger_checks"
    FOR EACH STATEMENT EXECUTE FUNCTION "ledger_refuse_change"();
  -- Rows of these are deleted with the member whom they are about.
  CREATE TRIGGER "ledger_notes_are_not_changed" BEFORE UPDATE OR TRUNCATE ON "ledger_notes"
    FOR EACH STATEMENT EXECUTE FUNCTION "ledger_refuse_change"();
  CREATE TRIGGER "ledger_receipts_are_not_changed" BEFORE UPDATE OR TRUNCATE ON "ledger_receipts"
    FOR EACH STATEMENT EXECUTE FUNCTION "ledger_refuse_change"();
  ALTER TABLE "ledger_receipts" ADD CONSTRAINT "ledger_receipts_text" CHECK (char_length(text) BETWEEN 1 AND 120);

  -- What the Common Good’s page shows: gifts, and beside them the others. Payments are in neither, so the indexes cost them nothing.
  CREATE INDEX "ledger_transfers_gifts_idx" ON "ledger_transfers" (id) WHERE kind = 'gift';
  CREATE INDEX "ledger_transfers_notable_idx" ON "ledger_transfers" (id)
    WHERE kind IN ('counted_cash', 'opening', 'funding', 'reversal');`)
  // The till, and cases about payments.
  await db.execute(sql`
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
    FOR EACH STATEMENT EXECUTE FUNCTION "ledger_refuse_change"();`)
  // Common Good: payouts, messages and requests, and what one person may take out.
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

  ALTER TABLE "common_good_requests"
    ADD CONSTRAINT "common_good_requests_amount" CHECK (amount > 0),
    ADD CONSTRAINT "common_good_requests_kind" CHECK (kind IN ('cash', 'reversal', 'credit_reversal')),
    ADD CONSTRAINT "common_good_requests_subject" CHECK ((kind = 'cash') = (day IS NOT NULL) AND (kind = 'cash') = (reverses IS NULL)),
    ADD CONSTRAINT "common_good_requests_state" CHECK (state IN ('requested', 'approved', 'refused')),
    ADD CONSTRAINT "common_good_requests_decided"
      CHECK ((state = 'requested') = (decided_at IS NULL) AND (decided_at IS NULL) = (decided_by IS NULL)),
    ADD CONSTRAINT "common_good_requests_transfers"
      CHECK ((state = 'approved') = (transfers IS NOT NULL) AND cardinality(transfers) <> 0),
    -- Nobody approves their own request.
    ADD CONSTRAINT "common_good_requests_second_person" CHECK (state <> 'approved' OR decided_by <> requested_by);
  CREATE INDEX "common_good_requests_requested_idx" ON "common_good_requests" (id) WHERE state = 'requested';
  CREATE UNIQUE INDEX "common_good_requests_reverses_idx" ON "common_good_requests" (reverses) WHERE state <> 'refused';

  -- Payments and top-ups are not in it, so it costs them nothing.
  CREATE INDEX "ledger_transfers_by_staff_idx" ON "ledger_transfers" (actor_id, created_at)
    WHERE actor = 'staff' AND kind NOT IN ('payment', 'top_up', 'round_up', 'closing_difference');

  -- What a transfer takes out of the Common Good and its causes; zero or less if it takes nothing.
  CREATE FUNCTION "common_good_out"(p_transfer bigint) RETURNS bigint AS $common_good$
    SELECT coalesce(-sum(e.amount), 0)::bigint FROM ledger_entries AS e JOIN ledger_accounts AS a ON a.id = e.account
     WHERE e.transfer = p_transfer AND a.kind IN ('common_good', 'cause')
  $common_good$ LANGUAGE sql STABLE;

  -- Whether a second person approved a transfer. Checks of the tables ensure that it is another one.
  CREATE FUNCTION "common_good_is_approved"(p_transfer bigint) RETURNS boolean AS $common_good$
    SELECT EXISTS (SELECT FROM cause_payouts WHERE transfer = p_transfer AND state = 'approved')
        OR EXISTS (SELECT FROM cause_payout_reversals WHERE transfer = p_transfer AND state = 'approved')
        OR EXISTS (SELECT FROM common_good_requests WHERE transfers @> ARRAY[p_transfer] AND state = 'approved')
  $common_good$ LANGUAGE sql STABLE;

  -- What one person may take out within 24 hours: the lowest limit of the last 24 hours, so a raised one holds after a day.
  CREATE FUNCTION "common_good_limit"() RETURNS bigint AS $common_good$
    SELECT least(coalesce((SELECT second_person_cents::bigint FROM venue ORDER BY id LIMIT 1), 5000),
                 (SELECT min(cents) FROM common_good_earlier_limits
                   WHERE ended_at > clock_timestamp() - interval '24 hours'))
  $common_good$ LANGUAGE sql STABLE;

  -- Keeps the earlier limit, whatever changes it. Before the first venue is stored, the limit is the default.
  CREATE FUNCTION "common_good_keep_limit"() RETURNS trigger AS $common_good$
  BEGIN
    DELETE FROM common_good_earlier_limits WHERE ended_at < clock_timestamp() - interval '48 hours';
    INSERT INTO common_good_earlier_limits (cents, ended_at)
    VALUES (CASE WHEN TG_OP = 'INSERT' THEN 5000 ELSE OLD.second_person_cents::bigint END, clock_timestamp());
    RETURN NULL;
  END $common_good$ LANGUAGE plpgsql;
  CREATE TRIGGER "common_good_keep_limit" AFTER UPDATE OF second_person_cents ON "venue"
    FOR EACH ROW WHEN (NEW.second_person_cents IS DISTINCT FROM OLD.second_person_cents)
    EXECUTE FUNCTION "common_good_keep_limit"();
  CREATE TRIGGER "common_good_first_limit" AFTER INSERT ON "venue"
    FOR EACH ROW WHEN (NEW.second_person_cents > 5000)
    EXECUTE FUNCTION "common_good_keep_limit"();

  -- What a person has taken out in the last 24 hours without a second one.
  CREATE FUNCTION "common_good_taken"(p_staff integer) RETURNS bigint AS $common_good$
    SELECT coalesce(sum(greatest(common_good_out(t.id), 0)), 0)::bigint FROM ledger_transfers AS t
     WHERE t.actor = 'staff' AND t.kind NOT IN ('payment', 'top_up', 'round_up', 'closing_difference')
       AND t.actor_id = p_staff AND t.created_at > clock_timestamp() - interval '24 hours'
       AND NOT common_good_is_approved(t.id)
  $common_good$ LANGUAGE sql STABLE;

  -- At commit, because the approval is stored after the transfer.
  CREATE FUNCTION "common_good_second_person"() RETURNS trigger AS $common_good$
  BEGIN
    IF common_good_out(NEW.id) > 0 AND NOT common_good_is_approved(NEW.id) THEN
      -- The movements of one person wait for each other. The program has the same lock.
      PERFORM pg_advisory_xact_lock(hashtextextended('common good ' || NEW.actor_id, 0));
      IF common_good_taken(NEW.actor_id) > common_good_limit() THEN PERFORM ledger_refuse('second_person'); END IF;
    END IF;
    RETURN NULL;
  END $common_good$ LANGUAGE plpgsql;
  CREATE CONSTRAINT TRIGGER "common_good_second_person" AFTER INSERT ON "ledger_transfers"
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
    WHEN (NEW.actor = 'staff' AND NEW.kind NOT IN ('payment', 'top_up', 'round_up', 'closing_difference'))
    EXECUTE FUNCTION "common_good_second_person"();

  -- What was booked before is no news.
  INSERT INTO "ledger_news" (id, txid, next_id, next_txid, shown_id)
  SELECT newest, xmax, newest, xmax, newest
    FROM (SELECT coalesce(max(id), 0) AS newest, pg_snapshot_xmax(pg_current_snapshot())::text::bigint AS xmax
            FROM ledger_transfers) AS now;`)
  // Card payments and sent credit.
  await db.execute(sql`
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
  // Events.
  await db.execute(sql`
  ALTER TABLE "event_dates"
    ADD CONSTRAINT "event_dates_status" CHECK (status IN ('draft', 'published', 'cancelled', 'postponed', 'ended')),
    ADD CONSTRAINT "event_dates_visibility" CHECK (visibility IN ('public', 'members', 'secret')),
    ADD CONSTRAINT "event_dates_payment" CHECK (payment IN ('free', 'credit', 'door')),
    ADD CONSTRAINT "event_dates_times" CHECK (ends_at > starts_at AND doors_at <= starts_at),
    ADD CONSTRAINT "event_dates_prices" CHECK (price >= 0 AND member_price >= 0),
    ADD CONSTRAINT "event_dates_percent" CHECK (common_good_percent BETWEEN 1 AND 100),
    ADD CONSTRAINT "event_dates_party" CHECK (max_party BETWEEN 1 AND 20),
    -- Nobody takes a place that is not there.
    ADD CONSTRAINT "event_dates_capacity" CHECK (taken >= 0 AND taken <= capacity);
  CREATE INDEX "event_dates_listed_idx" ON "event_dates" (starts_at)
    WHERE visibility <> 'secret' AND status <> 'draft';

  ALTER TABLE "event_rsvps"
    ADD CONSTRAINT "event_rsvps_status"
      CHECK (status IN ('held', 'going', 'waitlisted', 'offered', 'cancelled', 'attended', 'no_show')),
    ADD CONSTRAINT "event_rsvps_payment" CHECK (payment IN ('free', 'credit', 'door')),
    ADD CONSTRAINT "event_rsvps_party" CHECK (party BETWEEN 1 AND 20 AND inside BETWEEN 0 AND party),
    ADD CONSTRAINT "event_rsvps_price" CHECK (price >= 0),
    ADD CONSTRAINT "event_rsvps_cancelled"
      CHECK ((status = 'cancelled') = (cancelled_at IS NOT NULL)
        AND (cancelled_at IS NULL) = (cancelled_by IS NULL)
        AND (cancelled_by IN ('guest', 'organiser', 'staff', 'event', 'expiry')) IS NOT FALSE),
    ADD CONSTRAINT "event_rsvps_held" CHECK (status <> 'held' OR held_until IS NOT NULL),
    ADD CONSTRAINT "event_rsvps_offered" CHECK ((status = 'offered') = (offered_until IS NOT NULL)),
    ADD CONSTRAINT "event_rsvps_waitlisted" CHECK (status <> 'waitlisted' OR queue IS NOT NULL);

  ALTER TABLE "event_links"
    ADD CONSTRAINT "event_links_scope" CHECK (scope IN ('view', 'door', 'edit'));
  ALTER TABLE "event_messages"
    ADD CONSTRAINT "event_messages_audience" CHECK (audience IN ('going', 'waiting')),
    ADD CONSTRAINT "event_messages_sender" CHECK ((link IS NULL) <> (staff IS NULL));
  ALTER TABLE "event_feedback"
    ADD CONSTRAINT "event_feedback_score" CHECK (score BETWEEN 1 AND 3);`)
}
