import type { PayloadRequest } from 'payload'
import { type Executor, sql } from '../database/sql.ts'
import { HttpError } from '../http/errors.ts'
import type { ContentData, ContentKey, ContentType, ScheduledAction } from './contract.ts'
import { contentOf, findKept, tableOf, versionOf } from './records.ts'
import { writeRecord } from './write-record.ts'

type By = { id: number; name: string } | null
/** One change that is due. */
export type DueChange = ContentKey & {
  id: number
  action: ScheduledAction
  revision: number
  by: By
}

type Revision = {
  id: number
  content_type: ContentType
  content_data: ContentData
  status: 'draft' | 'published'
}

const versionsOf = (page: string) => sql.identifier(`_${tableOf(page)}_v`)

/** Whether a revision is one of this key, which is still kept. */
export async function isRevisionOf(db: Executor, key: ContentKey, revision: number) {
  const { rows } = await db.execute(
    sql`select from ${versionsOf(key.page)} as v
         where v.id = ${revision} and v.parent_id is not null and ${versionOf(key)}`,
  )
  return rows.length > 0
}

/**
 * Does what was scheduled for one key, in the request's transaction. The caller holds the record.
 * @returns `superseded` where a publisher has published something later meanwhile
 * @throws HttpError `not_found` where the text or the revision is no longer kept
 */
export async function applyScheduled(
  req: PayloadRequest,
  db: Executor,
  change: DueChange,
): Promise<'done' | 'superseded'> {
  const [kept] = await findKept(db, [change])
  if (!kept) throw new HttpError('not_found', 'The text is no longer kept.')
  const { by } = change
  const details = { scheduled: change.id }
  if (change.action === 'unpublish') {
    const context = { action: 'unpublish', by, details }
    if (kept.live !== null) await writeRecord(req, kept, kept, 'unpublished', context)
    return 'done'
  }
  const chosen = await findRevision(db, kept, change.revision)
  if (!chosen) throw new HttpError('not_found', 'The revision is no longer kept.')
  if (await isSuperseded(db, change, kept.id)) return 'superseded'
  const newest = kept.revision === null ? null : await findRevision(db, kept, kept.revision)
  await writeRecord(req, kept, chosen, 'published', { action: 'publish', by, details })
  // What was written over it since stays what an editor goes on from.
  if (newest && newest.id !== chosen.id && newest.status === 'draft') {
    const author = await authorOf(db, change, newest.id)
    const over = { action: 'draft', by: author, asDraft: true, details }
    await writeRecord(req, kept, newest, 'draft', over)
  }
  return 'done'
}

async function findRevision(
  db: Executor,
  { page, id }: { page: string; id: number },
  revision: number,
): Promise<Revision | undefined> {
  const { rows } = await db.execute(
    sql`select v.id, v.version_content_type::text as content_type,
               ${contentOf(tableOf(page), sql`v.version_`)} as content_data,
               v.version__status::text as status
          from ${versionsOf(page)} as v where v.parent_id = ${id} and v.id = ${revision}`,
  )
  return rows[0] as Revision | undefined
}

// Whoever throws a draft away leaves a version that is as what is live; that published nothing.
async function isSuperseded(db: Executor, { page, revision }: DueChange, parent: number) {
  const { rows } = await db.execute(
    sql`select from ${versionsOf(page)} as v
         where parent_id = ${parent} and id > ${revision} and version__status = 'published'
           and not exists (select from audit where version = v.id and action = 'discard'
                            and of_collection = ${tableOf(page)})
         limit 1`,
  )
  return rows.length > 0
}

async function authorOf(db: Executor, { page }: ContentKey, version: number): Promise<By> {
  const { rows } = await db.execute(
    sql`select by_id::int as id, by_name as name from audit
         where version = ${version} and of_collection = ${tableOf(page)} order by id desc limit 1`,
  )
  return (rows[0] as By | undefined) ?? null
}
