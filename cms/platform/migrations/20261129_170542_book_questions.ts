import { type MigrateUpArgs, sql } from '@payloadcms/db-postgres'

export async function up({ db }: MigrateUpArgs): Promise<void> {
  await db.execute(sql`
   ALTER TYPE "public"."enum_faq_page" ADD VALUE 'book' BEFORE 'common-good';
  ALTER TYPE "public"."enum__faq_v_version_page" ADD VALUE 'book' BEFORE 'common-good';`)
}
