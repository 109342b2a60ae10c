import type { PayloadRequest } from 'payload'
import { recordAll } from '../audit/service.ts'
import { type ContentKey, keyPath } from '../content/contract.ts'
import { isSameContent } from '../content/rules.ts'
import {
  addVersionOfLive,
  deleteRecord,
  findRecords,
  type StoredRecord,
  tableOf,
} from '../content/stored-content.ts'
import { textName } from '../content/text-names.ts'
import { lockNames } from '../database/advisory-locks.ts'
import type { Database } from '../database/query.ts'
import { inTransaction } from '../database/transaction.ts'
import { settleVersions, updateLocked } from './change-record.ts'
import type { ChosenRequest, UnpublishRequest } from './contract.ts'
import { cancelPlans, lockPlans, type PlanOfRevision } from './plans.ts'
import { takeOff } from './take-off.ts'

type Item = ChosenRequest['items'][number]
/** Nothing was written. `changed` are the items that prevented it. */
type Refused = { changed: ContentKey[]; message?: string }
/** The number of items that were changed, or why none was. */
export type Outcome = { count: number } | Refused

/** Publishes all items or none, in one transaction. Plans to publish the same revisions are cancelled. */
export const publishItems = (req: PayloadRequest, items: Item[]): Promise<Outcome> => {
  let plans: PlanOfRevision[] = []
  const publish = async (record: StoredRecord, db: Database) => {
    await cancelFulfilled(req, db, plans, record)
    if (record.is_draft) {
      await updateLocked(req, record, record, 'published', { action: 'publish' })
    }
  }
  return changeItems(req, items, publish, {
    first: async (db, chosen) => {
      plans = await lockPlans(req, db, chosen)
    },
  })
}

const cancelFulfilled = (
  req: PayloadRequest,
  db: Database,
  plans: PlanOfRevision[],
  record: StoredRecord,
): Promise<void> => {
  const done = plans.filter((plan) => publishes(plan, record))
  return cancelPlans(req, db, done, 'It was published before its time.')
}

/**
 * Locks a record that a form of the admin writes. If the form publishes the newest draft, plans to
 * publish that are cancelled.
 * @returns whether the record is live
 */
export async function lockForForm(
  req: PayloadRequest,
  db: Database,
  key: ContentKey,
  form: { _status?: unknown; content_data?: unknown },
): Promise<boolean> {
  const isPublishing = form._status === 'published'
  const plans = isPublishing ? await lockPlans(req, db, [key]) : []
  await lockNames(db, [keyPath(key)])
  const [record] = await findRecords(db, [key])
  if (record && isSameContent(record.content_data, form.content_data)) {
    await cancelFulfilled(req, db, plans, record)
  }
  return record ? record.live !== null : false
}

const publishes = (plan: PlanOfRevision, record: StoredRecord): boolean =>
  plan.action === 'publish' &&
  plan.revision === record.revision &&
  keyPath(plan) === keyPath(record)

/**
 * Takes all items off their pages or none.
 * @throws HttpError as `takeOff`
 */
export const unpublishItems = (
  req: PayloadRequest,
  { items, instead }: UnpublishRequest,
): Promise<Outcome> =>
  changeItems(req, items, (record, db) => takeOff(req, db, record, { instead }))

/**
 * Discards the drafts of all items or of none, and cancels plans for them. A record that was never
 * published is deleted; its versions stay in the history of its key.
 * @param options.mayCancelPlans false for editors: an item with a plan is then refused
 */
export const discardItems = (
  req: PayloadRequest,
  items: Item[],
  { mayCancelPlans }: { mayCancelPlans: boolean },
): Promise<Outcome> => {
  let plans: PlanOfRevision[] = []
  // A deleted record takes all of its plans along.
  const plansOf = (record: StoredRecord) =>
    plans.filter((plan) =>
      record.live === null ? keyPath(plan) === keyPath(record) : publishes(plan, record),
    )
  const discard = async (record: StoredRecord, db: Database) => {
    if (!record.is_draft) return
    await cancelPlans(req, db, plansOf(record), 'Its draft was discarded.')
    const entry = {
      action: 'discard',
      subject: textName(record),
      of_collection: tableOf(record.page),
      document: record.id,
      version: await goBackToLive(db, record),
      details: { content_data: record.content_data },
    }
    await recordAll(req, [entry])
  }
  return changeItems(req, items, discard, {
    first: async (db, chosen) => {
      plans = await lockPlans(req, db, chosen)
    },
    refuse: (records) => {
      if (mayCancelPlans) return null
      const changed = records.filter((each) => each.is_draft && plansOf(each).length)
      const message = 'A publisher has scheduled this. Ask one of them to take that back first.'
      return changed.length ? { changed: changed.map(keyOf), message } : null
    },
  })
}

/** @returns the version that repeats the published content; null if the record was deleted */
async function goBackToLive(db: Database, record: StoredRecord): Promise<number | null> {
  if (record.live === null) {
    await deleteRecord(db, record)
    return null
  }
  await addVersionOfLive(db, record)
  return settleVersions(db, tableOf(record.page), record.id)
}

type Steps = {
  /** Runs in the same transaction before the records are locked. */
  first?: (db: Database, items: Item[]) => Promise<void>
  /** Returns why nothing may be changed, or null. */
  refuse?: (records: StoredRecord[]) => Refused | null
}

async function changeItems(
  req: PayloadRequest,
  items: Item[],
  change: (record: StoredRecord, db: Database) => Promise<void>,
  { first, refuse }: Steps = {},
): Promise<Outcome> {
  const chosen = [...new Map(items.map((item) => [keyPath(item), item])).values()]
  return inTransaction(req, async (db) => {
    await first?.(db, chosen)
    await lockNames(db, chosen.map(keyPath))
    const records = await findRecords(db, chosen)
    const byKey = new Map(records.map((record) => [keyPath(record), record]))
    const changed = chosen.filter((item) => byKey.get(keyPath(item))?.revision !== item.revision)
    if (changed.length) return { changed: changed.map(keyOf) }
    const refused = refuse?.(records)
    if (refused) return refused
    for (const item of chosen) {
      const record = byKey.get(keyPath(item))
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
