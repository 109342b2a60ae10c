import type { PayloadRequest } from 'payload'
import { type Executor, sql } from '../database/sql.ts'
import { HttpError } from '../http/errors.ts'
import type { ContentData, ContentKey, ContentType, ScheduledAction } from './contract.ts'
import { tableOf } from './records.ts'
import type { EditingContext } from './versions.ts'

type By = { id: number; name: string } | null
/** One change that is due. */
export type DueChange = ContentKey & {
  id: number
  action: ScheduledAction
  revision: number
  by: By
}

type Words = {
  content_type: ContentType
  content_data: ContentData
  content_value: string | null
}
type Kept = Words & { id: number; live: boolean }
type Revision = Words & { id: number; status: 'draft' | 'published' }

const plainValue = (page: string, prefix: string) =>
  page === 'global' ? sql.identifier(`${prefix}content_value`) : sql`null`
const versionsOf = (page: string) => sql.identifier(`_${tableOf(page)}_v`)
const named = ({ page, section, content_key }: ContentKey, prefix: '' | 'version_') =>
  page === 'global'
    ? sql`${sql.identifier(`${prefix}content_key`)} = ${`${section}.${content_key}`}`
    : sql`${sql.identifier(`${prefix}page`)} = ${page}
          and ${sql.identifier(`${prefix}section`)} = ${section}
          and ${sql.identifier(`${prefix}content_key`)} = ${content_key}`

/** Whether a revision is one of this key, which is still kept. */
export async function isRevisionOf(db: Executor, key: ContentKey, revision: number) {
  const { rows } = await db.execute(
    sql`select from ${versionsOf(key.page)}
         where id = ${revision} and parent_id is not null and ${named(key, 'version_')}`,
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
  const kept = await findKept(db, change)
  if (!kept) throw new HttpError('not_found', 'The text is no longer kept.')
  const [newest] = await findRevisions(db, change, kept.id, sql`true`)
  const { by } = change
  const details = { scheduled: change.id }
  if (change.action === 'unpublish') {
    const context = { action: 'unpublish', by, held: true, details }
    if (kept.live) await write(req, change, kept.id, newest ?? kept, 'draft', context)
    return 'done'
  }
  const [chosen] = await findRevisions(db, change, kept.id, sql`id = ${change.revision}`)
  if (!chosen) throw new HttpError('not_found', 'The revision is no longer kept.')
  if (await isSuperseded(db, change, kept.id)) return 'superseded'
  const context = { action: 'publish', by, held: true, details }
  await write(req, change, kept.id, chosen, 'published', context)
  // What was written over it since stays what an editor goes on from.
  if (newest && newest.id !== chosen.id && newest.status === 'draft') {
    const author = await authorOf(db, change, newest.id)
    const over = { action: 'draft', by: author, asDraft: true, held: true, details }
    await write(req, change, kept.id, newest, 'over', over)
  }
  return 'done'
}

async function findKept(db: Executor, key: ContentKey): Promise<Kept | undefined> {
  const { rows } = await db.execute(
    sql`select id, content_type::text as content_type, content_data,
               ${plainValue(key.page, '')} as content_value, _status = 'published' as live
          from ${sql.identifier(tableOf(key.page))} where ${named(key, '')}`,
  )
  return rows[0] as Kept | undefined
}

async function findRevisions(
  db: Executor,
  { page }: ContentKey,
  parent: number,
  where: ReturnType<typeof sql>,
): Promise<Revision[]> {
  const { rows } = await db.execute(
    sql`select id, version_content_type::text as content_type,
               version_content_data as content_data,
               ${plainValue(page, 'version_')} as content_value, version__status::text as status
          from ${versionsOf(page)} where parent_id = ${parent} and ${where}
         order by id desc limit 1`,
  )
  return rows as Revision[]
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

async function write(
  req: PayloadRequest,
  { page }: ContentKey,
  id: number,
  { content_type, content_data, content_value }: Words,
  state: 'draft' | 'published' | 'over',
  context: EditingContext,
): Promise<void> {
  req.context.editing = context
  const _status = state === 'published' ? ('published' as const) : ('draft' as const)
  const data = { content_type, content_data: { ...content_data }, _status }
  const shared = { id, req, depth: 0, overrideAccess: true, draft: state === 'over' }
  if (tableOf(page) === 'cms_content') {
    await req.payload.update({ collection: 'cms_content', data, ...shared })
  } else {
    const whole = { ...data, content_value }
    await req.payload.update({ collection: 'cms_global_content', data: whole, ...shared })
  }
}
