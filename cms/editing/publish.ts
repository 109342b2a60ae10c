import type { PayloadRequest } from 'payload'
import { recordAll } from '../audit/service.ts'
import { type Executor, sql } from '../database/sql.ts'
import { holdNames, inTransaction } from '../database/transaction.ts'
import { hasRole } from '../staff/roles.ts'
import { subjectOf } from './content.ts'
import type { ChosenRequest, ContentKey } from './contract.ts'
import { cancelPlanned, holdPlanned, type PlannedWords } from './planned.ts'
import { findKept, type KeptRecord, tableOf } from './records.ts'
import { type EditingContext, settleNewest } from './versions.ts'
import { writeRecord } from './write-record.ts'

export type Item = ChosenRequest['items'][number]
/** With nothing written: what was changed since it was looked at, or, with a message, what else is so. */
type Refused = { changed: ContentKey[]; message?: string }
/** What became of chosen items: how many were changed, or why none was. */
export type Chosen = { count: number } | Refused
type By = EditingContext['by']

/**
 * Makes what the items name live, all in one transaction. What was to publish these words later has
 * nothing left to do, and is taken back.
 * @param by whom the audit trail names, where that is not the person of the request: then it is a plan
 *   that publishes, and the caller's to settle
 */
export const publishItems = (req: PayloadRequest, items: Item[], by?: By): Promise<Chosen> => {
  let planned: PlannedWords[] = []
  const publish = async (record: KeptRecord, db: Executor) => {
    const same = planned.filter((each) => publishes(each, record))
    await cancelPlanned(req, db, same, 'It was published before its time.')
    if (record.live === null || record.is_draft) {
      await writeRecord(req, record, record, 'published', { action: 'publish', by })
    }
  }
  return withItems(req, items, publish, {
    first: async (db, chosen) => {
      if (!by) planned = await holdPlanned(req, db, chosen)
    },
  })
}

/** Whether a plan is to publish the very words of a record. */
const publishes = (plan: PlannedWords, record: KeptRecord): boolean =>
  plan.action === 'publish' &&
  plan.revision === record.revision &&
  subjectOf(plan) === subjectOf(record)

/** Takes the items down: the texts in code show again, what was kept stays as a draft. */
export const unpublishItems = (req: PayloadRequest, items: Item[], by?: By): Promise<Chosen> =>
  withItems(req, items, async (record) => {
    if (record.live !== null) {
      await writeRecord(req, record, record, 'unpublished', { action: 'unpublish', by })
    }
  })

/**
 * Goes back to what is live, and takes back what was scheduled of the words that are thrown away; that
 * is for publishers. Where nothing is, the record is kept no longer; its versions stay in the
 * history of its key.
 */
export const discardItems = (req: PayloadRequest, items: Item[]): Promise<Chosen> => {
  let planned: PlannedWords[] = []
  // With the record goes whatever is to happen to it.
  const goingWith = (record: KeptRecord) =>
    planned.filter((each) =>
      record.live === null ? subjectOf(each) === subjectOf(record) : publishes(each, record),
    )
  const discard = async (record: KeptRecord, db: Executor) => {
    if (!record.is_draft) return
    await cancelPlanned(req, db, goingWith(record), 'Its draft was discarded.')
    const version =
      record.live === null ? await forget(db, record) : await likeLive(req, db, record)
    await recordAll(req, [
      {
        action: 'discard',
        subject: subjectOf(record),
        of_collection: tableOf(record.page),
        document: record.id,
        version,
        details: { content_data: record.content_data },
      },
    ])
  }
  return withItems(req, items, discard, {
    first: async (db, chosen) => {
      planned = await holdPlanned(req, db, chosen)
    },
    refuse: (records) => {
      if (hasRole(req, 'publisher')) return null
      const changed = records.filter((each) => each.is_draft && goingWith(each).length)
      const message = 'A publisher has scheduled this. Ask one of them to take that back first.'
      return changed.length ? { changed: changed.map(keyOf), message } : null
    },
  })
}

/** What is to be done in the same transaction before the records are held, and why nothing is done. */
type Around = {
  first?: (db: Executor, chosen: Item[]) => Promise<void>
  refuse?: (records: KeptRecord[]) => Refused | null
}

async function withItems(
  req: PayloadRequest,
  items: Item[],
  change: (record: KeptRecord, db: Executor) => Promise<void>,
  { first, refuse }: Around = {},
): Promise<Chosen> {
  const chosen = [...new Map(items.map((item) => [subjectOf(item), item])).values()]
  return inTransaction(req, async (db) => {
    await first?.(db, chosen)
    await holdNames(db, chosen.map(subjectOf))
    const kept = await findKept(db, chosen)
    const found = new Map(kept.map((record) => [subjectOf(record), record]))
    const changed = chosen.filter((item) => found.get(subjectOf(item))?.revision !== item.revision)
    if (changed.length) return { changed: changed.map(keyOf) }
    const refused = refuse?.(kept)
    if (refused) return refused
    for (const item of chosen) {
      const record = found.get(subjectOf(item))
      if (record) await change(record, db)
    }
    return { count: chosen.length }
  })
}

const keyOf = ({ page, section, content_key }: ContentKey): ContentKey => ({
  page,
  section,
  content_key,
})

/** Ends a record that is not live, or no longer. @returns null: no version came of it */
async function forget(db: Executor, record: KeptRecord): Promise<null> {
  const table = tableOf(record.page)
  const versions = sql.identifier(`_${table}_v`)
  await db.execute(sql`update ${versions} set latest = false where parent_id = ${record.id}`)
  await db.execute(sql`delete from ${sql.identifier(table)} where id = ${record.id}`)
  return null
}

/** Writes a version that is as what is live. @returns its id */
async function likeLive(
  req: PayloadRequest,
  db: Executor,
  record: KeptRecord,
): Promise<number | null> {
  const table = tableOf(record.page)
  const versions = sql.identifier(`_${table}_v`)
  const named = sql.join(
    liveColumns[table].map((column) => sql.identifier(`version_${column}`)),
    sql`, `,
  )
  // The enumerated types of the two tables differ; by their names the columns are the same.
  await db.execute(sql`
    insert into ${versions} (parent_id, latest, ${named})
    select c.id, true, ${named}
      from ${sql.identifier(table)} as c,
           jsonb_populate_record(null::${versions}, (
             select jsonb_object_agg('version_' || key, value) from jsonb_each(to_jsonb(c))
           )) as v
     where c.id = ${record.id}`)
  return settleNewest(req, table, record.id)
}

const sharedColumns = ['content_type', 'content_data', 'published', 'created_by_id'].concat([
  'updated_at',
  'created_at',
  '_status',
])
const liveColumns = {
  cms_content: ['page', 'section', 'content_key', ...sharedColumns],
  cms_global_content: ['content_key', 'content_value', ...sharedColumns],
}
