import { type MigrateUpArgs, sql } from '@payloadcms/db-postgres'

export async function up({ db }: MigrateUpArgs): Promise<void> {
  await db.execute(sql`
   CREATE TABLE "check_in_keys" (
  	"kid" text PRIMARY KEY NOT NULL,
  	"public_key" jsonb NOT NULL,
  	"private_key" text NOT NULL,
  	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
  	"used_until" timestamp with time zone NOT NULL
  );
  
  CREATE TABLE "check_in_shifts" (
  	"id" serial PRIMARY KEY NOT NULL,
  	"token_hash" text NOT NULL,
  	"name" text NOT NULL,
  	"door" text NOT NULL,
  	"staff" integer,
  	"link" integer,
  	"night" text NOT NULL,
  	"started_at" timestamp with time zone DEFAULT now() NOT NULL,
  	"seen_at" timestamp with time zone DEFAULT now() NOT NULL,
  	"ends_at" timestamp with time zone NOT NULL,
  	"ended_at" timestamp with time zone,
  	CONSTRAINT "check_in_shifts_token_hash_unique" UNIQUE("token_hash")
  );
  
  CREATE TABLE "check_in_movements" (
  	"id" serial PRIMARY KEY NOT NULL,
  	"client_id" uuid NOT NULL,
  	"night" text NOT NULL,
  	"reservation" integer,
  	"member" integer,
  	"direction" text NOT NULL,
  	"count" integer NOT NULL,
  	"counted" integer NOT NULL,
  	"slot" integer,
  	"area" text NOT NULL,
  	"door" text NOT NULL,
  	"shift" integer,
  	"by" text NOT NULL,
  	"at" timestamp with time zone NOT NULL,
  	"received_at" timestamp with time zone DEFAULT now() NOT NULL,
  	"is_guess" boolean DEFAULT false NOT NULL,
  	"is_override" boolean DEFAULT false NOT NULL,
  	"reason" text,
  	"undone_at" timestamp with time zone,
  	CONSTRAINT "check_in_movements_client_id" UNIQUE("client_id")
  );
  
  CREATE TABLE "check_in_devices" (
  	"id" serial PRIMARY KEY NOT NULL,
  	"member" integer NOT NULL,
  	"session" uuid NOT NULL,
  	"public_key" text NOT NULL,
  	"certified_until" timestamp with time zone NOT NULL,
  	"created_at" timestamp with time zone DEFAULT now() NOT NULL
  );
  
  CREATE TABLE "check_in_areas" (
  	"area" text PRIMARY KEY NOT NULL,
  	"people" integer,
  	"re_entry" boolean DEFAULT true NOT NULL
  );
  
  CREATE TABLE "check_in_visits" (
  	"member" integer NOT NULL,
  	"night" text NOT NULL,
  	"area" text NOT NULL,
  	"at" timestamp with time zone DEFAULT now() NOT NULL,
  	"source" text NOT NULL,
  	CONSTRAINT "check_in_visits_member_night_area_pk" PRIMARY KEY("member","night","area")
  );
  
  CREATE INDEX "check_in_shifts_night_idx" ON "check_in_shifts" USING btree ("night");
  CREATE INDEX "check_in_movements_reservation_idx" ON "check_in_movements" USING btree ("reservation");
  CREATE INDEX "check_in_movements_member_idx" ON "check_in_movements" USING btree ("member");
  CREATE INDEX "check_in_movements_night_idx" ON "check_in_movements" USING btree ("night","area");
  CREATE INDEX "check_in_devices_member_idx" ON "check_in_devices" USING btree ("member");`)
  // What Drizzle can’t declare. Nobody comes in twice: places of a party are checked at the end of a transaction, because the
  // movements of a reservation are counted anew with each scan.
  await db.execute(sql`
  ALTER TABLE "check_in_movements"
    ADD CONSTRAINT "check_in_movements_reservation_fk" FOREIGN KEY ("reservation") REFERENCES "reservations"("id")
      ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED,
    ADD CONSTRAINT "check_in_movements_direction" CHECK (direction IN ('in', 'out', 'back')),
    ADD CONSTRAINT "check_in_movements_count" CHECK (count BETWEEN 1 AND 200 AND counted BETWEEN 0 AND count),
    ADD CONSTRAINT "check_in_movements_place_once" EXCLUDE USING btree ("reservation" WITH =, "night" WITH =, "slot" WITH =)
      WHERE (reservation IS NOT NULL AND undone_at IS NULL) DEFERRABLE INITIALLY DEFERRED,
    ADD CONSTRAINT "check_in_movements_member_once"
      EXCLUDE USING btree ("member" WITH =, "night" WITH =, "area" WITH =, "slot" WITH =)
      WHERE (reservation IS NULL AND undone_at IS NULL) DEFERRABLE INITIALLY DEFERRED;
  ALTER TABLE "check_in_areas"
    ADD CONSTRAINT "check_in_areas_people" CHECK (people > 0);
  ALTER TABLE "check_in_visits"
    ADD CONSTRAINT "check_in_visits_source" CHECK (source IN ('here', 'door'));
  CREATE FUNCTION announce_check_in() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    PERFORM pg_notify('common_room_changes', '["check-in"]');
    RETURN NULL;
  END $$;
  CREATE TRIGGER "check_in_movements_are_announced" AFTER INSERT OR UPDATE ON "check_in_movements"
    FOR EACH STATEMENT EXECUTE FUNCTION announce_check_in();
  CREATE TRIGGER "check_in_areas_are_announced" AFTER INSERT OR UPDATE ON "check_in_areas"
    FOR EACH STATEMENT EXECUTE FUNCTION announce_check_in();
  CREATE TRIGGER "guests_of_doors_are_announced" AFTER UPDATE ON "reservations"
    FOR EACH ROW WHEN (NEW.kind IN ('event', 'table') AND (NEW.status, NEW.party, NEW.link_version)
      IS DISTINCT FROM (OLD.status, OLD.party, OLD.link_version)) EXECUTE FUNCTION announce_check_in();`)
}
