import { type MigrateUpArgs, sql } from '@payloadcms/db-postgres'

export async function up({ db }: MigrateUpArgs): Promise<void> {
  await db.execute(sql`
  CREATE TABLE "booking_no_shows" (
  	"booking" integer PRIMARY KEY NOT NULL,
  	"member" integer,
  	"phone_hmac" text,
  	"email_hmac" text,
  	"at" timestamp with time zone DEFAULT now() NOT NULL
  );
  
  ALTER TABLE "bookings" ADD COLUMN "guest_name" text;
  ALTER TABLE "bookings" ADD COLUMN "staff_key" text;
  CREATE INDEX "booking_no_shows_member_idx" ON "booking_no_shows" USING btree ("member");
  CREATE INDEX "booking_no_shows_phone_idx" ON "booking_no_shows" USING btree ("phone_hmac");
  CREATE INDEX "booking_no_shows_email_idx" ON "booking_no_shows" USING btree ("email_hmac");
  ALTER TABLE "bookings" ADD CONSTRAINT "bookings_staff_key" UNIQUE("staff_key");`)
  // What Drizzle can’t declare. Whatever changes a booking wakes the windows of the evening sheet.
  await db.execute(sql`
  ALTER TABLE "booking_no_shows"
    ADD CONSTRAINT "booking_no_shows_booking_fk" FOREIGN KEY ("booking") REFERENCES "bookings"("id")
      ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED;
  CREATE FUNCTION announce_evening() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    PERFORM pg_notify('common_room_changes', '["evening"]');
    RETURN NULL;
  END $$;
  CREATE TRIGGER "bookings_are_announced" AFTER INSERT OR UPDATE OR DELETE ON "bookings"
    FOR EACH STATEMENT EXECUTE FUNCTION announce_evening();
  CREATE TRIGGER "booking_tables_are_announced" AFTER INSERT OR UPDATE OR DELETE ON "booking_tables"
    FOR EACH STATEMENT EXECUTE FUNCTION announce_evening();
  CREATE TRIGGER "table_reservations_are_announced" AFTER INSERT OR UPDATE ON "reservations"
    FOR EACH ROW WHEN (NEW.kind IN ('table', 'desk')) EXECUTE FUNCTION announce_evening();`)
}
