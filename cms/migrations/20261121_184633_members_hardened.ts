import { type MigrateDownArgs, type MigrateUpArgs, sql } from '@payloadcms/db-postgres'

export async function up({ db, payload, req }: MigrateUpArgs): Promise<void> {
  await db.execute(sql`
   ALTER TABLE "member_sessions" ADD COLUMN "presented_at" timestamp with time zone;
  ALTER TABLE "passkey_handles" ADD COLUMN "unlinked_at" timestamp with time zone;
  ALTER TABLE "passkey_challenges" ADD COLUMN "owner" integer;
  CREATE INDEX "passkey_challenges_own_idx" ON "passkey_challenges" USING btree ("own");
  CREATE INDEX "passkey_proofs_handle_idx" ON "passkey_proofs" USING btree ("handle");
  CREATE INDEX "mails_to_address_idx" ON "mails" USING btree ("to_address");`)
  // Looked through every minute, for the few who have asked to be deleted.
  await db.execute(sql`
   CREATE INDEX "members_delete_at_idx" ON "members" USING btree ("delete_at") WHERE "delete_at" IS NOT NULL;`)
}

export async function down({ db, payload, req }: MigrateDownArgs): Promise<void> {
  await db.execute(sql`
   DROP INDEX "members_delete_at_idx";
  DROP INDEX "passkey_challenges_own_idx";
  DROP INDEX "passkey_proofs_handle_idx";
  DROP INDEX "mails_to_address_idx";
  ALTER TABLE "member_sessions" DROP COLUMN "presented_at";
  ALTER TABLE "passkey_handles" DROP COLUMN "unlinked_at";
  ALTER TABLE "passkey_challenges" DROP COLUMN "owner";`)
}
