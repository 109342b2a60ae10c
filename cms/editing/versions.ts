import type { PayloadRequest } from 'payload'
import { record } from '../audit/service.ts'
import { type Executor, executorOf, sql } from '../database/sql.ts'
import { draftsKeptDays } from './rules.ts'

export type Versioned = 'cms_content' | 'cms_global_content' | 'faq'

/**
 * Makes the newest version of a record the one an editor goes on from. Payload tells it by its time,
 * and two of one millisecond, or of processes whose clocks differ, would both be the newest. Drafts
 * that have been written over for longer than `draftsKeptDays` are kept no longer.
 * @param req the request whose transaction the version was written in
 * @returns the version's id, its revision; null where there is none
 */
export async function settleNewest(
  req: PayloadRequest,
  collection: Versioned,
  id: number,
): Promise<number | null> {
  const db = await executorOf(req)
  const versions = sql.identifier(`_${collection}_v`)
  const { rows } = await db.execute(sql`
    with newest as (select max(id) as id from ${versions} where parent_id = ${id}),
    older as (
      update ${versions} as v set latest = false
        from newest where v.parent_id = ${id} and v.latest and v.id <> newest.id
    )
    select id from newest`)
  await dropOldDrafts(db, collection, id)
  return (rows[0]?.id as number | undefined) ?? null
}

// What was live at any time is kept for good, and so are the moments at which it was taken down.
async function dropOldDrafts(db: Executor, collection: Versioned, id: number): Promise<void> {
  const versions = sql.identifier(`_${collection}_v`)
  const isGlobal = collection === 'cms_global_content'
  await db.execute(sql`
    delete from ${versions} as v
     where v.parent_id = ${id} and v.version__status = 'draft' and not coalesce(v.latest, false)
       and v.updated_at < now() - ${draftsKeptDays} * interval '1 day'
       and not exists (select from audit as a where a.version = v.id
                          and a.of_collection = ${collection} and a.action = 'unpublish')
       and not exists (select from scheduled_changes as s where s.revision = v.id
                          and s.state in ('waiting', 'failed')
                          and (s.page = 'global') = ${isGlobal})`)
}

/** When the newest version of each record was written, in ms, by the record's id. */
export async function findWrittenAt(
  db: Executor,
  collection: Versioned,
  ids: number[],
): Promise<Map<number, number>> {
  const { rows } = await db.execute(sql`
    select distinct on (parent_id) parent_id as id, version_updated_at as at
      from ${sql.identifier(`_${collection}_v`)}
     where latest and parent_id in
           (select value::int from jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb))
     order by parent_id, id desc`)
  return new Map(rows.map(({ id, at }) => [Number(id), new Date(at as string).getTime()]))
}

/** What is told to the hooks of the collections by whoever calls Payload in this feature. */
export type EditingContext = {
  /** What the audit trail calls it. */
  action?: string
  details?: Record<string, unknown>
  by?: { id: number; name: string } | null
  /** The call leaves what is live as it is. */
  asDraft?: boolean
  /** The record is held until the transaction ends. */
  held?: boolean
  /** When what the caller started from was written (ISO 8601), as a form of the admin sends it along. */
  startedFrom?: string
  /** Set by the hooks: the version that came of the call. */
  revision?: number
}

export function editingContext(req: PayloadRequest): EditingContext {
  const context = (req.context.editing ?? {}) as EditingContext
  req.context.editing = context
  return context
}

/**
 * Writes down, in the request's transaction, that a record was changed, by whichever way.
 * @param change.subject what was changed, as staff name it
 * @param change.action what was done, where the caller did not say
 */
export async function noteChange(
  req: PayloadRequest,
  change: { collection: Versioned; id: number; subject: string; action: string },
): Promise<void> {
  const context = editingContext(req)
  const version = await settleNewest(req, change.collection, change.id)
  if (version !== null) context.revision = version
  await record(req, {
    action: context.action ?? change.action,
    subject: change.subject,
    of_collection: change.collection,
    document: change.id,
    version,
    details: context.details,
    ...(context.by !== undefined && { by: context.by }),
  })
}
